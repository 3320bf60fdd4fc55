package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.planning.Tokens;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What one caller corrects on one bucket. Immutable.
 *
 * @param amounts positive ones are taken, negative ones go back
 * @param place of the grant that is corrected, see {@link DebtQueue}: what it gives back helps those who wait behind it
 * @param owner which of several entities of one id the bucket belonged to that gave it, see
 *     {@link BucketSnapshot#owner}; null if that is not known
 */
public record Correction(
        Tokens amounts, long place, @Nullable String owner) {

    /** Leaves out limits of which nothing is corrected. */
    public Correction {
        amounts = amounts.nonZero();
    }

    public int size() {
        return amounts.size();
    }

    public String name(int k) {
        return amounts.limit(k);
    }

    public long milli(int k) {
        return amounts.milli(k);
    }

    /** Whether anything goes back. */
    boolean hasCredit() {
        return amounts.anyNegative();
    }

    boolean onlyCredit() {
        return !amounts.anyPositive();
    }

    /** Without what goes back; null if nothing is left. */
    @Nullable
    Correction debits() {
        return amounts.anyPositive() ? new Correction(amounts.positives(), place, owner) : null;
    }

    /** Both directions. Each may be written without the other. */
    record Halves(CorrectionSum debit, CorrectionSum credit) {}

    /**
     * For a write that is still to come; the engine hears of it when both halves are written or lost. Whatever the
     * clock does, what is corrected is not forgotten over it.
     */
    Halves toBeWritten(Engine engine) {
        CorrectionSum debit = new CorrectionSum();
        CorrectionSum credit = new CorrectionSum();
        debit.add(amounts.positives());
        credit.add(amounts.negated().positives());
        boolean debits = !debit.amounts().isEmpty();
        boolean credits = !credit.amounts().isEmpty();
        AtomicInteger open = new AtomicInteger((debits ? 1 : 0) + (credits ? 1 : 0));
        Runnable settled = () -> {
            if (open.decrementAndGet() == 0) {
                engine.adjustmentSettled();
            }
        };
        long now = engine.safeClock().monotonicNanos();
        engine.adjustmentQueued();
        if (debits) {
            debit.count(settled, now);
        }
        if (credits) {
            credit.count(settled, now);
            credit.grantedAt(place);
        }
        return new Halves(debit, credit);
    }
}

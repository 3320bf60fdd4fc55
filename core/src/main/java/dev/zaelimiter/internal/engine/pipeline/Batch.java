package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BatchTotals;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.engine.planning.Tokens;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What goes into one write: demands that fit, in order of their coming, and corrections.
 *
 * <p>Belongs to the pipeline. Once sent, it is sent again only as a whole.
 */
final class Batch {

    final BucketImage base;
    final Gains gains;
    final Rates by;
    final BatchTotals totals;
    final List<Demand> demands = new ArrayList<>(1);
    final CorrectionSum debits;
    final CorrectionSum credits;
    /** The limits, as bits, of which a take is never refused. */
    final int soft;

    /** Which of several entities of the id its corrections belong to ({@link BucketState#owner}). */
    int owner;

    /** Whether what is to be debited is only counted as consumed. */
    boolean metering;

    boolean anyWaits;

    /** Whether it is known to have been written. */
    boolean landed;

    /** Whether each of its demands has had its turn to be told so: then it has what was taken, or has given it back. */
    boolean told;

    private Tokens tooDeep = Tokens.NONE;

    Batch(BucketImage base, Gains gains, CorrectionSum debits, CorrectionSum credits) {
        this(base, gains, debits, credits, 0);
    }

    Batch(BucketImage base, Gains gains, CorrectionSum debits, CorrectionSum credits, int soft) {
        this.soft = soft;
        this.base = base;
        this.gains = gains;
        this.by = gains.by();
        this.totals = new BatchTotals(base.layout().size());
        this.debits = debits;
        this.credits = credits;
        if (!credits.isEmpty()) {
            credits.amounts().forEach((name, milli) -> {
                int i = base.layout().indexOf(name);
                if (i >= 0) {
                    totals.credit(i, milli);
                }
            });
        }
        if (!debits.isEmpty()) {
            debits.amounts().forEach((name, milli) -> {
                int i = base.layout().indexOf(name);
                if (i >= 0) {
                    debit(i, milli);
                }
            });
        }
    }

    /** What is never refused; but a debt has a bottom, and what would go deeper is told as lost. */
    private void debit(int i, long milli) {
        long deeper = debit(totals, base, i, milli);
        if (deeper > 0) {
            tooDeep = tooDeep.plus(base.layout().name(i), deeper);
        }
    }

    /** Asks for what is never refused, as far as the debt may go: what would go deeper is left out, and returned. */
    static long debit(BatchTotals totals, BucketImage base, int i, long milli) {
        long bearable = BucketMath.bearable(BucketMath.plus(base.tk()[i], -totals.taken(i)), milli);
        totals.debit(i, bearable);
        return milli - bearable;
    }

    /** Whether a take that may be refused fits on top of what is asked already. */
    static boolean fits(BatchTotals totals, BucketImage base, Gains gains, int i, long amount, long mayOwe) {
        long cap = gains.by().cap(i);
        long balance = Math.min(cap, BucketMath.plus(gains.balance(base, i), totals.credited(i)));
        return amount <= gains.by().most(i) && totals.fits(i, amount, mayOwe, balance);
    }

    /** What is not debited since the debt would be too deep, in millitokens of each limit. */
    Tokens tooDeep() {
        return tooDeep;
    }

    void add(Demand demand) {
        demands.add(demand);
        for (int k = 0; k < demand.take.amounts().length; k++) {
            int i = index(demand, k);
            if (i >= 0 && isSoft(i)) {
                debit(i, demand.take.amounts()[k]);
            } else if (i >= 0) {
                totals.take(i, demand.take.amounts()[k], mayOwe(demand, i));
            }
        }
        anyWaits |= demand.take.waitMillis() > 0;
    }

    boolean isSoft(int i) {
        return (soft & 1 << i) != 0;
    }

    /** How far into debt a demand may leave a limit: what comes back while it waits, less what it must leave. */
    long mayOwe(Demand demand, int i) {
        long wait = demand.take.waitMillis();
        return wait == 0 ? -by.reserve(i) : base.mayOwe(i, by, wait, gains.now());
    }

    /**
     * Whether what was reckoned for this batch holds of an image: the same limits under the same numbers, in as many
     * shards.
     */
    boolean isFor(@Nullable BucketImage image) {
        return image != null && image.shardCount() == base.shardCount() && image.sameLimits(base);
    }

    static int index(Demand demand, int k) {
        int[] bound = demand.bound;
        return bound == null ? -1 : bound[k];
    }

    boolean isEmpty() {
        return demands.isEmpty() && debits.isEmpty() && credits.isEmpty();
    }

    int size() {
        return demands.size() + debits.size() + credits.size();
    }

    /** How often the demand was sent in vain that has been so most often. */
    int attempts() {
        int most = 0;
        for (Demand demand : demands) {
            most = Math.max(most, demand.attempts);
        }
        return most;
    }
}

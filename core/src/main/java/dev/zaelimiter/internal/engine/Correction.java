package dev.zaelimiter.internal.engine;

import java.util.concurrent.atomic.AtomicInteger;

/** What one caller corrects on one bucket. Filled once, by one thread. */
final class Correction {

    private final String[] names;
    private final long[] milli;
    private final long place;
    private int size;
    private boolean credits;

    /**
     * Corrects nothing yet.
     *
     * @param most how many limits at most
     * @param place of the grant that is corrected: what it gives back helps those who wait behind it
     */
    Correction(int most, long place) {
        this.names = new String[most];
        this.milli = new long[most];
        this.place = place;
    }

    /** Adds millitokens of a limit: positive ones are taken, negative ones go back. */
    void add(String limit, long amount) {
        if (amount != 0) {
            names[size] = limit;
            milli[size++] = amount;
            credits |= amount < 0;
        }
    }

    int size() {
        return size;
    }

    String name(int k) {
        return names[k];
    }

    long milli(int k) {
        return milli[k];
    }

    /** Of the grant that is corrected, see {@link Debtors}. */
    long place() {
        return place;
    }

    /** Whether anything goes back. */
    boolean hasCredit() {
        return credits;
    }

    boolean onlyCredit() {
        for (int k = 0; k < size; k++) {
            if (milli[k] > 0) {
                return false;
            }
        }
        return true;
    }

    /** Both directions. Each may be written without the other. */
    record Halves(Adjustment debit, Adjustment credit) {}

    /** For a write that is still to come; the engine hears of it when both halves are written or lost. */
    Halves toBeWritten(Engine engine) {
        Adjustment debit = new Adjustment();
        Adjustment credit = new Adjustment();
        for (int k = 0; k < size; k++) {
            if (milli[k] > 0) {
                debit.add(names[k], milli[k]);
            } else {
                credit.add(names[k], -milli[k]);
            }
        }
        boolean debits = !debit.amounts().isEmpty();
        AtomicInteger open = new AtomicInteger((debits ? 1 : 0) + (credits ? 1 : 0));
        Runnable settled = () -> {
            if (open.decrementAndGet() == 0) {
                engine.adjustmentSettled();
            }
        };
        long now = engine.environment().monotonicNanos();
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

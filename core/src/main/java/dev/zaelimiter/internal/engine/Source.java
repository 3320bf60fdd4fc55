package dev.zaelimiter.internal.engine;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** What one bucket gave of what a lease took, in millitokens: all of it, unless it is said here. Guarded by the lease. */
final class Source {

    /** Not given, since the bucket lacked the limit or it was bypassed; null for nothing. */
    private long @Nullable [] missed;

    /** What of that was counted as consumed, since it was bypassed; null for nothing. */
    private long @Nullable [] counted;

    /** The limits of which the latest take was bypassed. */
    private @Nullable BitSet bypassed;

    /** The place of the latest grant, see {@link Debtors}. */
    private long place;

    void missed(long @Nullable [] amounts) {
        missed = amounts;
    }

    void bypassed(long[] taken) {
        counted = taken.clone();
        bypassed = new BitSet();
        bypassed.set(0, taken.length);
    }

    boolean bypassedAll(int limits) {
        return bypassed != null && bypassed.cardinality() == limits;
    }

    void grantedAt(long latest) {
        place = Math.max(place, latest);
    }

    /** Of a lease of one limit. */
    long missedOfOne() {
        return missed == null ? 0 : missed[0];
    }

    private long countedOfOne() {
        return counted == null ? 0 : counted[0];
    }

    /** One limit was taken once more, in a lease of its own. */
    void add(int i, int limits, Source extra, long extraMissed) {
        grantedAt(extra.place);
        missed = plus(missed, limits, i, extraMissed);
        counted = plus(counted, limits, i, extra.countedOfOne());
        boolean past = extra.bypassed != null;
        if (past || bypassed != null) {
            bypassed = bypassed == null ? new BitSet() : bypassed;
            bypassed.set(i, past);
        }
    }

    /** That take has gone back. */
    void remove(int i, int limits, Source extra, long extraMissed) {
        missed = plus(missed, limits, i, -extraMissed);
        counted = plus(counted, limits, i, -extra.countedOfOne());
    }

    private static long @Nullable [] plus(long @Nullable [] before, int limits, int i, long more) {
        if (before == null && more == 0) {
            return null;
        }
        long[] after = before == null ? new long[limits] : Arrays.copyOf(before, limits);
        after[i] += more;
        return after;
    }

    /**
     * Writes what is held beyond what was taken, or less. What the bucket did not give is not given back to it; what it
     * only counted, it counts no longer.
     */
    void write(String[] names, long[] taken, long[] held, Origin bucket, Outbox out) {
        Correction balance = new Correction(names.length, place);
        Correction count = new Correction(names.length, place);
        for (int i = 0; i < names.length; i++) {
            long difference = held[i] - taken[i];
            long missing = missed == null ? 0 : missed[i];
            long past = counted == null ? 0 : counted[i];
            if (difference < 0) {
                long back = Math.max(difference, missing - taken[i]);
                balance.add(names[i], back);
                count.add(names[i], Math.max(difference - back, -past));
            } else if (bypassed != null && bypassed.get(i)) {
                count.add(names[i], difference);
            } else if (missing == 0 || missing < taken[i]) {
                balance.add(names[i], difference);
            }
        }
        if (balance.size() > 0) {
            bucket.adjust(balance, out);
        }
        if (count.size() > 0) {
            bucket.count(count, out);
        }
    }
}

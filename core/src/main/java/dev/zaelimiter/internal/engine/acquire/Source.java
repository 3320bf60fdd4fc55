package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.Correction;
import dev.zaelimiter.internal.engine.pipeline.Debtors;
import dev.zaelimiter.internal.engine.pipeline.Origin;
import org.jspecify.annotations.Nullable;

/** What one bucket gave of what one acquire took, in millitokens: all of it, unless it is said here. Guarded by the lease. */
final class Source {

    /** Not given, since the bucket lacked the limit; null for nothing. */
    private long @Nullable [] missed;

    /** It was only counted as consumed. */
    private boolean bypassed;

    /** The place of the grant, see {@link Debtors}. */
    private long place;

    void missed(long @Nullable [] amounts) {
        missed = amounts;
    }

    void bypassed() {
        bypassed = true;
    }

    boolean isBypassed() {
        return bypassed;
    }

    void grantedAt(long where) {
        place = where;
    }

    /**
     * Writes what is held beyond what was taken, or less. What the bucket did not give is not given back to it; what it
     * only counted, it counts no longer.
     */
    void write(String[] names, long[] taken, long[] held, Origin bucket, Outbox out) {
        Correction correction = new Correction(names.length, place);
        for (int i = 0; i < names.length; i++) {
            long difference = held[i] - taken[i];
            long missing = missed == null ? 0 : missed[i];
            if (bypassed) {
                correction.add(names[i], difference);
            } else if (difference < 0) {
                correction.add(names[i], Math.max(difference, missing - taken[i]));
            } else if (missing == 0 || missing < taken[i]) {
                correction.add(names[i], difference);
            }
        }
        if (correction.size() == 0) {
            return;
        }
        if (bypassed) {
            bucket.count(correction, out);
        } else {
            bucket.adjust(correction, out);
        }
    }
}

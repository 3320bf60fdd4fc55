package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketSnapshot;
import dev.zaelimiter.internal.engine.pipeline.Correction;
import dev.zaelimiter.internal.engine.pipeline.CorrectionTarget;
import dev.zaelimiter.internal.engine.pipeline.DebtQueue;
import dev.zaelimiter.internal.engine.planning.Tokens;
import org.jspecify.annotations.Nullable;

/**
 * Which tokens of one acquire one bucket did not give: it lacked the limit, or the take was bypassed. Guarded by the
 * lease.
 */
final class Charge {

    /** Not given, since the bucket lacked the limit. */
    private Tokens missed = Tokens.NONE;

    /** It was only counted as consumed. */
    private boolean bypassed;

    /** The place of the grant, see {@link DebtQueue}. */
    private long place;

    /** Whose bucket gave it, see {@link BucketSnapshot#owner}. */
    private @Nullable String owner;

    void missed(Tokens amounts) {
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

    void grantedBy(@Nullable String whose) {
        owner = whose;
    }

    /**
     * Writes what is held beyond what was taken, or less. What the bucket did not give is not given back to it; what it
     * only counted, it counts no longer.
     */
    void write(Tokens taken, Tokens held, CorrectionTarget bucket, Outbox out) {
        Tokens.Builder changes = new Tokens.Builder(taken.size());
        for (int k = 0; k < taken.size(); k++) {
            String limit = taken.limit(k);
            long difference = held.milli(limit) - taken.milli(k);
            long missing = missed.milli(limit);
            if (bypassed) {
                changes.add(limit, difference);
            } else if (difference < 0) {
                changes.add(limit, Math.max(difference, missing - taken.milli(k)));
            } else if (missing == 0 || missing < taken.milli(k)) {
                changes.add(limit, difference);
            }
        }
        Correction correction = new Correction(changes.build(), place, owner);
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

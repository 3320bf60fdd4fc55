package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.engine.planning.Tokens;
import org.jspecify.annotations.Nullable;

/**
 * A request as one bucket can serve it, which may lack some of the limits. Where the limits of the request stand in the
 * bucket is told by indexes in the order of the request, negative for one that it lacks; there are none before that is
 * known. Pure functions.
 */
final class BoundTake {

    private BoundTake() {}

    /** The same request that wants nothing of a limit that is not there; nothing at all before that is known. */
    static TakeRequest of(TakeRequest take, int @Nullable [] bound) {
        long[] amounts = take.amounts().clone();
        for (int k = 0; k < amounts.length; k++) {
            amounts[k] = bound == null || bound[k] < 0 ? 0 : amounts[k];
        }
        return new TakeRequest(Tokens.of(take.names(), amounts), take.waitMillis(), take.callLimits());
    }

    /** What is wanted of limits that are there; all of it before that is known. */
    static Tokens found(TakeRequest take, int @Nullable [] bound) {
        return bound == null ? take.tokens() : some(take, bound, true);
    }

    /** What is wanted of limits that are not there. */
    static Tokens missing(TakeRequest take, int @Nullable [] bound) {
        return bound == null ? Tokens.NONE : some(take, bound, false);
    }

    private static Tokens some(TakeRequest take, int[] bound, boolean there) {
        Tokens.Builder some = null;
        for (int k = 0; k < bound.length; k++) {
            if (bound[k] >= 0 == there) {
                some = some == null ? new Tokens.Builder(bound.length - k) : some;
                some.add(take.tokens().limit(k), take.tokens().milli(k));
            }
        }
        return some == null ? Tokens.NONE : some.build();
    }
}

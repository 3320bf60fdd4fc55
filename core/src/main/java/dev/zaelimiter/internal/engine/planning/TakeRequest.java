package dev.zaelimiter.internal.engine.planning;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.config.Resolution;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a request wants, in the engine's units. Immutable; arrays must not be changed.
 *
 * @param tokens what of which limits, each 0 or more
 * @param waitMillis how long the caller would wait
 * @param callLimits limits that came with the call, or null
 */
public record TakeRequest(
        Tokens tokens, long waitMillis, @Nullable List<Limit> callLimits) {

    public static TakeRequest of(AcquireRequest request) {
        int size = request.size();
        String[] names = new String[size];
        long[] amounts = new long[size];
        for (int i = 0; i < size; i++) {
            names[i] = request.limit(i);
            amounts[i] = request.amount(i) * BucketMath.MILLI;
        }
        return new TakeRequest(Tokens.of(names, amounts), request.waitAtMost().toMillis(), request.limits());
    }

    /** The limits, in the order in which they are asked for. */
    public String[] names() {
        return tokens.limits;
    }

    /** Millitokens of each. */
    public long[] amounts() {
        return tokens.milli;
    }

    /** The same of somebody who would wait so long. */
    public TakeRequest waiting(long millis) {
        return millis == waitMillis ? this : new TakeRequest(tokens, millis, callLimits);
    }

    /**
     * The same, with what came with the call held to what is stored: numbers that come with a call never widen a stored
     * limit of the same name, since what they credit is everybody's.
     */
    public TakeRequest heldTo(@Nullable Resolution known) {
        List<Limit> own = callLimits;
        if (own == null || known == null || own.stream().allMatch(limit -> known.limit(limit.name()) == null)) {
            return this;
        }
        List<Limit> narrowed = own.stream()
                .map(limit -> narrower(limit, known.limit(limit.name())))
                .toList();
        return new TakeRequest(tokens, waitMillis, narrowed);
    }

    /**
     * The lower of both capacities, the slower of both rates. Whether it only counts is the call's to say: what a soft
     * take leaves is debt, and gives nobody more.
     */
    private static Limit narrower(Limit own, @Nullable Limit stored) {
        if (stored == null) {
            return own;
        }
        Limit slower = slower(own, stored) ? own : stored;
        Limit both = Limit.custom(
                own.name(), Math.min(own.capacity(), stored.capacity()), slower.refillAmount(), slower.refillPeriod());
        return own.soft() ? both.asSoft() : both;
    }

    private static boolean slower(Limit a, Limit b) {
        return BucketMath.compareProducts(
                        a.refillAmount(),
                        b.refillPeriod().toSeconds(),
                        b.refillAmount(),
                        a.refillPeriod().toSeconds())
                < 0;
    }

    public @Nullable Limit callLimit(String name) {
        if (callLimits != null) {
            for (Limit limit : callLimits) {
                if (limit.name().equals(name)) {
                    return limit;
                }
            }
        }
        return null;
    }
}

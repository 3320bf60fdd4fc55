package dev.zaelimiter.internal.engine;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketMath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a request wants, in the engine's units. Immutable; arrays must not be changed.
 *
 * @param names the limits
 * @param amounts millitokens, 0 or more
 * @param waitMillis how long the caller would wait
 * @param callLimits limits that came with the call, or null
 */
record Takes(
        String[] names,
        long[] amounts,
        long waitMillis,
        @Nullable List<Limit> callLimits) {

    static Takes of(AcquireRequest request) {
        int size = request.size();
        String[] names = new String[size];
        long[] amounts = new long[size];
        for (int i = 0; i < size; i++) {
            names[i] = request.limit(i);
            amounts[i] = request.amount(i) * BucketMath.MILLI;
        }
        return new Takes(names, amounts, request.waitAtMost().toMillis(), request.limits());
    }

    @Nullable
    Limit callLimit(String name) {
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

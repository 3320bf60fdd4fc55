package dev.zaelimiter.internal.engine.planning;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Rates;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What limits that came with a call make of those that a bucket has. Pure. */
public final class CallLimits {

    private CallLimits() {}

    /**
     * The numbers that govern a call: the bucket's own, but for the limits that came with the call.
     *
     * @param image the bucket, or a shard of it, which gets its share of each
     * @param callLimits what came with the call, or null
     */
    public static Rates govern(BucketImage image, @Nullable List<Limit> callLimits) {
        Rates rates = image.rates();
        if (callLimits != null) {
            for (Limit limit : callLimits) {
                int i = image.layout().indexOf(limit.name());
                if (i >= 0) {
                    long own = image.share(limit.capacity() * BucketMath.MILLI);
                    long cap = image.rates().cap(i);
                    rates = rates.with(
                            i,
                            Math.max(own, cap),
                            limit.isBudget() ? 0 : image.share(limit.refillAmount() * BucketMath.MILLI),
                            limit.refillPeriod().toMillis());
                    // A lower ceiling is the call's own affair: what others have in the bucket stays there.
                    rates = own < cap ? rates.reserving(i, cap - own) : rates;
                }
            }
        }
        return rates;
    }
}

package dev.zaelimiter.internal.engine.planning;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Rates;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What limits that came with a call make of those that a bucket has. Pure. */
public final class CallLimits {

    private CallLimits() {}

    /**
     * The numbers that govern a call: the bucket's own, but for the limits that came with the call. Of a stored limit
     * the bucket may hold lower numbers than are known here, and no call widens them: what it credits is everybody's.
     *
     * @param image the bucket, or a shard of it, which gets its share of each
     * @param callLimits what came with the call, or null
     * @param stored whether a limit that the bucket holds is a stored one
     */
    public static Rates govern(BucketImage image, @Nullable List<Limit> callLimits, Predicate<String> stored) {
        Rates rates = image.rates();
        if (callLimits != null) {
            for (Limit limit : callLimits) {
                int i = image.layout().indexOf(limit.name());
                if (i >= 0) {
                    rates = govern(image, rates, i, limit, stored.test(limit.name()));
                }
            }
        }
        return rates;
    }

    private static Rates govern(BucketImage image, Rates rates, int i, Limit limit, boolean stored) {
        long own = image.share(limit.capacity() * BucketMath.MILLI);
        long cap = image.rates().cap(i);
        Rates governing = rates;
        if (!stored || isSlower(limit, image.stored(), i)) {
            governing = rates.with(
                    i,
                    stored ? cap : Math.max(own, cap),
                    limit.isBudget() ? 0 : image.share(limit.refillAmount() * BucketMath.MILLI),
                    limit.refillPeriod().toMillis());
        }
        // A lower ceiling is the call's own affair: what others have in the bucket stays there.
        return own < cap ? governing.reserving(i, cap - own) : governing;
    }

    private static boolean isSlower(Limit limit, Rates bucket, int i) {
        return BucketMath.compareProducts(
                        limit.refillAmount() * BucketMath.MILLI,
                        bucket.rp(i),
                        bucket.ra(i),
                        limit.refillPeriod().toMillis())
                < 0;
    }
}

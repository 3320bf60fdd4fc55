package dev.zaelimiter.internal.engine.planning;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.config.Resolution;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which limits of a bucket only count, and never refuse. Pure. */
public final class SoftLimits {

    private SoftLimits() {}

    /**
     * The soft limits of a layout, as bits. What came with the call decides before what is stored.
     *
     * @param known what is stored, or null if that is not known
     * @param callLimits what came with the call, or null
     */
    public static int mask(@Nullable Resolution known, @Nullable List<Limit> callLimits, BucketLayout layout) {
        int mask = known == null ? 0 : mask(known.limits(), layout, 0);
        return callLimits == null ? mask : mask(callLimits, layout, mask);
    }

    private static int mask(List<Limit> limits, BucketLayout layout, int before) {
        int mask = before;
        for (int k = 0; k < limits.size(); k++) {
            Limit limit = limits.get(k);
            if (limit.soft() || mask != 0) {
                int i = layout.indexOf(limit.name());
                if (i >= 0) {
                    mask = limit.soft() ? mask | 1 << i : mask & ~(1 << i);
                }
            }
        }
        return mask;
    }
}

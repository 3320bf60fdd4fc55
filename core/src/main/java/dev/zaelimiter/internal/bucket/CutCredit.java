package dev.zaelimiter.internal.bucket;

import static dev.zaelimiter.internal.bucket.BucketMath.plus;

import org.jspecify.annotations.Nullable;

/** What of a credit does not fit under the ceiling, and is cut. Pure functions. */
public final class CutCredit {

    private CutCredit() {}

    /**
     * What of the credits of a plan does not fit under the ceiling, as it was planned for.
     *
     * @param image the bucket as it was last seen
     * @param gains what it has gained since its stamp
     * @param totals what is asked of it
     * @return millitokens by limit; null if all fits
     */
    public static long @Nullable [] of(BucketImage image, Gains gains, BatchTotals totals) {
        long[] cut = null;
        for (int i = 0; totals.hasCredit() && i < image.layout().size(); i++) {
            long over = over(image, gains, totals, i);
            if (over > 0) {
                cut = cut == null ? new long[image.layout().size()] : cut;
                cut[i] = over;
            }
        }
        return cut;
    }

    /** What of the credit of one limit does not fit; 0 if all does. */
    static long over(BucketImage image, Gains gains, BatchTotals totals, int i) {
        long credited = totals.credited(i);
        long full = plus(plus(image.tk()[i], gains.gained(i)), credited);
        return Math.max(0, Math.min(credited, full - gains.by().cap(i)));
    }
}

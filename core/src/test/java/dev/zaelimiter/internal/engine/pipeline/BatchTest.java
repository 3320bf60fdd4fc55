package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.bucket.Rates;
import org.junit.jupiter.api.Test;

class BatchTest {

    private static final long NOW = 1_700_000_000_000L;

    private static BucketImage image(String limit, long cap, long shards, long tk) {
        Rates rates = new Rates(new long[] {cap}, new long[] {1_000}, new long[] {60_000});
        return new BucketImage(
                new BucketLayout(limit),
                new long[] {tk},
                rates,
                new long[] {0},
                new long[] {0},
                NOW,
                shards,
                0,
                1,
                false,
                null);
    }

    private static Batch batch(BucketImage image) {
        return new Batch(image, Gains.of(image, image.rates(), NOW, null), CorrectionSum.NONE, CorrectionSum.NONE);
    }

    @Test
    void isFor_sameNumbersAndShards_isTrueWhateverItHolds() {
        assertThat(batch(image("rpm", 10_000, 2, 5_000)).isFor(image("rpm", 10_000, 2, -3_000)))
                .isTrue();
    }

    /**
     * What was to be sent again was planned by the shares of a bucket that had been made whole, and cut what it held to
     * a half.
     */
    @Test
    void isFor_otherNumbersOrShards_isFalse() {
        Batch batch = batch(image("rpm", 10_000, 2, 5_000));
        assertThat(batch.isFor(image("rpm", 10_000, 1, 5_000))).isFalse();
        assertThat(batch.isFor(image("rpm", 10_000, 4, 5_000))).isFalse();
        assertThat(batch.isFor(image("rpm", 20_000, 2, 5_000))).isFalse();
        assertThat(batch.isFor(image("tpm", 10_000, 2, 5_000))).isFalse();
        assertThat(batch.isFor(null)).isFalse();
    }
}

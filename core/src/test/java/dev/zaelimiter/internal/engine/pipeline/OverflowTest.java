package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.engine.kernel.Engine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whether what goes back fits in a shard, at the ends of the ranges: of balances, ceilings and sums. */
class OverflowTest {

    private static final long MOST = Limit.MAX_AMOUNT;
    private static final Limit LARGEST = Limit.custom("rpm", MOST, MOST, Duration.ofSeconds(1));

    private final Engine engine = EngineFixture.engine(new EmptyStore(), new ManualClock());
    private final Overflow overflow = new Overflow(engine, EngineFixture.site(engine));

    private static BucketImage shard(long count, long tokens) {
        return BucketFixture.image(BucketFixture.item(0, count, List.of(LARGEST), Map.of("rpm", tokens), item -> {}));
    }

    private boolean overflows(BucketImage image, String limit, long tokens) {
        return overflow.overflows(BucketFixture.adjustment(limit, tokens), image, BucketFixture.gains(image));
    }

    @Test
    void overflows_shardOfTheLargest_holdsItsHalfAndNoMore() {
        assertThat(overflows(shard(2, 0), "rpm", MOST / 2)).isFalse();
        assertThat(overflows(shard(2, 0), "rpm", MOST / 2 + 1)).isTrue();
        assertThat(overflows(shard(2, MOST / 2), "rpm", 1)).as("full").isTrue();
        assertThat(overflows(shard(2, MOST), "rpm", 1)).as("above its ceiling").isTrue();
    }

    @Test
    void overflows_deepestDebts_haveRoomForAnything() {
        assertThat(overflows(shard(2, BucketMath.DEEPEST / BucketMath.MILLI), "rpm", MOST))
                .isFalse();
        assertThat(overflows(shard(2, Long.MIN_VALUE / BucketMath.MILLI), "rpm", MOST))
                .isFalse();
    }

    @Test
    void overflows_undivided_hasNowhereElseToGo() {
        assertThat(overflows(shard(1, MOST), "rpm", MOST)).isFalse();
    }

    @Test
    void overflows_limitThatTheShardLacks_goesOn() {
        assertThat(overflows(shard(2, 0), "tpm", 1)).isTrue();
    }
}

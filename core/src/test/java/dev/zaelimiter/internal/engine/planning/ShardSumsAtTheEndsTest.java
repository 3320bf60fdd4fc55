package dev.zaelimiter.internal.engine.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.schema.ShardTransfer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Sums over shards at the ends of the ranges: amounts that a long does not hold together, and times beyond all. Shards
 * that each hold the whole are none of ours; other systems and damage make them.
 */
class ShardSumsAtTheEndsTest {

    private static final long MOST = Limit.MAX_AMOUNT;
    /** Ten of these are more than a long holds. */
    private static final int MANY = 12;

    private static final Limit LARGEST = Limit.custom("rpm", MOST, MOST, Duration.ofSeconds(1));
    private static final Limit SLOWEST = Limit.custom("rpm", MOST, 2, Limit.MAX_PERIOD);
    private static final long DEEPEST_TOKENS = BucketMath.DEEPEST / BucketMath.MILLI;

    private static ShardSums sums(TakeRequest take, ShardTransfer.Seen... shards) {
        ShardSums sums = new ShardSums(take, ShardFixture.NOW);
        for (ShardTransfer.Seen shard : shards) {
            sums.add(shard.image(), shard.image().rates());
        }
        return sums;
    }

    private static ShardTransfer.Seen[] wholes(Limit limit, long tokens) {
        ShardTransfer.Seen[] shards = new ShardTransfer.Seen[MANY];
        for (int shard = 0; shard < MANY; shard++) {
            shards[shard] = ShardFixture.shard(shard, 1, List.of(limit), Map.of("rpm", tokens));
        }
        return shards;
    }

    @Test
    void untilTogether_moreThanALongHolds_isThere() {
        TakeRequest all = ShardFixture.take("rpm", MOST);
        assertThat(sums(all, wholes(LARGEST, MOST)).untilTogether(0, MANY)).isZero();
        assertThat(sums(all.waiting(Long.MAX_VALUE / 4), wholes(LARGEST, MOST)).untilTogether(0, MANY))
                .isZero();
    }

    @Test
    void untilTogether_oneInTheDeepestDebt_takesNothingAwayFromTheOthers() {
        TakeRequest all = ShardFixture.take("rpm", MOST);
        ShardTransfer.Seen[] shards = wholes(LARGEST, DEEPEST_TOKENS);
        shards[3] = ShardFixture.shard(3, 1, List.of(LARGEST), Map.of("rpm", MOST));
        assertThat(sums(all, shards).untilTogether(0, MANY)).isZero();
    }

    @Test
    void untilTogether_laterThanAnyTime_isTheLatest() {
        ShardTransfer.Seen[] shards = wholes(SLOWEST, DEEPEST_TOKENS);
        assertThat(sums(ShardFixture.take("rpm", MOST), shards).untilTogether(0, MANY))
                .isEqualTo(BucketMath.SATURATED);
    }

    @Test
    void untilMore_slowestRefill_isTheTimeOfAToken() {
        ShardTransfer.Seen one = ShardFixture.shard(0, 2, List.of(SLOWEST), Map.of());
        ShardTransfer.Seen two = ShardFixture.shard(1, 2, List.of(SLOWEST), Map.of());
        long aToken = Limit.MAX_PERIOD.toMillis() / 2;
        // Each of both rounds down a millitoken.
        assertThat(sums(ShardFixture.take("rpm", 1), one, two).untilMore(0, SLOWEST, 0))
                .isBetween(aToken, aToken + aToken / 400);
    }

    @Test
    void untilMore_allFull_neverComes() {
        assertThat(sums(ShardFixture.take("rpm", 1), wholes(LARGEST, MOST))
                        .untilMore(0, LARGEST, MOST * BucketMath.MILLI))
                .isEqualTo(Statuses.NEVER);
    }

    private static MultiShardPlanner planner(ShardTransfer.Seen... shards) {
        MultiShardPlanner planner = new MultiShardPlanner(ShardFixture.NOW);
        for (ShardTransfer.Seen shard : shards) {
            planner.add(shard, shard.image().rates(), 0);
        }
        return planner;
    }

    @Test
    void take_shardsThatHoldMoreThanALongTogether_givesJustWhatWasAsked() {
        MultiShardPlanner planner = planner(wholes(LARGEST, MOST));
        for (int i = 0; i < MANY; i++) {
            MultiShardPlanner.Fit fit = Objects.requireNonNull(planner.take(ShardFixture.take("rpm", MOST)));
            assertThat(fit.given().stream()
                            .mapToLong(given -> given.tokens().milli("rpm"))
                            .sum())
                    .isEqualTo(MOST * BucketMath.MILLI);
            assertThat(fit.waitMillis()).isZero();
        }
        assertThat(planner.take(ShardFixture.take("rpm", 1))).isNull();
    }

    @Test
    void take_allInTheDeepestDebt_doesNotFitHoweverLongOneWaits() {
        MultiShardPlanner planner = planner(wholes(SLOWEST, DEEPEST_TOKENS));
        assertThat(planner.take(ShardFixture.take("rpm", 1))).isNull();
        assertThat(planner.leastWait(ShardFixture.take("rpm", 1).waiting(Long.MAX_VALUE / 4)))
                .isNegative();
    }

    @Test
    void leastWait_theWholeOfTheLargest_isWithinItsPeriod() {
        MultiShardPlanner planner = planner(
                ShardFixture.shard(0, 2, List.of(LARGEST), Map.of()),
                ShardFixture.shard(1, 2, List.of(LARGEST), Map.of()));
        assertThat(planner.leastWait(ShardFixture.take("rpm", MOST).waiting(2_000)))
                .isBetween(999L, 1_001L);
    }
}

package dev.zaelimiter.internal.engine.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.schema.ShardTransfer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MultiShardPlannerTest {

    private static final List<Limit> LIMITS = List.of(Limit.perMinute("rpm", 40));

    private final MultiShardPlanner planner = new MultiShardPlanner(ShardFixture.NOW);

    private static void add(MultiShardPlanner to, ShardTransfer.Seen shard) {
        to.add(shard, shard.image().rates(), 0);
    }

    private void shards(long... tokens) {
        for (int shard = 0; shard < tokens.length; shard++) {
            add(planner, ShardFixture.shard(shard, tokens.length, LIMITS, Map.of("rpm", tokens[shard])));
        }
    }

    private static TakeRequest take(long tokens, long waitMillis) {
        return new TakeRequest(Tokens.of("rpm", tokens * BucketMath.MILLI), waitMillis, null);
    }

    private static long sum(MultiShardPlanner.Fit fit) {
        return fit.given().stream()
                .mapToLong(given -> given.tokens().milli("rpm"))
                .sum();
    }

    @Test
    void take_moreThanAnyShardHolds_comesFromTheFullestFirst() {
        shards(3, 10, 1, 7);

        MultiShardPlanner.Fit fit = Objects.requireNonNull(planner.take(take(15, 0)));

        assertThat(fit.waitMillis()).isZero();
        assertThat(fit.given())
                .containsExactly(
                        new MultiShardPlanner.Given(1, Tokens.of("rpm", 10_000)),
                        new MultiShardPlanner.Given(3, Tokens.of("rpm", 5_000)));
    }

    @Test
    void take_moreThanAllHoldTogether_doesNotFit() {
        shards(3, 10, 1, 7);

        assertThat(planner.take(take(22, 0))).isNull();
        assertThat(planner.take(take(21, 0))).isNotNull();
    }

    @Test
    void take_onTopOfAnother_doesNotGetTheSameTokens() {
        shards(10, 10, 0, 0);

        assertThat(planner.take(take(15, 0))).isNotNull();
        assertThat(planner.take(take(6, 0))).isNull();
        assertThat(sum(Objects.requireNonNull(planner.take(take(5, 0))))).isEqualTo(5_000);
    }

    @Test
    void take_ofOneWhoWaits_goesIntoDebtForTheShortestTime() {
        shards(5, 5, 5, 5);

        // 4 more come back at 40 a minute in 6 s, a quarter in each shard.
        assertThat(planner.leastWait(take(24, 60_000))).isEqualTo(6_000);
        assertThat(planner.leastWait(take(24, 5_999))).isNegative();
        assertThat(sum(Objects.requireNonNull(planner.take(take(24, 60_000))))).isEqualTo(24_000);
    }

    @Test
    void take_moreThanTheWholeLimit_neverFits() {
        shards(10, 10, 10, 10);

        assertThat(planner.leastWait(take(41, 3_600_000))).isNegative();
        assertThat(planner.leastWait(take(40, 0))).isZero();
    }

    @Test
    void take_softLimit_isNeverRefused() {
        for (int shard = 0; shard < 2; shard++) {
            var seen = ShardFixture.shard(shard, 2, LIMITS, Map.of("rpm", 0L));
            planner.add(seen, seen.image().rates(), 1 << seen.image().layout().indexOf("rpm"));
        }

        assertThat(sum(Objects.requireNonNull(planner.take(take(100, 0))))).isEqualTo(100_000);
    }

    @Test
    void alone_theFullestThatCouldHoldIt() {
        shards(3, 9, 1, 7);

        assertThat(planner.alone(take(10, 0))).isEqualTo(1);
        assertThat(planner.alone(take(11, 0))).isNegative();
    }

    @Test
    void lacking_shardWithoutTheLimit_isFound() {
        add(planner, ShardFixture.shard(0, 2, LIMITS, Map.of()));
        add(planner, ShardFixture.shard(1, 2, List.of(Limit.perMinute("tpm", 10)), Map.of()));

        assertThat(planner.lacking(take(1, 0))).isEqualTo(1);
        assertThat(planner.lacking(take(0, 0))).isNegative();
    }

    @Test
    void take_manyOfAnySize_givesWhatWasAskedAndNoMoreThanThereIs() {
        SplittableRandom random = new SplittableRandom(7);
        for (int run = 0; run < 200; run++) {
            MultiShardPlanner many = new MultiShardPlanner(ShardFixture.NOW);
            long[] tokens = random.longs(4, 0, 11).toArray();
            for (int shard = 0; shard < 4; shard++) {
                add(many, ShardFixture.shard(shard, 4, LIMITS, Map.of("rpm", tokens[shard])));
            }
            long[] left = tokens.clone();
            for (int t = 0; t < 10; t++) {
                long asked = random.nextLong(1, 12);
                long there = left[0] + left[1] + left[2] + left[3];
                MultiShardPlanner.Fit fit = many.take(take(asked, 0));
                assertThat(fit != null).as("run %d", run).isEqualTo(asked <= there);
                if (fit != null) {
                    assertThat(sum(fit)).isEqualTo(asked * BucketMath.MILLI);
                    fit.given()
                            .forEach(given ->
                                    left[given.place()] -= given.tokens().milli("rpm") / BucketMath.MILLI);
                    assertThat(LongStream.of(left)).as("run %d", run).allMatch(rest -> rest >= 0);
                }
            }
        }
    }
}

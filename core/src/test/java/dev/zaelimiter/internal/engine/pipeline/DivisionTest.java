package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.store.StoreTraits;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DivisionTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final StoreTraits TABLE = new StoreTraits("table", true, true, 1000);
    private static final Limit RPM = Limit.perMinute("rpm", 1000);

    /** What is known of the first shard. */
    private record First(boolean loaded, int shardCount) implements SiblingView {
        @Override
        public int divisor() {
            return shardCount;
        }

        @Override
        public boolean fresh() {
            return true;
        }

        @Override
        public long lacks(String limit) {
            return 0;
        }

        @Override
        public @Nullable Lineage lineage() {
            return null;
        }
    }

    private static final First FIRST = new First(true, 1);

    /** A shard of which so much of 1,000 write units is left, and that has taken so many in all. */
    private static BucketImage shard(int shard, long count, long unitsLeft, long unitsEver, long tokens) {
        return BucketFixture.image(BucketFixture.item(
                shard,
                count,
                List.of(RPM),
                Map.of("rpm", tokens),
                item -> item.put("b_wcu_tk", unitsLeft * 1000)
                        .put("b_wcu_cp", 1_000_000)
                        .put("b_wcu_ra", 1_000_000)
                        .put("b_wcu_rp", 1_000)
                        .put("b_wcu_tc", unitsEver * 1000)));
    }

    private static boolean servesOnlyWhole(long held, long asked) {
        return Division.servesOnlyWhole(
                shard(1, 2, 1000, 0, held), BucketFixture.ask("rpm", asked).take, BucketFixture.NOW);
    }

    /** Who came at the time that was told found the shard divided for its own sake, and too little in either half. */
    @Test
    void servesOnlyWhole_heldByTheWholeAlone_isServedByIt() {
        assertThat(servesOnlyWhole(10, 7)).isTrue();
        assertThat(servesOnlyWhole(10, 5)).as("a half holds it").isFalse();
        assertThat(servesOnlyWhole(10, 11)).as("the whole does not hold it").isFalse();
        assertThat(servesOnlyWhole(0, 0)).as("nothing is asked").isFalse();
        assertThat(Division.servesOnlyWhole(
                        shard(1, 2, 1000, 0, 10), BucketFixture.ask("other", 1).take, BucketFixture.NOW))
                .as("it lacks the limit")
                .isFalse();
    }

    private static Division.Due due(Division division, BucketImage image, SiblingView first, long nanos) {
        return division.due(image, first, nanos, BucketFixture.NOW, false);
    }

    @Test
    void due_unitsRunShort_isDividedASecondAfterTheLastDivision() {
        Division division = new Division(TABLE, 0);
        BucketImage hot = shard(0, 1, 99, 0, 100);

        assertThat(due(division, hot, FIRST, 0)).isEqualTo(Division.Due.NOTHING);
        assertThat(due(division, hot, FIRST, SECOND - 1)).isEqualTo(Division.Due.NOTHING);
        assertThat(due(division, hot, FIRST, SECOND)).isEqualTo(Division.Due.SPLIT);
        assertThat(due(division, shard(0, 2, 99, 0, 100), FIRST, SECOND))
                .as("what is short then is what was short before")
                .isEqualTo(Division.Due.NOTHING);
    }

    @Test
    void due_unitsAreLeft_isNotDivided() {
        Division division = new Division(TABLE, 0);
        BucketImage calm = shard(0, 1, 100, 0, 100);
        due(division, calm, FIRST, 0);

        assertThat(due(division, calm, FIRST, SECOND)).isEqualTo(Division.Due.NOTHING);
    }

    @Test
    void due_storeWithoutPartitions_isNotDividedForItsUnits() {
        Division division = new Division(new StoreTraits("memory", false, false, 0), 0);
        due(division, shard(0, 1, 0, 0, 100), FIRST, 0);

        assertThat(due(division, shard(0, 1, 0, 0, 100), FIRST, SECOND)).isEqualTo(Division.Due.NOTHING);
    }

    @Test
    void due_storeThrottled_isDividedAsLongAsThatIsRemembered() {
        Division division = new Division(TABLE, 0);
        BucketImage image = shard(0, 1, 1000, 0, 100);
        due(division, image, FIRST, 0);
        division.throttled(SECOND);

        assertThat(due(division, image, FIRST, SECOND)).isEqualTo(Division.Due.SPLIT);
        assertThat(due(division, image, FIRST, 6 * SECOND - 1)).isEqualTo(Division.Due.SPLIT);
        assertThat(due(division, image, FIRST, 6 * SECOND)).isEqualTo(Division.Due.NOTHING);
    }

    @Test
    void due_anotherShardOfAsManyIsShort_isDivided() {
        Division division = new Division(TABLE, 0);
        BucketImage image = shard(0, 2, 1000, 0, 100);
        due(division, image, FIRST, 0);
        division.wanted(4, SECOND);
        assertThat(due(division, image, FIRST, SECOND))
                .as("of another division")
                .isEqualTo(Division.Due.NOTHING);
        division.wanted(2, SECOND);

        assertThat(due(division, image, FIRST, SECOND)).isEqualTo(Division.Due.SPLIT);
    }

    @Test
    void due_anotherThanTheFirst_followsItAndAsksItOtherwise() {
        Division division = new Division(TABLE, 1);
        BucketImage hot = shard(1, 2, 0, 0, 100);
        due(division, hot, new First(true, 2), 0);

        assertThat(due(division, hot, new First(true, 4), SECOND)).isEqualTo(Division.Due.SPLIT);
        assertThat(due(division, hot, new First(true, 2), SECOND)).isEqualTo(Division.Due.ASK_FIRST);
        assertThat(division.askedFirst(SECOND)).isEqualTo(2);
        assertThat(due(division, hot, new First(true, 2), SECOND + 99 * MILLI)).isEqualTo(Division.Due.NOTHING);
        assertThat(due(division, hot, new First(true, 2), SECOND + 100 * MILLI)).isEqualTo(Division.Due.ASK_FIRST);
    }

    @Test
    void due_sharesWouldHoldLessThanAToken_isNotDivided() {
        Division division = new Division(TABLE, 0);
        BucketImage most = shard(0, Shares.MAX, 0, 0, 100);
        due(division, most, FIRST, 0);
        assertThat(due(division, most, FIRST, SECOND)).as("the most shards").isEqualTo(Division.Due.NOTHING);

        BucketImage small = BucketFixture.image(
                BucketFixture.item(0, 2, List.of(Limit.perMinute("rpm", 3)), Map.of("rpm", 1L), item -> {}));
        Division other = new Division(TABLE, 0);
        due(other, small, FIRST, 0);
        other.throttled(SECOND);
        assertThat(due(other, small, FIRST, SECOND)).isEqualTo(Division.Due.NOTHING);
    }

    @Test
    void due_fewWritesForAWhile_isMergedUnlessInDebt() {
        BucketImage calm = shard(0, 2, 1000, 0, 100);
        Division division = new Division(TABLE, 0);
        due(division, calm, FIRST, 0);
        assertThat(due(division, calm, FIRST, 30 * SECOND - 1)).isEqualTo(Division.Due.NOTHING);
        assertThat(due(division, calm, FIRST, 30 * SECOND)).isEqualTo(Division.Due.MERGE);

        Division owing = new Division(TABLE, 0);
        BucketImage debt = shard(0, 2, 1000, 0, -1);
        due(owing, debt, FIRST, 0);
        assertThat(due(owing, debt, FIRST, 30 * SECOND)).isEqualTo(Division.Due.NOTHING);

        Division busy = new Division(TABLE, 0);
        due(busy, calm, FIRST, 0);
        assertThat(due(busy, shard(0, 2, 1000, 30 * 100, 100), FIRST, 30 * SECOND))
                .as("a tenth of what a partition takes")
                .isEqualTo(Division.Due.NOTHING);
    }

    @Test
    void due_pythonUsesTheBucketToo_isNeverMerged() {
        BucketImage calm = shard(0, 2, 1000, 0, 100);
        Division division = new Division(TABLE, 0);
        division.due(calm, FIRST, 0, BucketFixture.NOW, true);
        assertThat(division.due(calm, FIRST, 300 * SECOND, BucketFixture.NOW, true))
                .isEqualTo(Division.Due.NOTHING);
        Division finer = new Division(TABLE, 1);
        assertThat(finer.due(shard(1, 4, 1000, 0, 100), new First(true, 2), 0, BucketFixture.NOW, true))
                .isEqualTo(Division.Due.NOTHING);
    }

    @Test
    void due_oneShard_isNotMerged() {
        Division division = new Division(TABLE, 0);
        due(division, shard(0, 1, 1000, 0, 100), FIRST, 0);

        assertThat(due(division, shard(0, 1, 1000, 0, 100), FIRST, 30 * SECOND)).isEqualTo(Division.Due.NOTHING);
    }

    @Test
    void due_firstShardKnowsOfFewer_followsIt() {
        Division division = new Division(TABLE, 1);
        BucketImage image = shard(1, 4, 1000, 0, 100);

        assertThat(due(division, image, new First(true, 2), 0)).isEqualTo(Division.Due.MERGE);
        assertThat(due(division, image, new First(false, 1), 0))
                .as("nothing is known of it")
                .isEqualTo(Division.Due.NOTHING);
        assertThat(due(division, image, new First(true, 4), 0)).isEqualTo(Division.Due.NOTHING);
    }

    @Test
    void due_transferCameToNothing_isNotTriedAgainAtOnce() {
        Division division = new Division(TABLE, 1);
        BucketImage image = shard(1, 4, 1000, 0, 100);
        due(division, image, new First(true, 2), 0);
        division.failed(5 * MILLI, 0);
        assertThat(due(division, image, new First(true, 2), 5 * MILLI - 1)).isEqualTo(Division.Due.NOTHING);
        assertThat(due(division, image, new First(true, 2), 5 * MILLI)).isEqualTo(Division.Due.MERGE);
        division.nothingToMove(0);
        assertThat(due(division, image, new First(true, 2), SECOND - 1)).isEqualTo(Division.Due.NOTHING);
        assertThat(due(division, image, new First(true, 2), SECOND)).isEqualTo(Division.Due.MERGE);
    }
}

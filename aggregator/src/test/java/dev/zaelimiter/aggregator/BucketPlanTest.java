package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a shard is refilled, divided early, or has its count propagated. */
class BucketPlanTest {

    private static final long NOW = Samples.NOON + 1000;
    private static final AggregatorSettings SETTINGS = AggregatorSettings.defaults();

    private static Set<BucketPlan.Step> steps(Item before, Item after, long at, boolean partitions) {
        return steps(before, after, at, partitions, SETTINGS);
    }

    private static Set<BucketPlan.Step> steps(
            Item before, Item after, long at, boolean partitions, AggregatorSettings settings) {
        ChangeRecord change = new ChangeRecord(Samples.BUCKET, before, after, false, BigInteger.ONE, at);
        BucketActivity activity = Aggregation.of(new StreamBatch("s-1", List.of(change)))
                .buckets()
                .get(0);
        return BucketPlan.of(activity, settings, partitions, NOW).steps();
    }

    /** A write to a bucket whose partition had so much left at that time, in thousandths of a unit. */
    private static Item busy(long wcu) {
        return Samples.bucket(90_000, 1000).put("b_wcu_tk", wcu).build();
    }

    private static final Item BEFORE = Samples.bucket(90_000, 0).build();

    @ParameterizedTest
    @CsvSource({"200000, false", "199999, true", "0, true", "-5000, true", "1000000, false"})
    void divide_atFourFifthsOfThePartition_andNotBefore(long wcu, boolean divided) {
        assertThat(steps(BEFORE, busy(wcu), Samples.NOON, true).contains(BucketPlan.Step.DIVIDE))
                .isEqualTo(divided);
    }

    @Test
    void divide_whatHasRefilledByTheTimeOfTheChange_counts() {
        // 199,999 and a tenth of a second of 1,000 units each.
        assertThat(steps(BEFORE, busy(199_999), Samples.NOON + 100, true)).isEmpty();
    }

    @Test
    void divide_onAStoreWithoutPartitions_isNotPlanned() {
        assertThat(steps(BEFORE, busy(0), Samples.NOON, false)).isEmpty();
    }

    @Test
    void divide_switchedOff_isNotPlanned() {
        assertThat(steps(BEFORE, busy(0), Samples.NOON, true, SETTINGS.divisions(false)))
                .isEmpty();
    }

    @Test
    void divide_ofAChangeThatIsOld_isNotPlanned() {
        Item hot = busy(0).toBuilder().put("rf", NOW - 5001).build();
        assertThat(steps(BEFORE, hot, NOW - 5001, true)).doesNotContain(BucketPlan.Step.DIVIDE);
        Item recent = busy(0).toBuilder().put("rf", NOW - 5000).build();
        assertThat(steps(BEFORE, recent, NOW - 5000, true)).contains(BucketPlan.Step.DIVIDE);
    }

    @Test
    void divide_rightAfterADivision_isNotPlanned() {
        Item divided = busy(0).toBuilder().put("shard_count", 2).build();
        assertThat(steps(BEFORE, divided, NOW - 1000, true)).isEmpty();
        Item earlier = divided.toBuilder().put("rf", NOW - 1001).build();
        assertThat(steps(BEFORE, earlier, NOW - 1001, true)).contains(BucketPlan.Step.DIVIDE);
    }

    @ParameterizedTest
    @CsvSource({"16, true", "32, false"})
    void divide_intoMoreShardsThanThereMayBe_isNotPlanned(long count, boolean divided) {
        Item before = BEFORE.toBuilder().put("shard_count", count).build();
        Item after = busy(0).toBuilder().put("shard_count", count).build();
        assertThat(steps(before, after, Samples.NOON, true).contains(BucketPlan.Step.DIVIDE))
                .isEqualTo(divided);
    }

    @ParameterizedTest
    @CsvSource({"1000, false", "1999, false", "2000, true"})
    void divide_whereAShardWouldNotHoldAToken_isNotPlanned(long capacity, boolean divided) {
        Item before =
                BEFORE.toBuilder().put("b_rpm_cp", capacity).put("b_rpm_tk", 0).build();
        Item after =
                busy(0).toBuilder().put("b_rpm_cp", capacity).put("b_rpm_tk", 0).build();
        assertThat(steps(before, after, Samples.NOON, true).contains(BucketPlan.Step.DIVIDE))
                .isEqualTo(divided);
    }

    @ParameterizedTest
    @ValueSource(strings = {"vu", "sched", "rsched"})
    void anyStep_onABucketOfThePythonSystemsSchedules_isNotPlanned(String attribute) {
        Item special =
                busy(0).toBuilder().put(attribute, "daily").put("b_rpm_tk", 0).build();
        assertThat(steps(BEFORE, special, Samples.NOON, true)).isEmpty();
    }

    @Test
    void anyStep_onADamagedOrDeletedBucket_isNotPlanned() {
        Item damaged = busy(0).toBuilder().put("b_rpm_ra", "fast").build();
        assertThat(steps(BEFORE, damaged, Samples.NOON, true)).isEmpty();
        assertThat(steps(BEFORE, null, Samples.NOON, true)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 2, false", "2, 4, true", "16, 32, true", "4, 4, false", "4, 2, false"})
    void propagate_whenTheFirstShardSaysMoreThanTwo(long then, long now, boolean propagated) {
        Item before = BEFORE.toBuilder().put("shard_count", then).build();
        Item after = busy(900_000).toBuilder().put("shard_count", now).build();
        assertThat(steps(before, after, NOW, true).contains(BucketPlan.Step.PROPAGATE))
                .isEqualTo(propagated);
    }

    @ParameterizedTest
    @CsvSource({
        // balance, consumed, milliseconds since the stamp
        "1000, 5000, 1000, true",
        "90000, 5000, 1000, false",
        "1000, 0, 1000, false",
        "1000, 5000, 0, false",
        "-9000, 500, 1000, true",
        "3333, 5000, 1000, true",
        "3334, 5000, 1000, false"
    })
    void refill_whereWhatIsThereDoesNotHoldTheSameOnceMore(long balance, long consumed, long gap, boolean refilled) {
        // 100,000 in a minute are 1,666 in a second.
        Item after = Samples.bucket(balance, consumed).put("rf", NOW - gap).build();
        assertThat(steps(BEFORE, after, NOW, false).contains(BucketPlan.Step.REFILL))
                .isEqualTo(refilled);
        assertThat(steps(BEFORE, after, NOW, false, SETTINGS.refills(false))).isEmpty();
    }

    @Test
    void refill_ofAStampFarAhead_isLeftToWhoeverAcquires() {
        Item ahead = Samples.bucket(0, 5000).put("rf", NOW + 3_600_000).build();
        assertThat(steps(BEFORE, ahead, NOW, false)).isEmpty();
    }
}

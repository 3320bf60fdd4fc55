package dev.zaelimiter.internal.schema;

import static dev.zaelimiter.internal.schema.BucketSchemaTest.KEY;
import static dev.zaelimiter.internal.schema.BucketSchemaTest.limit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A bucket of {@code rpm}, 100 a minute, is brought in line; the stamp lies six seconds back, worth ten tokens. */
class ReconciliationTest {

    private static final long STAMP = 1_700_000_000_000L;
    private static final long NOW = STAMP + 6_000;
    private static final Limit RPM = Limit.perMinute("rpm", 100);

    private static Item bucket(long tk, UnaryOperator<Item.Builder> more) {
        Item.Builder item = Item.builder(KEY).put("rf", STAMP).put("shard_count", 1);
        limit(item, "rpm", tk, 100_000, 100_000, 60_000);
        limit(item, "wcu", 1_000_000, 1_000_000, 1_000_000, 1_000);
        return more.apply(item).build();
    }

    private static Item bucket(long tk) {
        return bucket(tk, item -> item);
    }

    private static Write write(Item item, int multiplier, Limit... limits) {
        BucketSchema schema = BucketSchema.of(item.layout());
        Reconciliation.Target target = new Reconciliation.Target(List.of(limits), multiplier);
        return Reconciliation.toTarget(KEY, item, schema, schema.decode(item), target, NOW, 9);
    }

    private static Item reconciled(Item item, int multiplier, Limit... limits) {
        Item after = Objects.requireNonNull(WriteModel.apply(item, write(item, multiplier, limits)));
        BucketImage image = BucketSchema.of(after.layout()).decode(after);
        assertThat(Reconciliation.agrees(after, image, new Reconciliation.Target(List.of(limits), multiplier)))
                .as("one rewrite is enough: %s", after)
                .isTrue();
        assertThat(after.whole("wid", 0)).isEqualTo(9);
        assertThat(after.whole("rf", 0)).isEqualTo(NOW);
        return after;
    }

    private static boolean agrees(Item item, int multiplier, Limit... limits) {
        BucketImage image = BucketSchema.of(item.layout()).decode(item);
        return Reconciliation.agrees(item, image, new Reconciliation.Target(List.of(limits), multiplier));
    }

    private static @Nullable AttributeValue texts(String... names) {
        return AttributeValue.Sequence.ofTexts(List.of(names));
    }

    @Test
    void agrees_sameLimits_nothingToDo() {
        assertThat(agrees(bucket(5_000), 0, RPM)).isTrue();
        assertThat(agrees(bucket(5_000, item -> item.put("ttl", 1)), 7, RPM)).isTrue();
    }

    @Test
    void agrees_anyDifference_isNoticed() {
        assertThat(agrees(bucket(5_000), 7, RPM)).as("no time to live").isFalse();
        assertThat(agrees(bucket(5_000, item -> item.put("ttl", 1)), 0, RPM)).isFalse();
        assertThat(agrees(bucket(5_000), 0, Limit.perMinute("rpm", 101))).isFalse();
        assertThat(agrees(bucket(5_000), 0, RPM.burst(101))).isFalse();
        assertThat(agrees(bucket(5_000), 0, Limit.perHour("rpm", 100))).isFalse();
        assertThat(agrees(bucket(5_000), 0, RPM, Limit.perMinute("tpm", 1))).isFalse();
        assertThat(agrees(bucket(5_000), 0, Limit.perMinute("tpm", 100))).isFalse();
        assertThat(agrees(bucket(5_000, item -> limit(item, "x", 1, 2, 3, 4)), 0, RPM))
                .isFalse();
    }

    @Test
    void agrees_callTimeLimits_areTheCallsBusiness() {
        Item item = bucket(
                5_000, each -> limit(each, "x", 1_000, 2_000, 3_000, 4_000).put("ctl", texts("x")));
        assertThat(agrees(item, 0, RPM)).isTrue();
        assertThat(agrees(item, 0, RPM, Limit.custom("x", 2, 3, Duration.ofSeconds(4))))
                .as("stored now, no longer the call's")
                .isFalse();
    }

    @Test
    void toTarget_lowerCapacity_clampsAtOnce() {
        Item after = reconciled(bucket(95_000), 0, Limit.perMinute("rpm", 50));
        assertThat(after.whole("b_rpm_tk", 0)).isEqualTo(50_000);
        assertThat(after.whole("b_rpm_cp", 0)).isEqualTo(50_000);
        assertThat(after.whole("b_rpm_ra", 0)).isEqualTo(50_000);
        assertThat(reconciled(bucket(20_000), 0, Limit.perMinute("rpm", 50)).whole("b_rpm_tk", 0))
                .as("below it, refilled under the old rate")
                .isEqualTo(30_000);
    }

    @Test
    void toTarget_higherCapacity_fillsByRefill() {
        assertThat(reconciled(bucket(95_000), 0, Limit.perMinute("rpm", 500)).whole("b_rpm_tk", 0))
                .as("full under the old ceiling, no more")
                .isEqualTo(100_000);
        Item after = reconciled(bucket(20_000), 0, Limit.perMinute("rpm", 500));
        assertThat(after.whole("b_rpm_tk", 0)).isEqualTo(30_000);
        assertThat(after.whole("b_rpm_cp", 0)).isEqualTo(500_000);
    }

    @Test
    void toTarget_otherPeriod_keepsBalanceAndFraction() {
        Item before = bucket(20_000, item -> item.put("b_rpm_rm", 30_001));
        Item after = reconciled(before, 0, Limit.perHour("rpm", 100));
        assertThat(after.whole("b_rpm_tk", 0)).isEqualTo(30_000);
        assertThat(after.whole("b_rpm_rp", 0)).isEqualTo(3_600_000);
        assertThat(after.whole("b_rpm_rm", -1)).isEqualTo(30_001 * 60);
        Item shorter = reconciled(before, 0, Limit.perSecond("rpm", 100));
        assertThat(shorter.whole("b_rpm_rm", -1)).isEqualTo(500).isLessThan(1_000);
    }

    @Test
    void toTarget_filledUpMeanwhile_isRefusedSinceAFullLimitKeepsNoFraction() {
        Item before = bucket(20_000, item -> item.put("b_rpm_rm", 30_001));
        Write raise = write(before, 0, Limit.perMinute("rpm", 500));

        assertThat(WriteModel.apply(before.toBuilder().put("b_rpm_tk", 89_999).build(), raise))
                .isNotNull();
        assertThat(WriteModel.apply(before.toBuilder().put("b_rpm_tk", 90_000).build(), raise))
                .isNull();
    }

    @Test
    void toTarget_debt_isKept() {
        assertThat(reconciled(bucket(-500_000), 0, Limit.perMinute("rpm", 10)).whole("b_rpm_tk", 0))
                .isEqualTo(-490_000);
    }

    @Test
    void toTarget_addedLimit_startsFullOnceAndOnlyWhereItIsMissing() {
        Item before = bucket(20_000);
        Limit tpm = Limit.perMinute("tpm", 7);
        Write write = write(before, 0, RPM, tpm);
        Item after = Objects.requireNonNull(WriteModel.apply(before, write));
        assertThat(after.whole("b_tpm_tk", 0)).isEqualTo(7_000);
        assertThat(after.whole("b_tpm_tc", -1)).isZero();
        Item raced = limit(before.toBuilder(), "tpm", 1, 7_000, 7_000, 60_000).build();
        assertThat(WriteModel.apply(raced, write)).as("somebody else added it").isNull();
    }

    @Test
    void toTarget_removedLimit_leavesItsNameAndItsReturnTakesItBack() {
        Item before = bucket(
                20_000,
                item -> limit(item, "tpm", 1, 2, 3, 4).put("b_tpm_rm", 1).put("b_tpm_bx", 9));
        Item after = reconciled(before, 0, RPM);
        assertThat(after.attributes().keySet()).noneMatch(name -> name.startsWith("b_tpm_"));
        assertThat(after.get("gone")).isEqualTo(texts("tpm"));
        Item back = reconciled(after, 0, RPM, Limit.perMinute("tpm", 7));
        assertThat(back.has("gone")).isFalse();
        assertThat(back.whole("b_tpm_tk", 0)).isEqualTo(7_000);
    }

    @Test
    void toTarget_callTimeLimit_isRefilledAndLeftAlone() {
        Item before = bucket(
                20_000, item -> limit(item, "x", 500, 9_000, 1_000, 1_000).put("ctl", texts("x")));
        Item after = reconciled(before, 0, Limit.perMinute("rpm", 50));
        assertThat(after.whole("b_x_tk", 0)).isEqualTo(6_500);
        assertThat(after.whole("b_x_cp", 0)).isEqualTo(9_000);
        assertThat(after.get("ctl")).isEqualTo(texts("x"));
        Item stored = reconciled(before, 0, RPM, Limit.custom("x", 4, 1, Duration.ofSeconds(1)));
        assertThat(stored.has("ctl")).as("stored now").isFalse();
        assertThat(stored.whole("b_x_tk", 0)).isEqualTo(4_000);
    }

    @Test
    void toTarget_burstOfAnOldItem_isTheOldCeilingAndGoes() {
        Item before = bucket(110_000, item -> item.put("b_rpm_bx", 150_000));
        Item after = reconciled(before, 0, RPM.burst(200));
        assertThat(after.whole("b_rpm_tk", 0)).isEqualTo(120_000);
        assertThat(after.whole("b_rpm_cp", 0)).isEqualTo(200_000);
        assertThat(after.has("b_rpm_bx")).isFalse();
    }

    /** Another system's late addition to a limit that was removed. */
    @Test
    void toTarget_balanceOfARemovedLimit_isSeededAnew() {
        Item remains = bucket(20_000, item -> item.put("b_tpm_tk", -5_000).put("b_tpm_tc", 5_000));
        assertThat(reconciled(remains, 0, RPM, Limit.perMinute("tpm", 7)).whole("b_tpm_tk", 0))
                .isEqualTo(7_000);
    }

    @Test
    void toTarget_expiring_countsFromTheDeepestDebt() {
        Item after = reconciled(bucket(-90_000), 7, RPM);
        assertThat(after.whole("ttl", 0)).isEqualTo(NOW / 1000 + 7 * 108);
        Item callLimits = bucket(
                90_000, item -> limit(item, "x", -9_000, 1_000, 1_000, 60_000).put("ctl", texts("x")));
        assertThat(reconciled(callLimits, 1, RPM).whole("ttl", 0))
                .as("ten tokens at one a minute, six seconds gone")
                .isGreaterThanOrEqualTo(NOW / 1000 + 594);
    }

    @Test
    void toTarget_expiringWhileOthersGoDeeper_isRefused() {
        Item before = bucket(0, item -> item.put("ttl", 1));
        Write write = write(before, 1, RPM);
        assertThat(WriteModel.apply(before, write)).isNotNull();
        Item deeper = before.toBuilder().put("b_rpm_tk", -500_000).build();
        assertThat(WriteModel.apply(deeper, write)).isNull();
        assertThat(WriteModel.apply(deeper, write(before, 0, RPM)))
                .as("no end, no danger")
                .isNotNull();
    }

    @Test
    void toTarget_noLongerExpiring_removesTheTimeToLive() {
        assertThat(reconciled(bucket(0, item -> item.put("ttl", 1)), 0, RPM).has("ttl"))
                .isFalse();
    }

    @Test
    void toTarget_anythingItUsedHasMoved_isRefused() {
        Item before = bucket(20_000, item -> item.put("b_rpm_rm", 5));
        Write write = write(before, 0, Limit.perMinute("rpm", 50));
        for (String name : List.of("rf", "shard_count", "b_rpm_cp", "b_rpm_ra", "b_rpm_rp", "b_rpm_rm")) {
            Item moved = before.toBuilder().put(name, before.whole(name, 0) + 1).build();
            assertThat(WriteModel.apply(moved, write)).as(name).isNull();
        }
        Item taken = before.toBuilder().put("b_rpm_tk", 3_000).build();
        assertThat(Objects.requireNonNull(WriteModel.apply(taken, write)).whole("b_rpm_tk", 0))
                .as("a take between is kept")
                .isEqualTo(13_000);
    }

    @Test
    void toTarget_stampAhead_neverRunsBackUnlessDamaged() {
        Item ahead = bucket(20_000, item -> item.put("rf", NOW + 60_000));
        Item after = Objects.requireNonNull(WriteModel.apply(ahead, write(ahead, 0, RPM)));
        assertThat(after.whole("rf", 0)).isEqualTo(NOW + 60_000);
        assertThat(after.whole("b_rpm_tk", 0)).isEqualTo(20_000);
        Item damaged = bucket(20_000, item -> item.put("rf", NOW + 60_001));
        assertThat(reconciled(damaged, 0, RPM).whole("b_rpm_tk", 0)).isEqualTo(20_000);
    }

    @Test
    void addCallLimits_limitsThatLack_startFullAndAreMarked() {
        Item before = bucket(20_000, item -> item.put("ctl", texts("z")).put("ttl", 5));
        BucketSchema schema = BucketSchema.of(before.layout());
        List<Limit> added = List.of(Limit.perMinute("x", 3), Limit.perMinute("y", 4));
        Write write = Reconciliation.addCallLimits(KEY, before, schema, schema.decode(before), added, NOW, 9);
        Item after = Objects.requireNonNull(WriteModel.apply(before, write));
        assertThat(after.whole("b_x_tk", 0)).isEqualTo(3_000);
        assertThat(after.whole("b_y_tk", 0)).isEqualTo(4_000);
        assertThat(after.whole("b_rpm_tk", 0)).isEqualTo(30_000);
        assertThat(after.whole("b_rpm_cp", 0)).isEqualTo(100_000);
        assertThat(after.get("ctl")).isEqualTo(texts("x", "y", "z"));
        assertThat(after.whole("ttl", 0)).isEqualTo(5);
    }
}

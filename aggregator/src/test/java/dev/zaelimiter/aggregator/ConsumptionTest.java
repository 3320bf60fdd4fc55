package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.zaelimiter.internal.bucket.Counters;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class ConsumptionTest {

    private static final AttributeValue BEYOND = new AttributeValue.Decimal("92233720368547758070000");

    private static Contribution of(Item before, Item after) {
        return Consumption.of(Samples.change(1, before, after), after, new CounterLayout(after.layout()));
    }

    private static long consumed(Item before, Item after) {
        Contribution each = of(before, after);
        return each == null ? 0 : each.consumed()[0];
    }

    @Test
    void consumed_ofATake_isTheDifferenceOfTheCounter() {
        assertThat(consumed(
                        Samples.bucket(90_000, 7000).build(),
                        Samples.bucket(80_001, 16_999).build()))
                .isEqualTo(9999);
    }

    @Test
    void consumed_ofANewBucket_isItsCounter() {
        assertThat(consumed(null, Samples.bucket(90_000, 10_000).build())).isEqualTo(10_000);
    }

    @Test
    void consumed_ofALimitThatComes_isItsCounter() {
        Item before = Samples.bucket(1, 5000).build().toBuilder()
                .remove("b_rpm_tc")
                .remove("b_rpm_tk")
                .build();
        assertThat(consumed(before, Samples.bucket(1, 3000).build())).isEqualTo(3000);
    }

    @Test
    void consumed_ofALimitThatGoes_isNothing() {
        Item after =
                Samples.bucket(1, 5000).build().toBuilder().remove("b_rpm_tc").build();
        assertThat(of(Samples.bucket(1, 5000).build(), after)).isNull();
    }

    @Test
    void consumed_ofTheWritesOwnCost_isNothing() {
        Item before = Samples.bucket(1, 5000).build();
        assertThat(of(before, before.toBuilder().put("b_wcu_tc", 1000).build())).isNull();
    }

    @Test
    void consumed_whereTheCounterTurns_isWhatWasTaken() {
        long before = Counters.TURN - 500;
        long after = before + Counters.step(before, 3000);
        assertThat(after).isLessThan(0 + 3000);
        assertThat(consumed(
                        Samples.bucket(1, before).build(),
                        Samples.bucket(1, after).build()))
                .isEqualTo(3000);
    }

    @Test
    void consumed_whereACounterBeyondNumbersGoesOn_isTheDifference() {
        Item before = Samples.bucket(1, 0).put("b_rpm_tc", BEYOND).build();
        Item after = Samples.bucket(1, 0)
                .put("b_rpm_tc", new AttributeValue.Decimal("92233720368547758075000"))
                .build();
        assertThat(consumed(before, after)).isEqualTo(5000);
    }

    @Test
    void consumed_whereACounterBeyondNumbersBeginsAnew_isWhatItHasCountedSince() {
        Item before = Samples.bucket(1, 0).put("b_rpm_tc", BEYOND).build();
        assertThat(consumed(before, Samples.bucket(1, 2000).build())).isEqualTo(2000);
    }

    @Test
    void consumed_whereNumbersOverflow_isStillTheDifference() {
        Item before = Samples.bucket(1, Long.MAX_VALUE - 1000).build();
        Item after = Samples.bucket(1, 0)
                .put(
                        "b_rpm_tc",
                        new AttributeValue.Decimal(BigInteger.valueOf(Long.MAX_VALUE)
                                .add(BigInteger.valueOf(4000))
                                .toString()))
                .build();
        assertThat(consumed(before, after)).isEqualTo(5000);
    }

    @Test
    void consumed_ofTwoShardsMadeOne_isNothing() {
        Item before = Samples.bucket(1, 5000).put("shard_count", 2).build();
        assertThat(of(before, Samples.bucket(1, 12_000).build())).isNull();
    }

    @Test
    void consumed_whereTheCounterIsNoNumber_isADamage() {
        Item after = Samples.bucket(1, 0).put("b_rpm_tc", "many").build();
        assertThatExceptionOfType(CounterLayout.DamagedCounterException.class)
                .isThrownBy(() -> of(Samples.bucket(1, 0).build(), after))
                .withMessageContaining("b_rpm_tc");
    }

    @Test
    void bypassed_takeThatLeavesTheBalance_isToldApart() {
        Item before =
                Samples.bucket(50_000, 0).put("bypass", Samples.NOON + 1000).build();
        assertThat(of(before, before.toBuilder().put("b_rpm_tc", 4000).build()).bypassed())
                .isTrue();
    }

    @Test
    void bypassed_takeAfterTheBypassHasEnded_isNot() {
        Item before =
                Samples.bucket(50_000, 0).put("bypass", Samples.NOON - 1000).build();
        Item after =
                before.toBuilder().put("b_rpm_tc", 4000).put("b_rpm_tk", 46_000).build();
        assertThat(of(before, after).bypassed()).isFalse();
    }

    @Test
    void bypassed_newBucketThatStaysFull_isToldApart() {
        Item full =
                Samples.bucket(100_000, 4000).put("bypass", Samples.NOON + 1000).build();
        assertThat(of(null, full).bypassed()).isTrue();
    }

    @Test
    void overdrawn_softLimitLeftInDebt_isCounted() {
        Item before =
                Samples.bucket(1000, 0).put("b_rpm_soft", Samples.NOON + 1000).build();
        Item after =
                before.toBuilder().put("b_rpm_tc", 4000).put("b_rpm_tk", -3000).build();
        assertThat(of(before, after).overdrawn()).isEqualTo(1);
    }

    @Test
    void overdrawn_hardLimitInDebt_isNot() {
        assertThat(of(
                                Samples.bucket(1000, 0).build(),
                                Samples.bucket(-3000, 4000).build())
                        .overdrawn())
                .isZero();
    }

    /** The stamp of a bypass may be there after it has ended; a take of before it may go back while it holds. */
    @Test
    void bypassed_giveBackThatRaisesTheBalance_isNot() {
        Item before =
                Samples.bucket(43_000, 7000).put("bypass", Samples.NOON + 1000).build();
        Item after =
                before.toBuilder().put("b_rpm_tc", 0).put("b_rpm_tk", 50_000).build();
        assertThat(of(before, after).bypassed()).isFalse();
    }

    @Test
    void bypassed_giveBackThatLeavesTheBalance_isToldApart() {
        Item before =
                Samples.bucket(50_000, 7000).put("bypass", Samples.NOON + 1000).build();
        assertThat(of(before, before.toBuilder().put("b_rpm_tc", 0).build()).bypassed())
                .isTrue();
    }
}

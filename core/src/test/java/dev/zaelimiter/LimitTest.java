package dev.zaelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitTest {

    @Test
    void factories_perPeriod_capacityIsTheAmount() {
        assertThat(Limit.perSecond("x", 5)).isEqualTo(Limit.custom("x", 5, 5, Duration.ofSeconds(1)));
        assertThat(Limit.perMinute("x", 5)).isEqualTo(Limit.custom("x", 5, 5, Duration.ofMinutes(1)));
        assertThat(Limit.perHour("x", 5)).isEqualTo(Limit.custom("x", 5, 5, Duration.ofHours(1)));
        assertThat(Limit.perDay("x", 5)).isEqualTo(Limit.custom("x", 5, 5, Duration.ofDays(1)));
    }

    @Test
    void custom_endsOfTheRanges_areAllowed() {
        Limit largest = Limit.custom("x", Limit.MAX_AMOUNT, Limit.MAX_AMOUNT, Limit.MAX_PERIOD);
        assertThat(largest.capacity()).isEqualTo(1_000_000_000_000_000L);
        assertThat(largest.refillPeriod().toSeconds()).isEqualTo(1_000_000_000L);
        assertThat(Limit.custom("x", 0, 1, Duration.ofSeconds(1)).capacity()).isZero();
    }

    @Test
    void custom_outOfRange_namesTheField() {
        Duration second = Duration.ofSeconds(1);
        assertField("capacity", () -> Limit.custom("x", -1, 1, second));
        assertField("capacity", () -> Limit.custom("x", Limit.MAX_AMOUNT + 1, 1, second));
        assertField("refillAmount", () -> Limit.custom("x", 1, 0, second));
        assertField("refillAmount", () -> Limit.custom("x", 1, -1, second));
        assertField("refillAmount", () -> Limit.custom("x", 1, Limit.MAX_AMOUNT + 1, second));
        assertField("refillAmount", () -> Limit.perMinute("x", 0));
        for (Duration period : List.of(
                Duration.ZERO,
                Duration.ofSeconds(-1),
                Duration.ofMillis(1_500),
                Duration.ofNanos(1),
                Limit.MAX_PERIOD.plusSeconds(1),
                Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                Duration.ofSeconds(Long.MIN_VALUE))) {
            assertField("refillPeriod", () -> Limit.custom("x", 1, 1, period));
        }
        assertThatThrownBy(() -> Limit.custom("x", 1, 1, null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void burst_atLeastTheAmount_changesTheCapacityAlone() {
        Limit limit = Limit.perMinute("tpm", 50);
        assertThat(limit.burst(80)).isEqualTo(Limit.custom("tpm", 80, 50, Duration.ofMinutes(1)));
        assertThat(limit.burst(50)).isEqualTo(limit);
        assertThat(limit.capacity()).isEqualTo(50);
        assertField("burst", () -> limit.burst(49));
        assertField("burst", () -> limit.burst(Limit.MAX_AMOUNT + 1));
        assertField("burst", () -> limit.burst(Long.MIN_VALUE));
    }

    @Test
    void name_ruleOfLimits_isHeldToTheWholeText() {
        for (String good : List.of("a", "rpm", "WCU", "a.b-c_d9", "a_cp", "x".repeat(64))) {
            assertThat(Limit.perSecond(good, 1).name()).isEqualTo(good);
        }
        for (String bad : List.of(
                "", "1a", "_a", "-a", "a b", "a#b", "a/b", "a:b", "rpm\n", "\nrpm", "wcu", "é", "x".repeat(65))) {
            assertField("limit", () -> Limit.perSecond(bad, 1));
        }
        assertField("limit", () -> Limit.perSecond(null, 1));
    }

    @Test
    void equality_eachPart_counts() {
        Limit limit = Limit.custom("x", 2, 3, Duration.ofSeconds(4));
        assertThat(limit)
                .isEqualTo(Limit.custom("x", 2, 3, Duration.ofSeconds(4)))
                .hasSameHashCodeAs(Limit.custom("x", 2, 3, Duration.ofSeconds(4)))
                .isNotEqualTo(Limit.custom("y", 2, 3, Duration.ofSeconds(4)))
                .isNotEqualTo(Limit.custom("x", 1, 3, Duration.ofSeconds(4)))
                .isNotEqualTo(Limit.custom("x", 2, 2, Duration.ofSeconds(4)))
                .isNotEqualTo(Limit.custom("x", 2, 3, Duration.ofSeconds(5)))
                .isNotEqualTo("x 3/4s:2");
    }

    @Test
    void toString_withAndWithoutBurst_isShort() {
        assertThat(Limit.perMinute("rpm", 100)).hasToString("rpm 100/60s");
        assertThat(Limit.perMinute("tpm", 50_000).burst(80_000)).hasToString("tpm 50000/60s:80000");
    }

    private static void assertField(String field, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        invalid -> assertThat(invalid.field()).isEqualTo(field));
    }
}

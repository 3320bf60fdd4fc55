package dev.zaelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitStatusTest {

    private static LimitStatus status(Limit limit, long balance) {
        return LimitStatus.of("e", "r", limit, balance, 1, false, 0);
    }

    @Test
    void moreAfter_isUntilTheNextToken_roundedUp() {
        assertThat(status(Limit.perMinute("rpm", 60), 10).moreAfter()).contains(Duration.ofSeconds(1));
        assertThat(status(Limit.perSecond("rps", 7), 0).moreAfter()).contains(Duration.ofMillis(143));
        assertThat(status(Limit.perSecond("rps", 5_000), 0).moreAfter()).contains(Duration.ofMillis(1));
    }

    @Test
    void moreAfter_inDebt_isAfterAllOfTheDebt() {
        LimitStatus status = status(Limit.perMinute("rpm", 60), -3);

        assertThat(status.available()).isZero();
        assertThat(status.moreAfter()).contains(Duration.ofSeconds(4));
    }

    @Test
    void moreAfter_whereNothingEverComes_isEmpty() {
        assertThat(status(Limit.perMinute("rpm", 60), 60).moreAfter()).isEmpty();
        assertThat(status(Limit.custom("rpm", 0, 1, Duration.ofSeconds(1)), 0).moreAfter())
                .isEmpty();
        assertThat(status(Limit.budget("credits", 100), 3).moreAfter()).isEmpty();
        assertThat(status(Limit.budget("credits", 100), -3).moreAfter()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, -1_000_000_000_000_000L, Long.MIN_VALUE})
    void moreAfter_atTheEndsOfTheRange_isATime(long balance) {
        LimitStatus slowest = status(Limit.custom("slow", Limit.MAX_AMOUNT, 2, Limit.MAX_PERIOD), balance);

        assertThat(slowest.moreAfter()).isPresent();
        assertThat(slowest.moreAfter().orElseThrow()).isPositive();
        assertThat(slowest.available()).isZero();
    }

    @Test
    void overruled_decidesNothing_andKeepsTheNumbers() {
        LimitStatus refusing = LimitStatus.of("e", "r", Limit.perMinute("rpm", 60), -2, 5, true, 7_000, 2_500);

        assertThat(refusing.overruled(false))
                .isEqualTo(LimitStatus.of("e", "r", Limit.perMinute("rpm", 60), -2, 5, false, 0, 2_500));
        assertThat(refusing.overruled(true).exceeded()).isTrue();
        assertThat(refusing.overruled(true).retryAfter()).isEqualTo(Optional.empty());
    }
}

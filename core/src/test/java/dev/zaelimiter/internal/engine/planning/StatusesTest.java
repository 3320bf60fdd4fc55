package dev.zaelimiter.internal.engine.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatusesTest {

    private static final Limit RPM = Limit.perMinute("rpm", 60);

    private static LimitStatus status(long tokens, long asked, long aheadMilli, long mayOweMilli, boolean soft) {
        return status(tokens, asked, aheadMilli, mayOweMilli, soft, false);
    }

    private static LimitStatus status(
            long tokens, long asked, long aheadMilli, long mayOweMilli, boolean soft, boolean granted) {
        BucketImage image = ShardFixture.bucket(List.of(RPM), Map.of("rpm", tokens));
        List<LimitStatus> all = Statuses.of("e", "r", image, image.rates(), ShardFixture.NOW, new Statuses.Asked() {
            @Override
            public int size() {
                return 2;
            }

            @Override
            public int index(int k) {
                return k == 0 ? image.layout().indexOf("rpm") : -1;
            }

            @Override
            public long amount(int k) {
                return asked * BucketMath.MILLI;
            }

            @Override
            public long ahead(int i) {
                return aheadMilli;
            }

            @Override
            public long mayOwe(int i) {
                return mayOweMilli;
            }

            @Override
            public boolean soft(int i) {
                return soft;
            }

            @Override
            public boolean granted() {
                return granted;
            }
        });
        // What the bucket lacks has no status.
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @Test
    void of_enough_isNotExceeded() {
        LimitStatus status = status(5, 5, 0, 0, false);

        assertThat(status.exceeded()).isFalse();
        assertThat(status.available()).isEqualTo(5);
        assertThat(status.requested()).isEqualTo(5);
        assertThat(status.retryAfter()).contains(Duration.ZERO);
    }

    @Test
    void of_tooLittle_comesBackWithTheMissingTokens() {
        LimitStatus status = status(5, 7, 0, 0, false);

        assertThat(status.exceeded()).isTrue();
        assertThat(status.retryAfter()).contains(Duration.ofSeconds(2));
    }

    @Test
    void of_othersAhead_leaveLess() {
        LimitStatus status = status(5, 5, 1_500, 0, false);

        assertThat(status.exceeded()).isTrue();
        assertThat(status.available()).isEqualTo(3);
        assertThat(status.retryAfter()).contains(Duration.ofMillis(1_500));
    }

    @Test
    void of_oneWhoMayOwe_isNotExceededByADebt() {
        assertThat(status(5, 7, 0, 2_000, false).exceeded()).isFalse();
        assertThat(status(5, 7, 0, 1_999, false).exceeded()).isTrue();
    }

    @Test
    void of_moreThanTheCapacity_neverFits() {
        LimitStatus status = status(60, 61, 0, 0, false);

        assertThat(status.exceeded()).isTrue();
        assertThat(status.everFits()).isFalse();
        assertThat(status.retryAfter()).isEmpty();
    }

    @Test
    void of_softLimit_isNeverExceeded() {
        LimitStatus status = status(0, 100, 0, 0, true);

        assertThat(status.exceeded()).isFalse();
        assertThat(status.limit().soft()).isTrue();
    }

    @Test
    void of_nothingAsked_isNotExceededInDebt() {
        LimitStatus status = status(-3, 0, 0, 0, false);

        assertThat(status.exceeded()).isFalse();
        assertThat(status.available()).isZero();
        assertThat(status.debt()).isEqualTo(3);
    }

    /** What had to be left was taken off a number that has no room below it, and a debt was told as tokens. */
    @Test
    void of_theDeepestDebt_whereSomethingMustBeLeft_isADebt() {
        BucketImage image = ShardFixture.bucket(List.of(RPM), Map.of("rpm", Long.MIN_VALUE / BucketMath.MILLI));
        int rpm = image.layout().indexOf("rpm");
        Statuses.Asked nothing = new Statuses.Asked() {
            @Override
            public int size() {
                return 1;
            }

            @Override
            public int index(int k) {
                return rpm;
            }

            @Override
            public long amount(int k) {
                return 0;
            }

            @Override
            public long ahead(int i) {
                return 0;
            }

            @Override
            public long mayOwe(int i) {
                return 0;
            }

            @Override
            public boolean soft(int i) {
                return false;
            }
        };

        LimitStatus status = Statuses.of(
                        "e", "r", image, image.rates().reserving(rpm, 30_000), ShardFixture.NOW, nothing)
                .get(0);

        assertThat(status.available()).isZero();
        assertThat(status.debt()).isPositive();
    }

    @Test
    void of_oneThatHasIt_isNeverExceeded() {
        LimitStatus status = status(2, 7, 0, 0, false, true);

        assertThat(status.exceeded()).isFalse();
        assertThat(status.available()).isEqualTo(2);
        assertThat(status.requested()).isEqualTo(7);
        assertThat(status.retryAfter()).contains(Duration.ZERO);
    }

    @Test
    void moreAfter_isTheNextWholeToken_ofWhatOthersLeave() {
        assertThat(status(5, 0, 0, 0, false).moreAfter()).contains(Duration.ofSeconds(1));
        assertThat(status(5, 0, 300, 0, false).moreAfter()).contains(Duration.ofMillis(300));
        assertThat(status(-3, 0, 0, 0, false).moreAfter()).contains(Duration.ofSeconds(4));
        assertThat(status(60, 0, 0, 0, false).moreAfter()).isEmpty();
    }

    private static LimitStatus told(String limit, boolean exceeded, long retryMillis) {
        return LimitStatus.of("e", "r", Limit.perMinute(limit, 60), 0, 1, exceeded, retryMillis);
    }

    @Test
    void later_eachLimit_isTheOneThatTellsTheLaterTime() {
        List<LimitStatus> one = List.of(told("a", true, 10), told("b", true, 90), told("c", false, 0));
        List<LimitStatus> other = List.of(told("a", true, 20), told("b", true, 30), told("c", true, 5));

        assertThat(Statuses.later(one, other)).containsExactly(other.get(0), one.get(1), other.get(2));
    }

    @Test
    void later_neverByOneOfTwo_isTheTimeOfTheOther() {
        List<LimitStatus> never = List.of(told("a", true, -1));
        List<LimitStatus> once = List.of(told("a", true, 10));

        assertThat(Statuses.later(never, once)).isEqualTo(once);
        assertThat(Statuses.later(once, never)).isEqualTo(once);
        assertThat(Statuses.later(never, never)).isEqualTo(never);
    }
}

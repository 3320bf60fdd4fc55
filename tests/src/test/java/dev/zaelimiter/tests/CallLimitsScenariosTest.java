package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Availability;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.UnknownLimitException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Limits that come with the call. */
@Timeout(20)
class CallLimitsScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();
    private final LimitRepository two = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    static AcquireRequest with(long amount, Limit... limits) {
        AcquireRequest.Builder request = Requests.builder("a").limits(limits);
        for (Limit limit : limits) {
            request.take(limit.name(), amount);
        }
        return request.build();
    }

    private int drainWith(Limit limit) {
        int granted = 0;
        for (int i = 0; took(i % 2 == 0 ? one : two, with(1, limit)); i++) {
            granted++;
        }
        return granted;
    }

    /** The bucket was brought in line, was taken for one that is not, and was brought in line again, without an end. */
    @Test
    void sameLimitsStoredLater_bucketIsBroughtInLineOnce() {
        Limit five = Limit.custom("rpm", 5, 5, Duration.ofSeconds(100));
        assertThat(took(one, with(1, five))).isTrue();
        assertThat(took(two, with(1, five))).isTrue();
        one.limits().setResourceDefaults(RESOURCE, five);
        int before = fleet.changes().size();
        for (int i = 0; i < 3; i++) {
            assertThat(took(one, take("a", "rpm", 1))).isTrue();
            fleet.seconds(100);
            assertThat(took(two, take("a", "rpm", 1))).isTrue();
            fleet.seconds(100);
        }

        // Six takes and one rewrite.
        assertThat(fleet.changes()).hasSize(before + 7);
    }

    @Test
    void nothingStored_callLimitsMakeTheBucketAndHold() {
        Limit five = Limit.custom("rpm", 5, 5, Duration.ofSeconds(100));
        assertThat(drainWith(five)).isEqualTo(5);
        fleet.seconds(20);
        assertThat(drainWith(five)).isEqualTo(1);
        for (int i = 0; i < 50; i++) {
            fleet.seconds(10);
            assertThat(took(i % 2 == 0 ? one : two, with(0, five))).isTrue();
        }
        assertThat(drainWith(five)).isEqualTo(5);
    }

    @Test
    @DisplayName("peer 6: call limits win over the numbers that the bucket carries")
    void callLimit_lowerThanStored_governsItsRequest() {
        one.limits().setSystemDefaults(Limit.perHour("rpm", 100));
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        // What others have used counts.
        assertThat(drainWith(Limit.perHour("rpm", 5))).isEqualTo(4);
        assertThat(one.limits().getSystemDefaults()).containsExactly(Limit.perHour("rpm", 100));
    }

    @Test
    @DisplayName("beside stored limits, a call limit is not reseeded again and again")
    void callLimit_besideStored_isSeededOnce() {
        one.limits().setSystemDefaults(Limit.perHour("rpm", 1000));
        Limit own = Limit.custom("burst", 10, 1, Duration.ofDays(1));
        int granted = 0;
        for (int i = 0; i < 300; i++) {
            LimitRepository process = i % 2 == 0 ? one : two;
            granted += took(process, with(1, own)) ? 1 : 0;
            assertThat(took(process, "a", "rpm", 1)).isTrue();
            fleet.seconds(1);
        }
        assertThat(granted).isEqualTo(10);
        one.limits().setSystemDefaults(Limit.perHour("rpm", 2000));
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        assertThat(took(one, with(1, own))).isFalse();
        assertThat(took(two, with(1, own))).isFalse();
    }

    @Test
    @DisplayName("two calls with limits of their own do not disturb one another")
    void callLimits_ofDifferentNames_liveSideBySide() {
        Limit x = Limit.perDay("x", 3);
        Limit y = Limit.perDay("y", 4);
        for (int i = 0; i < 4; i++) {
            assertThat(took(one, with(1, x))).isEqualTo(i < 3);
            assertThat(took(two, with(1, y))).isTrue();
        }
        assertThat(took(one, with(1, x, y))).isFalse();
        assertThat(took(two, with(1, y))).isFalse();
    }

    @Test
    void callLimit_notBrought_isKnownToTheBucketThatHasIt() {
        assertThat(took(one, with(1, Limit.perDay("x", 3)))).isTrue();
        assertThatThrownBy(() -> took(
                        one,
                        Requests.builder("a")
                                .limits(Limit.perDay("x", 3))
                                .take("z", 1)
                                .build()))
                .isInstanceOf(UnknownLimitException.class);
        assertThat(balance(one, "a", "x")).isEqualTo(2);
    }

    @Test
    void lease_underCallLimits_takesAndSettlesUnderThem() {
        one.limits().setSystemDefaults(Limit.perDay("rpm", 100));
        Lease lease = one.rateLimiter().acquire(with(2, Limit.perDay("rpm", 10)));
        assertThat(lease.take("rpm", 8).granted()).isTrue();
        assertThat(lease.take("rpm", 1).granted()).isFalse();
        lease.giveBack();
        assertThat(took(one, with(10, Limit.perDay("rpm", 10)))).isTrue();
    }

    @Test
    @DisplayName("call limits count for the parent too")
    void callLimits_withParent_governBoth() {
        Requests.family(one, "org", "a", "b");
        one.limits().setSystemDefaults(Limit.perDay("rpm", 100));
        assertThat(took(one, take("b", "rpm", 7))).isTrue();
        assertThat(drainWith(Limit.perDay("rpm", 10))).isEqualTo(3);
        assertThat(balance(one, "org", "rpm")).isEqualTo(90);
        assertThat(one.rateLimiter().explain("a", RESOURCE).lines()).hasSize(2);
    }

    @Test
    @DisplayName("names without end: the bucket takes as many as can be read, and says so of the others")
    void callLimits_ofEverNewNames_areRefusedBeforeTheBucketIsFull() {
        one.limits().setSystemDefaults(Limit.perDay("rpd", 100));
        assertThat(took(one, "a", "rpd", 1)).isTrue();
        int taken = 0;
        while (taken < 100 && fits(taken % 2 == 0 ? one : two, with(1, Limit.perDay("own" + taken, 10)))) {
            taken++;
        }
        assertThat(taken).isBetween(20, 99);
        assertThat(fits(one, with(1, Limit.perDay("another", 10)))).isFalse();
        assertThat(fits(two, with(1, Limit.perDay("another", 10)))).isFalse();
        for (LimitRepository process : List.of(one, two, fleet.process())) {
            assertThat(took(process, with(1, Limit.perDay("own0", 10)))).isTrue();
            assertThat(took(process, "a", "rpd", 1)).isTrue();
        }
        assertThat(balance(two, "a", "rpd")).isEqualTo(96);
        Limit[] stored = new Limit[20];
        Arrays.setAll(stored, i -> Limit.perDay("stored" + i, 10));
        one.limits().setSystemDefaults(stored);
        for (LimitRepository process : List.of(one, fleet.process())) {
            assertThat(took(process, "a", "stored19", 1))
                    .as("what is stored comes first")
                    .isTrue();
        }
        assertThat(balance(one, "a", "stored19")).isEqualTo(8);
    }

    private static boolean fits(LimitRepository process, AcquireRequest request) {
        try {
            return took(process, request);
        } catch (InvalidInputException full) {
            assertThat(full).hasMessageContaining("limits").hasMessageContaining("on one bucket");
            return false;
        }
    }

    @Test
    @DisplayName("names that come all at once, with the bucket's first request")
    void callLimits_besideManyStored_makeABucketThatCanBeRead() {
        Limit[] stored = new Limit[20];
        Arrays.setAll(stored, i -> Limit.perDay("stored" + i, 10));
        one.limits().setSystemDefaults(stored);
        Limit[] own = new Limit[20];
        Arrays.setAll(own, i -> Limit.perDay("own" + i, 10));
        assertThat(fits(one, with(1, own))).isFalse();
        assertThat(took(one, with(1, own[0], own[1]))).isTrue();
        assertThat(took(two, "a", "stored7", 1)).isTrue();
        assertThat(balance(two, "a", "stored7")).isEqualTo(9);
    }

    @Test
    @DisplayName("a check speaks of the limits that come with it as the acquire would")
    void check_withCallLimits_agreesWithTheAcquire() {
        Limit own = Limit.perDay("burst", 5);
        assertThat(one.rateLimiter().check(with(5, own)).fits()).isTrue();
        assertThat(one.rateLimiter().check(with(6, own)).retryAfter()).isEmpty();
        one.limits().setSystemDefaults(Limit.perDay("rpd", 100));
        assertThat(took(one, "a", "rpd", 1)).isTrue();
        for (int i = 0; i < 2; i++) {
            Availability seen = one.rateLimiter().check(with(5 - i, own));
            assertThat(seen.fits()).isTrue();
            assertThat(seen.available("burst")).isEqualTo(5 - i);
            assertThat(took(one, with(1, own))).isTrue();
        }
        assertThat(one.rateLimiter().check(with(4, own)).fits()).isFalse();
        assertThat(took(one, with(4, own))).isFalse();
    }

    @Test
    @DisplayName("a check passes over a limit that was removed, as the acquire does; one that never was is an error")
    void check_ofARemovedLimit_agreesWithTheAcquire() {
        one.limits().setSystemDefaults(Limit.perDay("rpd", 100), Limit.perDay("old", 1));
        assertThat(took(one, take("a", "rpd", 1, "old", 1))).isTrue();
        one.limits().setSystemDefaults(Limit.perDay("rpd", 100));
        assertThat(took(one, take("a", "rpd", 1, "old", 1))).isTrue();
        Availability seen = one.rateLimiter().check(take("a", "rpd", 1, "old", 1));
        assertThat(seen.fits()).isTrue();
        assertThat(seen.statuses()).hasSize(1);
        assertThatThrownBy(() -> one.rateLimiter().check(take("a", "rpd", 1, "never", 1)))
                .isInstanceOf(UnknownLimitException.class);
    }
}

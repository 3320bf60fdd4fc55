package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.CallLimitsScenariosTest.with;
import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.testkit.Fault;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What comes with a call narrows what is stored, and gives nobody more. */
@Timeout(20)
class NarrowingCallLimitsScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();
    private final LimitRepository two = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    @Test
    @DisplayName(
            "A30: a bucket that is full by what is stored gives no more than that, though a slower call took from it")
    void callLimit_slowerThanStored_leavesNothingToBeRefilledTwice() {
        one.limits().setSystemDefaults(Limit.custom("rpm", 100, 1000, Duration.ofSeconds(1)));
        assertThat(took(one, "a", "rpm", 50)).isTrue();
        fleet.seconds(1);
        assertThat(took(one, with(50, Limit.custom("rpm", 100, 1, Duration.ofSeconds(1)))))
                .isTrue();
        assertThat(took(one, "a", "rpm", 51)).isFalse();
        assertThat(took(one, "a", "rpm", 50)).isFalse();
        fleet.seconds(1);
        assertThat(took(one, "a", "rpm", 100)).isTrue();
    }

    private static Limit twentyASecond(long capacity) {
        return Limit.custom("rpm", capacity, 20, Duration.ofSeconds(1));
    }

    /** What it knows to be stored is too old when it asks next, and can't be read again just then. */
    private LimitRepository thatHasNotHeard(AcquireRequest before, Limit... storedNow) {
        LimitRepository brief = fleet.process(settings -> settings.configTtl(Duration.ofMillis(100)));
        assertThat(took(brief, before)).isTrue();
        one.limits().setSystemDefaults(storedNow);
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        assertThat(fleet.bucket("a", RESOURCE).whole("b_rpm_cp", 0)).isEqualTo(5_000);
        fleet.millis(500);
        fleet.store.failNext(Fault.THROTTLED, 1);
        return brief;
    }

    /** It was refilled up to the capacity that had been stored before, and let in, for up to a configTtl. */
    @Test
    @DisplayName(
            "a call that brings limits is held to what the bucket holds, though its process knows what was stored before")
    void storedLimitLowered_callOfAProcessThatHasNotHeard_isHeldToIt() {
        one.limits().setSystemDefaults(twentyASecond(66));
        LimitRepository brief = thatHasNotHeard(with(1, twentyASecond(33)), twentyASecond(5));
        assertThat(took(brief, with(6, twentyASecond(33)))).isFalse();
        assertThat(took(brief, with(5, twentyASecond(33)))).isTrue();
    }

    /** The same of a limit that was not stored at all, as far as was known. */
    @Test
    void limitStoredBesideOthers_callOfAProcessThatHasNotHeard_isHeldToIt() {
        one.limits().setSystemDefaults(Limit.perDay("rpd", 1000));
        LimitRepository brief = thatHasNotHeard(take("a", "rpd", 1), Limit.perDay("rpd", 1000), twentyASecond(5));
        assertThat(took(brief, with(6, twentyASecond(33)))).isFalse();
        assertThat(took(brief, with(5, twentyASecond(33)))).isTrue();
    }

    /** What was deleted binds nobody, though the bucket still carries it. */
    @Test
    void limitsDeleted_callThatBringsWiderOnes_isHeldToItsOwn() {
        one.limits().setSystemDefaults(twentyASecond(5));
        assertThat(took(two, "a", "rpm", 1)).isTrue();
        one.limits().deleteSystemDefaults();
        fleet.seconds(100);
        assertThat(took(two, with(33, twentyASecond(33)))).isTrue();
    }

    /** How many tokens pass in a minute for callers who bring nothing, beside one call a second that brings a limit. */
    private int passedBeside(Limit stored, Limit brought) {
        one.limits().setSystemDefaults(stored);
        int passed = 0;
        for (int i = 0; i < 600; i++) {
            if (i % 10 == 0) {
                took(two, with(0, brought));
                passed += took(i % 20 == 0 ? one : two, with(1, brought)) ? 1 : 0;
            }
            passed += took(i % 2 == 0 ? one : two, "a", "rpm", 1) ? 1 : 0;
            fleet.millis(100);
        }
        return passed;
    }

    @Test
    @DisplayName("A30: 10 a minute gave 599 in a minute beside one call a second that brought 6,000 a minute")
    void callLimit_fasterThanStored_givesNobodyMore() {
        assertThat(passedBeside(Limit.perMinute("rpm", 10), Limit.perMinute("rpm", 6_000)))
                .isLessThanOrEqualTo(20);
        assertThat(one.rateLimiter()
                        .tryAcquire(with(11, Limit.perMinute("rpm", 6_000)))
                        .refusal()
                        .everFits())
                .as("nor the call itself")
                .isFalse();
    }

    @Test
    @DisplayName("A30: more at once, at a rate no higher")
    void callLimit_largerThanStored_givesNobodyMore() {
        assertThat(passedBeside(
                        Limit.perMinute("rpm", 10), Limit.perMinute("rpm", 10).burst(5_000)))
                .isLessThanOrEqualTo(20);
    }

    @Test
    @DisplayName("A30: less at once, at a higher rate: the lower capacity and the slower rate hold")
    void callLimit_smallerButFaster_givesNobodyMore() {
        assertThat(passedBeside(Limit.perMinute("rpm", 10), Limit.custom("rpm", 5, 1_000, Duration.ofSeconds(1))))
                .isLessThanOrEqualTo(20);
    }

    @Tag("long")
    @Test
    @DisplayName("A30: a divided bucket gives no more either, and a check says so")
    void callLimit_fasterThanStored_onShards_givesNobodyMore() {
        Divided.ofHundred(fleet, one, "a", 4, 0);
        Limit brought = Limit.perMinute("rpm", 60_000);
        int passed = 0;
        for (int i = 0; i < 300; i++) {
            passed += took(one, with(1, brought)) ? 1 : 0;
            passed += took(two, "a", "rpm", 1) ? 1 : 0;
            fleet.millis(100);
        }
        assertThat(passed).isLessThanOrEqualTo(150);
        assertThat(one.rateLimiter().check(with(101, brought)).retryAfter()).isEmpty();
        assertThat(took(one, with(101, brought))).isFalse();
    }

    @Test
    @DisplayName("A30: at the ends of the ranges nothing overflows")
    void callLimit_atTheEndsOfTheRanges_isHeldToTheNarrower() {
        Limit slow = Limit.custom("rpm", 10, 1, Limit.MAX_PERIOD);
        Limit fast = Limit.custom("rpm", Limit.MAX_AMOUNT, Limit.MAX_AMOUNT, Duration.ofSeconds(1));
        one.limits().setSystemDefaults(slow);
        assertThat(took(one, with(10, fast))).isTrue();
        fleet.seconds(1_000);
        assertThat(took(one, with(1, fast))).isFalse();
        assertThat(took(two, "a", "rpm", 1)).isFalse();
    }

    @Test
    void callLimit_ofTheRequest_saysNever() {
        one.limits().setSystemDefaults(Limit.perHour("rpm", 100));
        for (LimitRepository process : List.of(one, two)) {
            assertThat(process.rateLimiter()
                            .tryAcquire(with(6, Limit.perHour("rpm", 5)))
                            .refusal()
                            .everFits())
                    .isFalse();
        }
        assertThat(balance(two, "a", "rpm")).isEqualTo(100);
    }
}

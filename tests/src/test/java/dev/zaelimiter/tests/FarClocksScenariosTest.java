package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.drain;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A29: hosts whose clocks are more than a minute apart took one another's stamps for damage, and there was no limit.
 */
@Tag("long")
@Tag("same-on-every-jdk")
class FarClocksScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository right = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    private LimitRepository ahead(long seconds) {
        return fleet.process(new ShiftedClock(fleet.clock, Duration.ofSeconds(seconds)), builder -> builder);
    }

    @ParameterizedTest
    @ValueSource(longs = {30, 61, 70, 100, 600, 3600, 86_400, 31_536_000})
    @DisplayName("A29: 1,200 of 1,200 were admitted at 10 a minute by two hosts whose clocks are a minute apart")
    void take_twoClocksApart_atMostTheLimitInTheLongRun(long seconds) {
        right.limits().setSystemDefaults(Limit.perMinute("rpm", 10));
        LimitRepository ahead = ahead(seconds);
        int granted = 0;
        for (int second = 0; second < 3600; second++) {
            granted += took(right, "a", "rpm", 1) ? 1 : 0;
            granted += took(ahead, "a", "rpm", 1) ? 1 : 0;
            fleet.seconds(1);
        }
        // The full bucket, an hour of refill, and once what the clock that is ahead counts the first time.
        assertThat(granted).isBetween(100, 10 + 600 + 10);
    }

    @ParameterizedTest
    @CsvSource({"61, 7", "100, 30", "3600, 45", "3600, 200", "90, 300"})
    @DisplayName("A29: the same where they come seldom, and in turns of different length")
    void take_twoClocksApartAndSeldom_atMostTheLimitInTheLongRun(long seconds, int every) {
        right.limits().setSystemDefaults(Limit.perMinute("rpm", 10));
        LimitRepository ahead = ahead(seconds);
        int granted = 0;
        for (int second = 0; second < 20_000; second += every) {
            granted += drain(right, "a", "rpm");
            if (second / every % 3 != 1) {
                granted += drain(ahead, "a", "rpm");
            }
            fleet.seconds(every);
        }
        assertThat(granted).isLessThanOrEqualTo(20_000 / 6 + 20);
    }

    @Test
    @DisplayName("A29: three clocks")
    void take_threeClocksApart_atMostTheLimitInTheLongRun() {
        right.limits().setSystemDefaults(Limit.perMinute("rpm", 10));
        List<LimitRepository> all = new ArrayList<>(List.of(right, ahead(70), ahead(3600)));
        int granted = 0;
        for (int second = 0; second < 3600; second++) {
            for (LimitRepository each : all) {
                granted += took(each, "a", "rpm", 1) ? 1 : 0;
            }
            fleet.seconds(1);
        }
        assertThat(granted).isLessThanOrEqualTo(10 + 600 + 20);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "35,56,78",
                "70,3600",
                "15,30,45,60,75",
                "20,40,61",
                "59,118,177",
                "61,62,63,64",
                "30,90,3600,7200"
            })
    @DisplayName(
            "A29: clocks in between refilled the way to the one that is ahead in steps of less than a minute, each round anew")
    void take_manyClocksApart_atMostTheLimitInTheLongRun(String leads) {
        right.limits().setSystemDefaults(Limit.perMinute("rpm", 10));
        List<LimitRepository> all = new ArrayList<>(List.of(right));
        for (String lead : leads.split(",")) {
            all.add(ahead(Long.parseLong(lead)));
        }
        int granted = 0;
        for (int second = 0; second < 7200; second += 2) {
            for (LimitRepository each : all) {
                granted += took(each, "a", "rpm", 1) ? 1 : 0;
            }
            fleet.seconds(2);
        }
        // What is full twice, a third time by the steps in between; and all of two hours but what was refilled too
        // early.
        assertThat(granted).isBetween(600, 10 + 1200 + 60);
    }

    @Test
    @DisplayName("A29: an operator who sets a clock back by an hour again and again is not locked out")
    void take_clockSetBackAgainAndAgain_refillsOn() {
        right.limits().setSystemDefaults(Limit.perMinute("rpm", 10));
        drain(ahead(3 * 3600), "a", "rpm");
        for (long hours = 2; hours >= 0; hours--) {
            LimitRepository setBack = ahead(3600 * hours);
            drain(setBack, "a", "rpm");
            for (int minute = 0; minute < 3; minute++) {
                fleet.seconds(60);
                assertThat(drain(setBack, "a", "rpm"))
                        .as("%s h, minute %s", hours, minute)
                        .isEqualTo(10);
            }
        }
    }

    @Test
    @DisplayName("a stamp that was only damaged costs nothing while its time has not come, and once a gap at most then")
    void damagedStamp_repaired_refillsOnAndLosesOneGapAtMost() {
        right.limits().setSystemDefaults(Limit.perMinute("rpm", 10));
        assertThat(took(right, "a", "rpm", 10)).isTrue();
        Divided.put(
                fleet,
                fleet.bucket("a", RESOURCE).toBuilder()
                        .put("rf", fleet.clock.wallMillis() + 7_200_000)
                        .build());
        LimitRepository other = fleet.process();
        assertThat(took(other, "a", "rpm", 1)).isFalse();
        for (int minute = 0; minute < 100; minute++) {
            fleet.seconds(61);
            assertThat(took(other, "a", "rpm", 10)).isTrue();
        }
        fleet.seconds(7_200);
        assertThat(drain(other, "a", "rpm")).isLessThanOrEqualTo(10);
        fleet.seconds(61);
        drain(other, "a", "rpm");
        fleet.seconds(7_200);
        assertThat(drain(other, "a", "rpm")).isEqualTo(10);
        assertThat(fleet.bucket("a", RESOURCE).has("rfm")).isFalse();
    }

    @Test
    @DisplayName("who is told when to come back gets in then, also where time has been taken back")
    void refusal_timeTakenBack_retryAfterIsTheRealOne() {
        right.limits().setSystemDefaults(Limit.custom("rpm", 10, 10, Duration.ofSeconds(100)));
        LimitRepository ahead = ahead(300);
        assertThat(took(right, "a", "rpm", 10)).isTrue();
        drain(ahead, "a", "rpm");
        for (int i = 0; i < 50; i++) {
            LimitRepository who = i % 3 == 0 ? ahead : right;
            Duration wait = who.rateLimiter()
                    .tryAcquire(take("a", "rpm", 3))
                    .match(
                            lease -> {
                                lease.keep();
                                return Duration.ZERO;
                            },
                            refusal -> refusal.retryAfter().orElseThrow());
            if (!wait.isZero()) {
                fleet.clock.advance(wait);
                assertThat(took(who, "a", "rpm", 3)).as("round %s", i).isTrue();
            }
        }
        assertThat(balance(right, "a", "rpm")).isBetween(-10L, 10L);
    }
}

package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.balances;
import static dev.zaelimiter.tests.Requests.drain;
import static dev.zaelimiter.tests.Requests.family;
import static dev.zaelimiter.tests.Requests.status;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Field cases 1 to 7: the arithmetic, as a caller sees it. */
class ArithmeticScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();
    private final LimitRepository two = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    @ParameterizedTest
    @DisplayName("case 1: a long idle time never overflows")
    @CsvSource({
        "10, 10, 60, PT12H",
        "10, 10, 1000000000, P3650D",
        "1000000000000, 1000000000, 1, P3650D",
        "1000000000000000, 1000000000000000, 1, P3650D",
        "1000000000000000, 1000000000000000, 1000000000, P12000D",
        "1, 1000000000000000, 1, P12000D",
        "10, 10, 60, PT0.001S",
    })
    void take_afterLongIdle_admitsAndLeavesCapacityLessOne(long capacity, long refill, long period, Duration idle) {
        one.limits()
                .setEntityLimits(
                        "a",
                        Requests.RESOURCE,
                        Limit.custom("rpm", capacity, refill, Duration.ofSeconds(period)),
                        Limit.perMinute("other", 5));
        assertThat(took(one, "a", "rpm", 0)).isTrue();
        for (LimitRepository process : List.of(one, two, one)) {
            fleet.clock.advance(idle);
            long before = balance(process, "a", "rpm");
            assertThat(before).isBetween(0L, capacity);
            if (before > 0) {
                assertThat(took(process, "a", "rpm", 1)).isTrue();
                assertThat(balance(process, "a", "rpm")).isEqualTo(before - 1);
            }
            assertThat(balance(process, "a", "other")).isEqualTo(5);
        }
        fleet.clock.advance(Duration.ofDays(12_000));
        assertThat(balance(one, "a", "rpm")).isEqualTo(capacity);
        assertThat(took(two, "a", "rpm", 1)).isTrue();
        assertThat(balance(one, "a", "rpm")).isEqualTo(capacity - 1);
    }

    @Test
    @DisplayName("case 2, peer 9: more than the capacity is never, not later")
    void take_moreThanCapacity_refusedAsNeverWithoutRetryAfter() {
        one.limits().setResourceDefaults(Requests.RESOURCE, Limit.custom("rpm", 3, 3, Duration.ofSeconds(2)));
        for (long idle : List.of(0L, 1L, 100L)) {
            fleet.seconds(idle);
            for (LimitRepository process : List.of(one, two)) {
                Refusal refusal =
                        process.rateLimiter().tryAcquire(take("a", "rpm", 4)).refusal();
                assertThat(refusal.everFits()).isFalse();
                assertThat(refusal.retryAfter()).isEmpty();
                assertThat(refusal.retryAfterHeader()).isEmpty();
                assertThat(refusal.message()).contains("never fit");
                assertThat(refusal.toMap()).containsEntry("retry_after_ms", null);
            }
        }
        assertThat(drain(one, "a", "rpm")).isEqualTo(3);
        assertThat(one.rateLimiter().timeUntilAvailable(take("a", "rpm", 4))).isEmpty();
    }

    @Test
    @DisplayName("case 2: a parent's capacity counts as well")
    void take_moreThanParentsCapacity_refusedAsNeverAndChildUntouched() {
        family(one, "org", "key");
        one.limits().setEntityDefaults("key", Limit.perMinute("rpm", 100));
        one.limits().setEntityDefaults("org", Limit.perMinute("rpm", 10));
        Refusal refusal = one.rateLimiter().tryAcquire(take("key", "rpm", 11)).refusal();
        assertThat(refusal.everFits()).isFalse();
        assertThat(refusal.primary().map(LimitStatus::entity)).contains("org");
        assertThat(balance(one, "key", "rpm")).isEqualTo(100);
        assertThat(balance(one, "org", "rpm")).isEqualTo(10);
    }

    @Test
    @DisplayName("case 2: a limit of 0")
    void capacityZero_takeOneIsNever_takeZeroIsFine() {
        one.limits()
                .setResourceDefaults(
                        Requests.RESOURCE,
                        Limit.custom("none", 0, 1, Duration.ofSeconds(1)),
                        Limit.perMinute("rpm", 5));
        for (int i = 0; i < 3; i++) {
            assertThat(one.rateLimiter()
                            .tryAcquire(take("a", "none", 1))
                            .refusal()
                            .retryAfter())
                    .isEmpty();
            assertThat(took(one, take("a", "none", 0, "rpm", 1))).isTrue();
            assertThat(one.rateLimiter()
                            .tryAcquire(take("a", "none", 1, "rpm", 1))
                            .refusal()
                            .everFits())
                    .isFalse();
            fleet.seconds(1);
        }
        assertThat(balance(one, "a", "none")).isZero();
        assertThat(balance(one, "a", "rpm")).isEqualTo(2);
    }

    @Tag("long")
    @ParameterizedTest
    @DisplayName("case 3: slow and huge limits are exact, beside a busy one, peer 4")
    @CsvSource({
        "1, 1, 86400",
        "10000000000, 10000000000, 2592000",
        "7, 7, 604800",
        "1000000000000000, 999999999999999, 31536000",
        "3, 1, 3600",
    })
    void slowLimit_besideABusyOne_refillsExactly(long capacity, long refill, long period) {
        one.limits()
                .setResourceDefaults(
                        Requests.RESOURCE,
                        Limit.custom("slow", capacity, refill, Duration.ofSeconds(period)),
                        Limit.perSecond("busy", 1000));
        assertThat(took(one, "a", "slow", capacity)).isTrue();
        long steps = 997;
        long stepMillis = period * 1000 / steps;
        for (int i = 0; i < steps; i++) {
            fleet.millis(stepMillis);
            LimitRepository process = i % 3 == 0 ? two : one;
            assertThat(took(process, "a", "busy", 1)).isTrue();
        }
        long expected = Math.min(
                capacity,
                java.math.BigInteger.valueOf(refill)
                        .multiply(java.math.BigInteger.valueOf(stepMillis * steps))
                        .divide(java.math.BigInteger.valueOf(period * 1000))
                        .longValueExact());
        assertThat(balance(one, "a", "slow")).isEqualTo(expected);
        fleet.millis(period * 1000 - stepMillis * steps);
        assertThat(balance(two, "a", "slow")).isEqualTo(Math.min(refill, capacity));
    }

    @ParameterizedTest
    @DisplayName("case 4: capacity 1")
    @CsvSource({"1", "60", "86400", "999999999"})
    void capacityOne_refusesUntilExactlyOnePeriodHasPassed(long period) {
        one.limits().setResourceDefaults(Requests.RESOURCE, Limit.custom("rpm", 1, 1, Duration.ofSeconds(period)));
        for (int i = 0; i < 3; i++) {
            assertThat(took(one, "a", "rpm", 1)).isTrue();
            Refusal refusal = two.rateLimiter().tryAcquire(take("a", "rpm", 1)).refusal();
            assertThat(refusal.retryAfter()).contains(Duration.ofSeconds(period));
            fleet.millis(period * 1000 - 1);
            assertThat(took(one, "a", "rpm", 1)).isFalse();
            assertThat(took(two, "a", "rpm", 1)).isFalse();
            fleet.millis(1);
        }
        assertThat(took(two, "a", "rpm", 1)).isTrue();
    }

    @Test
    @DisplayName("case 5: a refused take leaves every balance as it was")
    void refusedTake_severalLimits_changesNothing() {
        one.limits().setResourceDefaults(Requests.RESOURCE, Limit.perMinute("rpm", 100), Limit.perMinute("tpm", 1000));
        assertThat(took(one, take("a", "rpm", 98, "tpm", 900))).isTrue();
        Map<String, Long> before = balances(one, "a", "rpm", "tpm");
        for (LimitRepository process : List.of(one, two, one)) {
            assertThat(took(process, take("a", "rpm", 1, "tpm", 101))).isFalse();
            assertThat(took(process, take("a", "rpm", 5, "tpm", 1))).isFalse();
            assertThat(took(process, take("a", "tpm", 5000))).isFalse();
            assertThat(balances(process, "a", "rpm", "tpm")).isEqualTo(before);
        }
        assertThat(took(two, take("a", "rpm", 2, "tpm", 100))).isTrue();
        assertThat(balances(one, "a", "rpm", "tpm")).containsEntry("rpm", 0L).containsEntry("tpm", 0L);
    }

    @Test
    @DisplayName("case 5: with a parent")
    void refusedTake_parentOrChildRefuses_bothAsBefore() {
        family(one, "org", "key", "other");
        one.limits().setEntityDefaults("key", Limit.perMinute("rpm", 100), Limit.perMinute("tpm", 100));
        one.limits().setEntityDefaults("other", Limit.perMinute("rpm", 100), Limit.perMinute("tpm", 100));
        one.limits().setEntityDefaults("org", Limit.perMinute("rpm", 100), Limit.perMinute("tpm", 120));
        assertThat(took(one, take("other", "rpm", 50, "tpm", 90))).isTrue();
        assertThat(took(one, take("key", "rpm", 1, "tpm", 29))).isTrue();
        for (LimitRepository process : List.of(one, two)) {
            // The child has 71 tpm, the parent 1.
            Refusal byParent = process.rateLimiter()
                    .tryAcquire(take("key", "rpm", 1, "tpm", 10))
                    .refusal();
            assertThat(byParent.violations()).singleElement().satisfies(status -> {
                assertThat(status.entity()).isEqualTo("org");
                assertThat(status.limit().name()).isEqualTo("tpm");
                assertThat(status.available()).isEqualTo(1);
            });
            assertThat(byParent.passed()).hasSize(3);
            assertThat(byParent.statuses().get(0).available()).isEqualTo(99);
            assertThat(took(process, take("key", "rpm", 100, "tpm", 1))).isFalse();
            assertThat(balances(process, "key", "rpm", "tpm")).isEqualTo(Map.of("rpm", 99L, "tpm", 71L));
            assertThat(balances(process, "org", "rpm", "tpm")).isEqualTo(Map.of("rpm", 49L, "tpm", 1L));
        }
        assertThat(took(two, take("key", "rpm", 1, "tpm", 1))).isTrue();
    }

    @ParameterizedTest
    @DisplayName("case 6: a steady trickle, in any number of processes")
    @CsvSource({"3, 3, 1, 100, 10, 30, 33", "1, 1, 7, 300, 70, 10, 11", "10, 1, 1, 50, 30, 39, 40"})
    void steadyTakes_overTime_admitWhatRefills(
            long capacity, long refill, long period, long everyMillis, long forSeconds, int least, int most) {
        one.limits()
                .setResourceDefaults(
                        Requests.RESOURCE,
                        Limit.custom("rps", capacity, refill, Duration.ofSeconds(period)),
                        Limit.perMinute("more", 1_000_000));
        int admitted = 0;
        int calls = 0;
        for (long at = 0; at < forSeconds * 1000; at += everyMillis) {
            LimitRepository process = calls++ % 2 == 0 ? one : two;
            admitted += took(process, take("a", "rps", 1, "more", 3)) ? 1 : 0;
            assertThat(took(process, "a", "rps", 0)).isTrue();
            fleet.millis(everyMillis);
        }
        assertThat(admitted).isBetween(least, most);
    }

    @Test
    @DisplayName("case 6: taking nothing writes nothing and never moves the refill clock")
    void takeZero_often_doesNotDelayRefill() {
        one.limits().setResourceDefaults(Requests.RESOURCE, Limit.custom("rpm", 1, 1, Duration.ofSeconds(60)));
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        long writes = one.statistics().writes();
        for (int i = 0; i < 59_999; i += 7) {
            fleet.millis(7);
            assertThat(took(one, "a", "rpm", 0)).isTrue();
        }
        fleet.clock.advanceTo(fleet.clock.now().plusMillis(60_000 - 59_999 / 7 * 7 - 7));
        assertThat(one.statistics().writes()).isEqualTo(writes);
        assertThat(took(one, "a", "rpm", 1)).isTrue();
    }

    @Test
    @DisplayName("case 7: what is shown lies between 0 and the capacity, even in debt")
    void remaining_inDebtAndAfterIdle_isBetweenZeroAndCapacity() {
        one.limits().setResourceDefaults(Requests.RESOURCE, Limit.custom("tpm", 100, 10, Duration.ofSeconds(1)));
        Lease lease = Requests.lease(one, "a", "tpm", 40);
        lease.settle("tpm", 350);
        lease.keep();
        for (LimitRepository process : List.of(one, two)) {
            LimitStatus debt = status(process, "a", "tpm");
            assertThat(debt.available()).isZero();
            assertThat(debt.debt()).isEqualTo(250);
            Refusal refusal =
                    process.rateLimiter().tryAcquire(take("a", "tpm", 100)).refusal();
            assertThat(refusal.statuses().get(0).available()).isZero();
            assertThat(refusal.retryAfter()).contains(Duration.ofSeconds(35));
        }
        for (int second = 0; second <= 60; second++) {
            LimitStatus seen = status(second % 2 == 0 ? one : two, "a", "tpm");
            assertThat(seen.available()).isEqualTo(Math.max(0, Math.min(100, second * 10L - 250)));
            fleet.seconds(1);
        }
        Lease big =
                one.rateLimiter().acquire(Requests.builder("a").take("tpm", 50).build());
        big.settle("tpm", 0);
        big.keep();
        assertThat(status(two, "a", "tpm").available()).isEqualTo(100);
    }
}

package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Entity;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.UnknownLimitException;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Field cases 8 and 19: mistakes are named at once, and never mean "unlimited" or "deny all" in silence. */
class InputScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    private static void refusedByName(String field, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        invalid -> assertThat(invalid.field()).isEqualTo(field))
                .hasMessageContaining(field);
    }

    @Test
    @DisplayName("case 8: each field of a limit")
    void limit_outOfRange_refusedByNameOfTheField() {
        Duration second = Duration.ofSeconds(1);
        refusedByName("capacity", () -> Limit.custom("rpm", -1, 1, second));
        refusedByName("capacity", () -> Limit.perMinute("rpm", Long.MIN_VALUE));
        refusedByName("capacity", () -> Limit.custom("rpm", Limit.MAX_AMOUNT + 1, 1, second));
        refusedByName("refillAmount", () -> Limit.custom("rpm", 1, 0, second));
        refusedByName("refillAmount", () -> Limit.custom("rpm", 1, -5, second));
        refusedByName("refillAmount", () -> Limit.custom("rpm", 1, Long.MAX_VALUE, second));
        refusedByName("refillAmount", () -> Limit.perHour("rpm", 0));
        for (Duration period : List.of(
                Duration.ZERO,
                Duration.ofSeconds(-1),
                Duration.ofMillis(1500),
                Duration.ofNanos(1),
                Duration.ofSeconds(1_000_000_001L),
                Duration.ofSeconds(Long.MAX_VALUE),
                Duration.ofSeconds(Long.MIN_VALUE))) {
            refusedByName("refillPeriod", () -> Limit.custom("rpm", 1, 1, period));
        }
        refusedByName("burst", () -> Limit.perMinute("rpm", 10).burst(9));
        for (String name : List.of("", "wcu", "1rpm", "a b", "a#b", "a/b", "x".repeat(65), "rpm\n")) {
            refusedByName("limit", () -> Limit.perMinute(name, 1));
        }
    }

    @Test
    @DisplayName("case 8: each field of a request")
    void request_outOfRange_refusedByNameOfTheField() {
        refusedByName("take(rpm)", () -> Requests.builder("a").take("rpm", -1));
        refusedByName("take(rpm)", () -> Requests.builder("a").take("rpm", Long.MIN_VALUE));
        refusedByName("take(rpm)", () -> Requests.builder("a").take("rpm", Limit.MAX_AMOUNT + 1));
        refusedByName("take", () -> Requests.builder("a").take("rpm", 1).take("rpm", 1));
        refusedByName("take", () -> Requests.builder("a").take("wcu", 1));
        refusedByName("limits", () -> Requests.builder("a").limits());
        refusedByName("limits", () -> Requests.builder("a").limits(Limit.perDay("d", 1), Limit.perHour("d", 1)));
        refusedByName(
                "resource", () -> AcquireRequest.entity("a").take("rpm", 1).build());
        for (String entity : List.of("", "#", "a#b", "a/b", " a", "é", "a\nb", "x".repeat(257))) {
            refusedByName("entity", () -> AcquireRequest.entity(entity));
            refusedByName("entity", () -> Entity.builder(entity));
            refusedByName("entity", () -> one.limits().setEntityDefaults(entity, Limit.perDay("d", 1)));
        }
        for (String resource : List.of("", "_default_", "_", "1x", "a#b", "x".repeat(65))) {
            refusedByName("resource", () -> AcquireRequest.entity("a").resource(resource));
            refusedByName("resource", () -> one.limits().setResourceDefaults(resource, Limit.perDay("d", 1)));
            refusedByName("resource", () -> one.rateLimiter().explain("a", resource));
        }
    }

    @Test
    @DisplayName("case 8: a negative wait is no wait, and the longest wait there is does not overflow")
    void waitAtMost_negativeOrHuge_isNoWaitOrAYear() {
        one.limits().setSystemDefaults(Limit.custom("rpm", 1, 1, Duration.ofSeconds(10)));
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        for (long seconds : List.of(-1L, Long.MIN_VALUE)) {
            AcquireRequest request = Requests.builder("a")
                    .take("rpm", 1)
                    .waitAtMost(Duration.ofSeconds(seconds))
                    .build();
            assertThat(request.waitAtMost()).isZero();
            assertThat(took(one, request)).isFalse();
        }
        AcquireRequest ever = Requests.builder("a")
                .take("rpm", 1)
                .waitAtMost(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999))
                .build();
        assertThat(ever.waitAtMost()).isEqualTo(Duration.ofDays(365));
        var future = one.asyncRateLimiter().acquire(ever);
        fleet.seconds(10);
        assertThat(future).isCompleted();
    }

    @Test
    @DisplayName("case 8: a lease's words")
    void lease_outOfRange_refusedByNameAndNothingChanges() {
        one.limits().setSystemDefaults(Limit.perMinute("rpm", 10));
        Lease lease = Requests.lease(one, "a", "rpm", 4);
        refusedByName("settle(rpm)", () -> lease.settle("rpm", -1));
        refusedByName("settle(rpm)", () -> lease.settle("rpm", Limit.MAX_AMOUNT + 1));
        refusedByName("settle(tpm)", () -> lease.settle("tpm", 1));
        refusedByName("adjust(rpm)", () -> lease.adjust("rpm", -5));
        refusedByName("adjust(rpm)", () -> lease.adjust("rpm", Long.MIN_VALUE));
        refusedByName("adjust(rpm)", () -> lease.adjust("rpm", Limit.MAX_AMOUNT));
        refusedByName("take(rpm)", () -> lease.take("rpm", -1));
        refusedByName("take(rpm)", () -> lease.takeAsync("rpm", Long.MAX_VALUE));
        assertThat(lease.held("rpm")).isEqualTo(4);
        lease.keep();
        assertThat(Requests.balance(one, "a", "rpm")).isEqualTo(6);
    }

    @Test
    @DisplayName("case 19: a wrong setting of the repository fails when it is set")
    void builder_wrongSetting_refusedByName() {
        RepositoryBuilder builder = RepositoryBuilder.on(fleet.store);
        refusedByName("namespace", () -> builder.namespace("_"));
        refusedByName("namespace", () -> builder.namespace("a b"));
        refusedByName("deadline", () -> builder.deadline(Duration.ZERO));
        refusedByName("deadline", () -> builder.deadline(Duration.ofSeconds(Long.MAX_VALUE)));
        refusedByName("configTtl", () -> builder.configTtl(Duration.ofMillis(-1)));
        refusedByName("refusalFreshness", () -> builder.refusalFreshness(Duration.ofMillis(-1)));
        refusedByName("creditLinger", () -> builder.creditLinger(Duration.ofMillis(-1)));
        refusedByName("ttlMultiplier", () -> builder.ttlMultiplier(-1));
        refusedByName("maxBuckets", () -> builder.maxBuckets(0));
        refusedByName("hotBuckets", () -> builder.hotBuckets(0));
        refusedByName("usualMaxBuckets", () -> builder.usualMaxBuckets(-1));
        assertThatThrownBy(() -> builder.listener(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder.environment(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    @DisplayName("case 19: a set of stored limits that breaks a rule is refused whole")
    void storedLimits_brokenSet_refusedAndNothingStored() {
        one.limits().setSystemDefaults(Limit.perMinute("rpm", 10));
        refusedByName("limits", () -> one.limits().setSystemDefaults());
        refusedByName("limits", () -> one.limits().setSystemDefaults(Limit.perDay("rpm", 1), Limit.perHour("rpm", 2)));
        Limit[] many = new Limit[21];
        for (int i = 0; i < many.length; i++) {
            many[i] = Limit.perMinute("l" + i, 1);
        }
        refusedByName("limits", () -> one.limits().setSystemDefaults(many));
        assertThat(one.limits().getSystemDefaults()).containsExactly(Limit.perMinute("rpm", 10));
    }

    @Test
    @DisplayName("case 19: nothing configured is an error that says where to configure, and heals by itself")
    void acquire_nothingConfigured_saysSoUntilConfigured() {
        LimitRepository two = fleet.process(b -> b.configTtl(Duration.ofSeconds(5)));
        for (LimitRepository process : List.of(one, two)) {
            assertThatThrownBy(() -> process.rateLimiter().tryAcquire(take("a", "rpm", 1)))
                    .isInstanceOf(NoLimitsException.class)
                    .hasMessageContaining("a/" + RESOURCE)
                    .hasMessageContaining("repository.limits()");
            assertThatThrownBy(() -> process.rateLimiter().check(take("a", "rpm", 1)))
                    .isInstanceOf(NoLimitsException.class);
            assertThat(process.asyncRateLimiter().acquire(take("a", "rpm", 1))).isCompletedExceptionally();
            assertThat(process.rateLimiter().explain("a", RESOURCE).lines()).isEmpty();
        }
        one.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 5));
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        assertThat(took(two, "a", "rpm", 1)).isTrue();
        assertThat(two.rateLimiter().explain("a", RESOURCE).lines()).hasSize(1);
    }

    @Test
    @DisplayName("case 19: a limit that never was is an error that names those there are")
    void acquire_unknownLimit_namesTheKnownOnesAndTakesNothing() {
        one.limits().setSystemDefaults(Limit.perMinute("rpm", 5), Limit.perMinute("tpm", 50));
        for (int i = 0; i < 3; i++) {
            for (AcquireRequest request :
                    List.of(take("a", "rpn", 1), take("a", "rpm", 1, "rpn", 1), take("a", "rpn", 0))) {
                assertThatThrownBy(() -> one.rateLimiter().tryAcquire(request))
                        .isInstanceOf(UnknownLimitException.class)
                        .hasMessageContaining("'rpn'")
                        .hasMessageContaining("[rpm, tpm]");
            }
            assertThatThrownBy(() -> one.rateLimiter().check(take("a", "rpn", 1)))
                    .isInstanceOf(UnknownLimitException.class);
        }
        assertThat(Requests.balance(one, "a", "rpm")).isEqualTo(5);
        Lease lease = Requests.lease(one, "a", "rpm", 1);
        assertThatThrownBy(() -> lease.take("rpn", 1)).isInstanceOf(UnknownLimitException.class);
        assertThat(lease.held("rpn")).isZero();
        lease.giveBack();
    }

    @Test
    @DisplayName("case 19: with a parent, a limit that neither has is unknown; one that either has is not")
    void acquire_unknownLimitInFamily_onlyIfNeitherHasIt() {
        Requests.family(one, "org", "key");
        one.limits().setEntityDefaults("key", Limit.perMinute("rpm", 5));
        one.limits().setEntityDefaults("org", Limit.perMinute("tpm", 50));
        assertThatThrownBy(() -> one.rateLimiter().tryAcquire(take("key", "rpm", 1, "x", 1)))
                .isInstanceOf(UnknownLimitException.class)
                .hasMessageContaining("[rpm, tpm]");
        assertThat(Requests.balance(one, "key", "rpm")).isEqualTo(5);
        Decision both = one.rateLimiter().tryAcquire(take("key", "rpm", 1, "tpm", 20));
        assertThat(both.granted()).isTrue();
        both.lease().giveBack();
        assertThat(Requests.balance(one, "key", "rpm")).isEqualTo(5);
        assertThat(Requests.balance(one, "org", "tpm")).isEqualTo(50);
        assertThat(took(one, take("key", "rpm", 1, "tpm", 51))).isFalse();
        assertThat(Requests.balance(one, "key", "rpm")).isEqualTo(5);
    }
}

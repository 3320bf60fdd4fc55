package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.builder;
import static dev.zaelimiter.tests.Requests.family;
import static dev.zaelimiter.tests.Requests.lease;
import static dev.zaelimiter.tests.Requests.patient;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Waiters go as soon as what they wait for is there, also if it was given back, and in the order in which they came.
 */
@Tag("long")
class EarlyWakingScenariosTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    private CompletableFuture<Lease> waiter(String entity, String limit, long amount) {
        return one.asyncRateLimiter().acquire(patient(entity, limit, amount, LONG));
    }

    @Test
    @DisplayName("what a lease gives back serves those who wait behind it at once, first come first served")
    void giveBack_infrontOfWaiters_wakesAsManyAsFit() {
        one.limits().setSystemDefaults(Limit.custom("rpm", 10, 10, Duration.ofSeconds(100)));
        Lease holder = lease(one, "a", "rpm", 10);
        List<CompletableFuture<Lease>> waiters = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiters.add(waiter("a", "rpm", 2));
        }
        holder.settle("rpm", 5);
        holder.close();
        assertThat(waiters.stream().map(CompletableFuture::isDone)).containsExactly(true, true, false, false);
        fleet.millis(9_999);
        assertThat(waiters.get(2)).isNotDone();
        fleet.millis(1);
        assertThat(waiters.get(2)).isDone();
        assertThat(waiters.get(3)).isNotDone();
        fleet.seconds(20);
        assertThat(waiters.get(3)).isDone();
        assertThat(balance(one, "a", "rpm")).isZero();
        assertThat(took(one, "a", "rpm", 1)).isFalse();
    }

    @Test
    @DisplayName("a waiter that goes helps those behind it, and nobody in front")
    void cancel_ofTheMiddleWaiter_shortensTheLastWaitAlone() {
        one.limits().setSystemDefaults(Limit.custom("rpm", 10, 10, Duration.ofSeconds(100)));
        assertThat(took(one, "a", "rpm", 10)).isTrue();
        CompletableFuture<Lease> first = waiter("a", "rpm", 3);
        CompletableFuture<Lease> second = waiter("a", "rpm", 4);
        CompletableFuture<Lease> third = waiter("a", "rpm", 2);
        second.cancel(false);
        fleet.millis(29_999);
        assertThat(first).isNotDone();
        fleet.millis(1);
        assertThat(first).isDone();
        fleet.millis(19_999);
        assertThat(third).isNotDone();
        fleet.millis(1);
        assertThat(third).isDone();
    }

    @Test
    @DisplayName("a lease of a waiter that was served helps those behind it")
    void giveBack_ofAServedWaiter_wakesTheNext() {
        one.limits().setSystemDefaults(Limit.custom("rpm", 10, 10, Duration.ofSeconds(100)));
        assertThat(took(one, "a", "rpm", 10)).isTrue();
        CompletableFuture<Lease> first = waiter("a", "rpm", 5);
        CompletableFuture<Lease> second = waiter("a", "rpm", 5);
        fleet.seconds(50);
        assertThat(first).isDone();
        assertThat(second).isNotDone();
        first.join().giveBack();
        assertThat(second).isDone();
    }

    @Test
    @DisplayName("tokens of one limit do not pay what is owed of another")
    void giveBack_ofAnotherLimit_wakesNobody() {
        one.limits()
                .setSystemDefaults(
                        Limit.custom("rpm", 10, 10, Duration.ofSeconds(100)),
                        Limit.custom("tpm", 10, 10, Duration.ofSeconds(100)));
        Lease holder = one.rateLimiter().acquire(take("a", "rpm", 10, "tpm", 10));
        CompletableFuture<Lease> waiter = one.asyncRateLimiter()
                .acquire(builder("a")
                        .take("rpm", 1)
                        .take("tpm", 2)
                        .waitAtMost(LONG)
                        .build());
        holder.settle("tpm", 0);
        holder.close();
        fleet.millis(9_999);
        assertThat(waiter).isNotDone();
        fleet.millis(1);
        assertThat(waiter).isDone();
    }

    @Test
    @DisplayName("who waits for a bucket and its parent's goes when both are paid")
    void giveBack_toTheParent_wakesTheChildsWaiter() {
        family(one, "p", "a", "b");
        one.limits().setSystemDefaults(Limit.custom("rpm", 10, 10, Duration.ofSeconds(100)));
        Lease holder = lease(one, "b", "rpm", 10);
        assertThat(took(one, "a", "rpm", 1)).isFalse();
        CompletableFuture<Lease> waiter = waiter("a", "rpm", 4);
        assertThat(waiter).isNotDone();
        holder.giveBack();
        assertThat(waiter).isDone();
        assertThat(balance(one, "p", "rpm")).isEqualTo(6);
    }

    @Test
    @DisplayName("a soft limit in debt keeps nobody waiting, and what comes back of it wakes nobody")
    void giveBack_besideASoftLimit_wakesByTheHardOneAlone() {
        one.limits()
                .setSystemDefaults(
                        Limit.custom("rpm", 10, 10, Duration.ofSeconds(100)),
                        Limit.custom("tpm", 10, 10, Duration.ofSeconds(100)).asSoft());
        Lease hard = one.rateLimiter().acquire(take("a", "rpm", 10, "tpm", 0));
        Lease soft = one.rateLimiter().acquire(take("a", "rpm", 0, "tpm", 500));
        CompletableFuture<Lease> onlySoft = waiter("a", "tpm", 5);
        assertThat(onlySoft).isDone();
        CompletableFuture<Lease> both = one.asyncRateLimiter()
                .acquire(builder("a")
                        .take("rpm", 4)
                        .take("tpm", 4)
                        .waitAtMost(LONG)
                        .build());
        soft.giveBack();
        assertThat(both).isNotDone();
        hard.settle("rpm", 6);
        hard.close();
        assertThat(both).isDone();
        assertThat(balance(one, "a", "rpm")).isZero();
    }

    @Test
    @DisplayName("a limit made soft lets through who comes next, also while others wait for it")
    void softened_whileOthersWait_letsTheNextThrough() {
        one.limits().setSystemDefaults(Limit.custom("rpm", 10, 10, Duration.ofSeconds(100)));
        assertThat(took(one, "a", "rpm", 10)).isTrue();
        CompletableFuture<Lease> before = waiter("a", "rpm", 5);
        one.limits()
                .setSystemDefaults(
                        Limit.custom("rpm", 10, 10, Duration.ofSeconds(100)).asSoft());
        assertThat(waiter("a", "rpm", 5)).isDone();
        assertThat(took(one, "a", "rpm", 5)).isTrue();
        fleet.seconds(50);
        assertThat(before).isDone();
    }
}

package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.patient;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.RepositoryClosedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * S3: a key of one a minute whose requests wait for hours. They took the tokens of the project at once, and all its
 * other keys were locked out.
 */
@Tag("long")
class SlowChildScenariosTest {

    private static final Duration HOURS = Duration.ofHours(10);

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();
    private final LimitRepository two = fleet.process();

    @BeforeEach
    void family() {
        Requests.family(one, "org", "slow", "sibling");
        one.limits().setEntityDefaults("slow", Limit.perMinute("rpm", 1));
        one.limits().setEntityDefaults("sibling", Limit.perMinute("rpm", 1_000));
        one.limits().setEntityDefaults("org", Limit.perMinute("rpm", 100));
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private List<CompletableFuture<Decision>> waiting(LimitRepository process, int count, Duration wait) {
        List<CompletableFuture<Decision>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(process.asyncRateLimiter().tryAcquire(patient("slow", "rpm", 1, wait)));
        }
        return all;
    }

    private static long done(List<CompletableFuture<Decision>> all) {
        return all.stream().filter(CompletableFuture::isDone).count();
    }

    @Test
    @DisplayName("S3: 500 that wait for the slow key take nothing of the project before their turn")
    void slowKey_doesNotLockOutItsSiblings() {
        List<CompletableFuture<Decision>> all = waiting(one, 500, HOURS);
        assertThat(done(all)).isEqualTo(1);
        assertThat(balance(two, "slow", "rpm")).isEqualTo(-499);
        assertThat(balance(two, "org", "rpm")).isEqualTo(99);
        for (int i = 0; i < 99; i++) {
            assertThat(took(two, "sibling", "rpm", 1)).isTrue();
        }
        assertThat(took(two, "sibling", "rpm", 1)).isFalse();
        fleet.seconds(60);
        assertThat(done(all)).isEqualTo(2);
        assertThat(balance(two, "org", "rpm")).isEqualTo(99);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    @DisplayName(
            "S3: the slow key serves first come first, one a minute, across processes, and the project is charged for each")
    void slowKey_servesInOrder(int processes) {
        List<LimitRepository> all = fleet.processes(processes);
        List<Integer> served = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int number = i;
            all.get(i % processes)
                    .asyncRateLimiter()
                    .acquire(patient("slow", "rpm", 1, HOURS))
                    .thenAccept(lease -> served.add(number));
        }
        for (int minute = 0; minute < 12; minute++) {
            assertThat(served).hasSize(minute + 1).last().isEqualTo(minute);
            assertThat(took(two, "sibling", "rpm", 50)).isTrue();
            assertThat(balance(two, "org", "rpm")).isEqualTo(49);
            fleet.seconds(60);
        }
    }

    @Test
    @DisplayName("S3: a process that is killed leaves its debt with the slow key, and nothing on the project")
    void killedProcess_leavesNothingOnTheProject() {
        LimitRepository killed = fleet.process();
        waiting(killed, 20, HOURS);
        fleet.store.down();
        fleet.seconds(600);
        fleet.store.up();
        assertThat(balance(two, "org", "rpm")).isEqualTo(100);
    }

    @Test
    @DisplayName(
            "a project that has nothing when the key's turn comes: what is left of the wait is for it, in its order")
    void turnWithAnEmptyProject_waitsOn() {
        List<CompletableFuture<Decision>> all = waiting(one, 2, Duration.ofMinutes(2));
        fleet.seconds(59);
        assertThat(took(two, "sibling", "rpm", 100)).isTrue();
        assertThat(two.asyncRateLimiter().tryAcquire(patient("sibling", "rpm", 50, Duration.ofMinutes(1))))
                .isNotDone();
        fleet.seconds(1);
        assertThat(balance(two, "org", "rpm")).isEqualTo(-50);
        // A second's refill is there already: 49 1/3 are missing, at 5 in 3 seconds.
        fleet.millis(29_599);
        assertThat(all.get(1)).isNotDone();
        fleet.millis(1);
        assertThat(all.get(1).join().granted()).isTrue();
        assertThat(one.statistics().lostAdjustments()).isZero();
    }

    @Test
    @DisplayName("a project that is used up for longer than is left of the wait refuses, and the key's tokens go back")
    void turnWithAUsedUpProject_isRefused() {
        one.limits().setEntityDefaults("org", Limit.custom("rpm", 100, 1, Duration.ofMinutes(10)));
        List<CompletableFuture<Decision>> all = waiting(one, 3, Duration.ofMinutes(3));
        assertThat(took(two, "sibling", "rpm", 99)).isTrue();
        fleet.seconds(60);
        Refusal refusal = all.get(1).join().refusal();
        assertThat(refusal.primary().orElseThrow().entity()).isEqualTo("org");
        assertThat(refusal.retryAfter()).contains(Duration.ofMinutes(9));
        assertThat(refusal.statuses().get(0).exceeded()).isFalse();
        // Whoever stood behind it comes sooner by that much, and meets the same project.
        assertThat(all.get(2).join().granted()).isFalse();
        assertThat(balance(two, "slow", "rpm")).isEqualTo(1);
        assertThat(balance(two, "org", "rpm")).isZero();
    }

    @Test
    @DisplayName("a project that could not serve in time as it stands refuses at once, not after the wait")
    void hopelessProject_refusesAtOnce() {
        one.limits().setEntityDefaults("org", Limit.custom("rpm", 100, 1, Duration.ofMinutes(10)));
        assertThat(took(one, "slow", "rpm", 1)).isTrue();
        assertThat(took(two, "sibling", "rpm", 99)).isTrue();
        fleet.seconds(2);
        CompletableFuture<Decision> refused =
                waiting(one, 1, Duration.ofMinutes(5)).get(0);
        assertThat(refused).isDone();
        assertThat(refused.join().refusal().primary().orElseThrow().entity()).isEqualTo("org");
        assertThat(refused.join().refusal().retryAfter()).contains(Duration.ofSeconds(598));
        assertThat(balance(two, "slow", "rpm")).isZero();
    }

    @Test
    @DisplayName(
            "who goes while the slow key's turn is to come gives back at once, to the key, and later turns come sooner")
    void cancelled_beforeTheTurn_givesBack() {
        List<CompletableFuture<Decision>> all = waiting(one, 4, HOURS);
        assertThat(all.get(1).cancel(true)).isTrue();
        assertThat(balance(two, "slow", "rpm")).isEqualTo(-2);
        assertThat(balance(two, "org", "rpm")).isEqualTo(99);
        fleet.seconds(60);
        assertThat(all.get(2)).isDone();
        fleet.seconds(60);
        assertThat(all.get(3)).isDone();
    }

    @Test
    @DisplayName("a repository that closes ends the wait for a turn, and gives back")
    void close_beforeTheTurn_givesBack() {
        LimitRepository closing = fleet.process();
        List<CompletableFuture<Decision>> all = waiting(closing, 3, HOURS);
        closing.close();
        assertThat(all.get(2)).isCompletedExceptionally();
        assertThatThrownBy(all.get(2)::join).hasCauseInstanceOf(RepositoryClosedException.class);
        assertThat(balance(two, "slow", "rpm")).isZero();
        assertThat(balance(two, "org", "rpm")).isEqualTo(99);
    }

    @Test
    @DisplayName("a store that is down when the turn comes: unavailable within the deadline, and nothing stays taken")
    void turnWithoutAStore_isUnavailable() {
        List<CompletableFuture<Decision>> all = waiting(one, 2, HOURS);
        fleet.seconds(59);
        fleet.store.down();
        fleet.millis(2_100);
        assertThat(all.get(1)).isCompletedExceptionally();
        assertThatThrownBy(all.get(1)::join).hasCauseInstanceOf(RateLimiterUnavailableException.class);
        fleet.store.up();
        fleet.seconds(2);
        assertThat(balance(two, "slow", "rpm")).isEqualTo(1);
    }

    @Test
    @DisplayName("what was charged at the turn goes back to both when the lease is given back, and settles on both")
    void leaseAfterATurn_correctsBoth() {
        List<CompletableFuture<Decision>> all = waiting(one, 3, HOURS);
        fleet.seconds(120);
        Lease second = all.get(1).join().lease();
        Lease third = all.get(2).join().lease();
        assertThat(balance(two, "org", "rpm")).isEqualTo(99);
        second.giveBack();
        third.settle("rpm", 4);
        third.keep();
        assertThat(balance(two, "slow", "rpm")).isEqualTo(-2);
        assertThat(balance(two, "org", "rpm")).isEqualTo(97);
    }
}

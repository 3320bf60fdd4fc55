package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.builder;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Availability;
import dev.zaelimiter.Explanation;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Field case 23: the store gives no answer. */
class UnavailableScenariosTest {

    private static final Duration DEADLINE = Duration.ofMillis(300);

    private final Fleet fleet = new Fleet();
    private final Heard heard = new Heard();
    private final LimitRepository one = fleet.process(b -> b.deadline(DEADLINE).listener(heard));
    private final LimitRepository two = fleet.process();

    @BeforeEach
    void limits() {
        Requests.family(one, "org", "key");
        one.limits().setSystemDefaults(Limit.perDay("rpd", 1000));
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private CompletableFuture<Lease> start(AcquireRequest request) {
        return one.asyncRateLimiter().acquire(request);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "key"})
    @DisplayName("case 23: block throws within the deadline, and says what")
    void down_block_throwsAtTheDeadlineAndHealsByItself(String entity) {
        for (int round = 0; round < 3; round++) {
            Instant before = fleet.clock.now();
            fleet.store.down();
            CompletableFuture<Lease> cold = start(take(entity, "rpd", 1));
            fleet.millis(299);
            assertThat(cold).isNotDone();
            fleet.millis(1);
            assertThat(cold).isCompletedExceptionally();
            assertThatThrownBy(cold::join)
                    .hasCauseInstanceOf(RateLimiterUnavailableException.class)
                    .hasMessageContaining(entity + "/" + Requests.RESOURCE)
                    .hasMessageContaining("300 ms");
            assertThat(Duration.between(before, fleet.clock.now())).isEqualTo(DEADLINE);
            fleet.store.up();
            fleet.seconds(1);
            assertThat(took(one, entity, "rpd", 1)).isTrue();
        }
        assertThat(one.statistics().degraded()).isEqualTo(3);
        assertThat(heard.count("degraded " + entity + " blocked")).isEqualTo(3);
        assertThat(balance(two, entity, "rpd")).isEqualTo(997);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "key"})
    @DisplayName("case 23: allow admits within the deadline, degraded and visible")
    void down_allow_admitsDegradedAndWritesNothing(String entity) {
        AcquireRequest request = builder(entity)
                .take("rpd", 10)
                .onUnavailable(OnUnavailable.ALLOW)
                .build();
        assertThat(took(one, entity, "rpd", 1)).isTrue();
        fleet.store.down();
        CompletableFuture<Lease> admitted = start(request);
        fleet.clock.advance(DEADLINE);
        Lease lease = admitted.join();
        assertThat(lease.degraded()).isTrue();
        lease.settle("rpd", 500);
        assertThat(lease.take("rpd", 5).granted()).isTrue();
        lease.keep();
        start(request).cancel(true);
        CompletableFuture<Lease> second = start(request);
        fleet.clock.advance(DEADLINE);
        second.join().giveBack();
        fleet.store.up();
        fleet.seconds(2);
        assertThat(balance(two, entity, "rpd")).isEqualTo(999);
        assertThat(one.statistics().degraded()).isEqualTo(2);
        assertThat(heard.count("degraded " + entity + " admitted")).isEqualTo(2);
        Lease normal = one.rateLimiter().acquire(request);
        assertThat(normal.degraded()).isFalse();
        normal.keep();
        assertThat(balance(two, entity, "rpd")).isEqualTo(989);
    }

    @Test
    @DisplayName("whose word counts: the request's, then the stored one, then the repository's")
    void policy_requestThenStoredThenRepository() {
        LimitRepository allowing =
                fleet.process(b -> b.onUnavailable(OnUnavailable.ALLOW).deadline(DEADLINE));
        assertThat(took(allowing, "a", "rpd", 1)).isTrue();
        assertThat(took(one, "a", "rpd", 1)).isTrue();
        assertThat(verdict(allowing, null)).isEqualTo("admitted");
        assertThat(verdict(allowing, OnUnavailable.BLOCK)).isEqualTo("blocked");
        assertThat(verdict(one, null)).isEqualTo("blocked");
        assertThat(verdict(one, OnUnavailable.ALLOW)).isEqualTo("admitted");
        one.limits().setOnUnavailable(OnUnavailable.ALLOW);
        assertThat(verdict(one, null)).isEqualTo("admitted");
        one.limits().setOnUnavailable(OnUnavailable.BLOCK);
        assertThat(verdict(one, null)).isEqualTo("blocked");
        fleet.seconds(61);
        assertThat(took(allowing, "a", "rpd", 1)).isTrue();
        assertThat(took(allowing, "a", "rpd", 1)).isTrue();
        assertThat(verdict(allowing, null)).isEqualTo("blocked");
    }

    private String verdict(LimitRepository repository, OnUnavailable own) {
        AcquireRequest.Builder request = builder("a").take("rpd", 1);
        if (own != null) {
            request.onUnavailable(own);
        }
        fleet.store.down();
        CompletableFuture<Lease> future = repository.asyncRateLimiter().acquire(request.build());
        fleet.clock.advance(DEADLINE);
        fleet.store.up();
        fleet.seconds(1);
        return future.isCompletedExceptionally() ? "blocked" : future.join().degraded() ? "admitted" : "normal";
    }

    @Test
    @DisplayName("the lease's take follows the request's word, and gives back only what the store gave")
    void take_whileDown_degradedPartIsNeverGivenBack() {
        assertThat(took(two, "key", "rpd", 500)).isTrue();
        Lease lease = one.rateLimiter()
                .acquire(builder("key")
                        .take("rpd", 10)
                        .onUnavailable(OnUnavailable.ALLOW)
                        .build());
        fleet.store.down();
        CompletableFuture<dev.zaelimiter.Decision> more = lease.takeAsync("rpd", 100);
        fleet.clock.advance(DEADLINE);
        assertThat(more.join().lease().degraded()).isTrue();
        fleet.store.up();
        fleet.seconds(1);
        assertThat(lease.degraded()).isFalse();
        lease.giveBack();
        assertThat(balance(two, "key", "rpd")).isEqualTo(500);
        assertThat(balance(two, "org", "rpd")).isEqualTo(500);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"THROTTLED", "UNREACHABLE", "LOST_APPLIED", "LOST_NOT_APPLIED"})
    @DisplayName("a short trouble is retried within the deadline and never shown as a rate limit")
    void shortTrouble_isRetried_andChargedOnce(Fault fault) {
        for (int times = 1; times <= 3; times++) {
            for (String entity : new String[] {"a" + times, "key"}) {
                for (boolean cold : new boolean[] {true, false}) {
                    long before = balance(two, entity, "rpd");
                    fleet.store.failNextWrites(fault, times);
                    CompletableFuture<Lease> future = start(take(entity, "rpd", 10));
                    fleet.clock.advance(DEADLINE);
                    assertThat(future)
                            .as("%s %s %s %s", fault, times, entity, cold)
                            .isCompleted();
                    assertThat(future.join().degraded()).isFalse();
                    assertThat(balance(two, entity, "rpd")).isEqualTo(before - 10);
                    future.join().giveBack();
                    fleet.seconds(1);
                    assertThat(balance(two, entity, "rpd")).isEqualTo(before);
                    fleet.store.clearScript();
                }
            }
        }
        assertThat(one.statistics().refused()).isZero();
        assertThat(one.statistics().degraded()).isZero();
    }

    @Test
    @DisplayName("throttled for longer than the deadline: unavailable, not refused; nothing stays taken")
    void longThrottle_isUnavailable() {
        assertThat(took(one, "key", "rpd", 1)).isTrue();
        fleet.store.failAtRandom(1, 1, Fault.THROTTLED);
        List<CompletableFuture<Lease>> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            all.add(start(take("key", "rpd", 50)));
        }
        fleet.clock.advance(DEADLINE);
        for (CompletableFuture<Lease> each : all) {
            assertThatThrownBy(each::join).hasCauseInstanceOf(RateLimiterUnavailableException.class);
        }
        assertThat(one.statistics().refused()).isZero();
        fleet.store.failAtRandom(1, 0);
        fleet.seconds(5);
        assertThat(balance(two, "key", "rpd")).isEqualTo(999);
        assertThat(balance(two, "org", "rpd")).isEqualTo(999);
        assertThat(took(one, "key", "rpd", 1)).isTrue();
    }

    @Test
    @DisplayName("access denied is not retried, and says so")
    void denied_failsAtOnce() {
        assertThat(took(one, "a", "rpd", 1)).isTrue();
        fleet.store.failNextWrites(Fault.DENIED, 1);
        assertThatThrownBy(() -> took(one, "a", "rpd", 1))
                .isInstanceOf(RateLimiterUnavailableException.class)
                .hasMessageContaining("denied");
        assertThat(took(one, "a", "rpd", 1)).isTrue();
    }

    @Test
    @DisplayName("an answer that is an error is no missing answer: to allow does not hide it")
    void denied_thoughAllowed_throws() {
        AcquireRequest allowed =
                builder("a").take("rpd", 1).onUnavailable(OnUnavailable.ALLOW).build();
        assertThat(took(one, allowed)).isTrue();
        fleet.store.failNextWrites(Fault.DENIED, 1);
        assertThatThrownBy(() -> took(one, allowed)).isInstanceOf(RateLimiterUnavailableException.class);
        assertThat(one.statistics().degraded()).isZero();
    }

    @Test
    @DisplayName("a write that hangs past the deadline and lands late is given back")
    void hangingWrite_landsLate_goesBack() {
        assertThat(took(one, "key", "rpd", 1)).isTrue();
        fleet.store.failNextWrites(Fault.HANG, 1);
        CompletableFuture<Lease> gone = start(take("key", "rpd", 50));
        fleet.clock.advance(DEADLINE);
        assertThatThrownBy(gone::join).hasCauseInstanceOf(RateLimiterUnavailableException.class);
        fleet.store.release();
        fleet.seconds(5);
        assertThat(balance(two, "key", "rpd")).isEqualTo(999);
        assertThat(balance(two, "org", "rpd")).isEqualTo(999);
    }

    @Test
    @DisplayName("check and explain keep the deadline too")
    void checkAndExplain_hangingStore_endAtTheDeadline() {
        fleet.store.failNext(Fault.HANG, 1);
        CompletableFuture<?> check = one.asyncRateLimiter().check(take("x", "rpd", 1));
        fleet.clock.advance(DEADLINE);
        assertThat(check).isCompletedExceptionally();
        fleet.store.release();
        assertThat(took(one, "y", "rpd", 1)).isTrue();
        fleet.store.failNext(Fault.HANG, 1);
        CompletableFuture<?> explain = one.asyncRateLimiter().explain("y", Requests.RESOURCE);
        // The look at the bucket is let through, and then the levels hang.
        fleet.store.failNext(Fault.HANG, 1);
        fleet.store.release();
        assertThat(fleet.store.held()).isEqualTo(1);
        assertThat(explain).isNotDone();
        fleet.clock.advance(DEADLINE);
        assertThat(explain).isCompletedExceptionally();
    }

    @Test
    @DisplayName("closing with corrections that can't be written ends within the deadline and reports them")
    void close_whileDown_reportsWhatIsLost() {
        LimitRepository closing = fleet.process(b -> b.deadline(DEADLINE).listener(heard));
        Lease lease = closing.rateLimiter().acquire(take("a", "rpd", 10));
        lease.settle("rpd", 15);
        fleet.store.down();
        Instant before = fleet.clock.now();
        lease.keep();
        closing.close();
        assertThat(Duration.between(before, fleet.clock.now())).isLessThanOrEqualTo(DEADLINE.plusMillis(1));
        assertThat(closing.statistics().lostAdjustments()).isEqualTo(1);
        assertThat(heard.events).contains("lost a rpd 5");
    }

    @Test
    @DisplayName("a look at a key and its project has one deadline, and not another one for each of its steps")
    void check_slowStore_endsAtOneDeadline() {
        assertThat(took(one, "key", "rpd", 1)).isTrue();
        LimitRepository far = RepositoryBuilder.on(new LateStore(fleet.store, fleet.clock, Duration.ofMillis(200)))
                .environment(fleet.clock)
                .namespace("scenarios")
                .deadline(DEADLINE)
                .inlineCallbacks()
                .build();
        CompletableFuture<Availability> check = far.asyncRateLimiter().check(take("key", "rpd", 1));
        CompletableFuture<Explanation> explanation = far.asyncRateLimiter().explain("key", Requests.RESOURCE);
        fleet.millis(299);
        assertThat(check).isNotDone();
        assertThat(explanation).isNotDone();
        fleet.millis(1);
        assertThat(check).isCompletedExceptionally();
        assertThat(explanation).isCompletedExceptionally();
        assertThatThrownBy(check::join).hasCauseInstanceOf(RateLimiterUnavailableException.class);
        assertThatThrownBy(explanation::join).hasCauseInstanceOf(RateLimiterUnavailableException.class);
        far.close();
    }
}

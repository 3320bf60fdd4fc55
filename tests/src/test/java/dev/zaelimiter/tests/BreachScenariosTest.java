package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.lease;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.tests.BreachingStore.Breach;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A store that breaks its contract: whoever waits is told, no token is lost or made, and the bucket goes on. */
@Tag("long")
@Timeout(20)
class BreachScenariosTest {

    private static final Duration DEADLINE = Duration.ofMillis(300);

    private final Fleet fleet = new Fleet();
    private final LimitRepository other = fleet.process();
    private final List<LimitRepository> open = new ArrayList<>();
    private BreachingStore store;

    @AfterEach
    void close() {
        open.forEach(LimitRepository::close);
        fleet.close();
    }

    private LimitRepository open(boolean remote) {
        Requests.family(other, "org", "key");
        other.limits().setSystemDefaults(Limit.custom("rpd", 1000, 1, Duration.ofDays(300)));
        store = new BreachingStore(fleet.store, remote);
        LimitRepository repository = RepositoryBuilder.on(store)
                .environment(fleet.clock)
                .namespace("scenarios")
                .deadline(DEADLINE)
                .inlineCallbacks()
                .build();
        open.add(repository);
        return repository;
    }

    static Stream<Arguments> breaches() {
        return Stream.of(Breach.values())
                .flatMap(breach -> Stream.of("a", "key")
                        .flatMap(entity -> Stream.of(true, false).map(remote -> Arguments.of(breach, entity, remote))));
    }

    /** The number of tokens that the future brought; fails if nothing came of it. */
    private static long ended(CompletableFuture<Lease> future, long asked) {
        assertThat(future).isDone();
        if (future.isCompletedExceptionally()) {
            assertThatThrownBy(future::join).hasCauseInstanceOf(RateLimiterUnavailableException.class);
            return 0;
        }
        future.join().keep();
        return asked;
    }

    private void settled(LimitRepository one, String entity, long expected) {
        fleet.seconds(10);
        assertThat(took(one, entity, "rpd", 1)).isTrue();
        assertThat(balance(one, entity, "rpd")).isEqualTo(expected - 1);
        assertThat(balance(other, entity, "rpd")).isEqualTo(expected - 1);
    }

    @ParameterizedTest
    @MethodSource("breaches")
    void write_broken_callersAreToldAndTheBucketGoesOn(Breach breach, String entity, boolean remote) {
        LimitRepository one = open(remote);
        assertThat(took(one, entity, "rpd", 1)).isTrue();
        store.breachNextWrites(breach, 1);
        CompletableFuture<Lease> first = one.asyncRateLimiter().acquire(take(entity, "rpd", 10));
        CompletableFuture<Lease> second = one.asyncRateLimiter().acquire(take(entity, "rpd", 20));
        fleet.clock.advance(DEADLINE);
        settled(one, entity, 999 - ended(first, 10) - ended(second, 20));
        assertThat(store.left()).isZero();
        assertThat(one.statistics().lostAdjustments()).isZero();
    }

    @ParameterizedTest
    @MethodSource("breaches")
    void coldRead_broken_callersAreToldAndTheBucketGoesOn(Breach breach, String entity, boolean remote) {
        LimitRepository one = open(remote);
        store.breachNextReads(breach, 1);
        CompletableFuture<Lease> first = one.asyncRateLimiter().acquire(take(entity, "rpd", 10));
        CompletableFuture<?> check = one.asyncRateLimiter().check(take(entity, "rpd", 1));
        fleet.clock.advance(DEADLINE);
        assertThat(check).isDone();
        settled(one, entity, 1000 - ended(first, 10));
        assertThat(store.left()).isZero();
    }

    @ParameterizedTest
    @MethodSource("breaches")
    void look_broken_callersAreToldAndTheBucketGoesOn(Breach breach, String entity, boolean remote) {
        LimitRepository one = open(remote);
        assertThat(took(one, entity, "rpd", 1000)).isTrue();
        other.rateLimiter().acquire(take(entity, "rpd", 0)).keep();
        fleet.seconds(2);
        store.breachNextReads(breach, 1);
        CompletableFuture<?> check = one.asyncRateLimiter().check(take(entity, "rpd", 1));
        CompletableFuture<?> refused = one.asyncRateLimiter().tryAcquire(take(entity, "rpd", 1));
        fleet.clock.advance(DEADLINE);
        assertThat(check).isDone();
        assertThat(refused).isDone();
        fleet.seconds(10);
        assertThat(took(one, entity, "rpd", 1)).isFalse();
        assertThat(balance(one, entity, "rpd")).isZero();
    }

    @ParameterizedTest
    @MethodSource("breaches")
    void correction_broken_isWrittenOrReported(Breach breach, String entity, boolean remote) {
        LimitRepository one = open(remote);
        Lease lease = lease(one, entity, "rpd", 10);
        lease.settle("rpd", 15);
        store.breachNextWrites(breach, 1);
        lease.keep();
        fleet.seconds(10);
        assertThat(store.left()).isZero();
        assertThat(one.statistics().lostAdjustments()).isZero();
        settled(one, entity, 985);
    }

    @ParameterizedTest
    @MethodSource("breaches")
    void refresh_broken_limitsAreReadAgainLater(Breach breach, String entity, boolean remote) {
        LimitRepository one = open(remote);
        assertThat(took(one, entity, "rpd", 1)).isTrue();
        fleet.seconds(61);
        store.breachNextReads(breach, 1);
        assertThat(one.asyncRateLimiter().acquire(take(entity, "rpd", 1))).isCompleted();
        assertThat(store.left()).isZero();
        other.limits().setSystemDefaults(Limit.custom("rpd", 5, 1, Duration.ofDays(300)));
        for (int i = 0; i < 2; i++) {
            fleet.seconds(61);
            one.asyncRateLimiter().tryAcquire(take(entity, "rpd", 1)).join();
        }
        assertThat(balance(one, entity, "rpd")).isLessThanOrEqualTo(5);
    }
}

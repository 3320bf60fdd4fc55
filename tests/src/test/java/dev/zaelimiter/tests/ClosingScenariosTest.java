package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.take;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.testkit.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is on its way to a store that takes its time, when a repository is closed. */
@Timeout(20)
class ClosingScenariosTest {

    private static final Duration LATE = Duration.ofMillis(40);
    private static final Duration DEADLINE = Duration.ofSeconds(1);

    private final AtomicInteger arrived = new AtomicInteger();
    private final Fleet fleet = new Fleet(clock -> new LateStore(new Counted(new InMemoryStore(clock)), clock, LATE));
    private final LimitRepository closing = fleet.process(settings -> settings.deadline(DEADLINE));

    /** Counts what arrives: half of the time after it was sent. */
    private final class Counted extends ForwardingStore {
        Counted(InMemoryStore store) {
            super(store);
        }

        @Override
        <T> CompletableFuture<T> writing(Supplier<CompletableFuture<T>> call) {
            arrived.incrementAndGet();
            return call.get();
        }

        @Override
        <T> CompletableFuture<T> reading(Supplier<CompletableFuture<T>> call) {
            arrived.incrementAndGet();
            return call.get();
        }
    }

    @BeforeEach
    void store() {
        closing.limits().setSystemDefaults(Limit.perDay("rpd", 1000));
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private CompletableFuture<Decision> asked() {
        return closing.asyncRateLimiter().tryAcquire(take("a", "rpd", 1));
    }

    private void nothingArrivesAnyMore() {
        int before = arrived.get();
        long sent = fleet.store.count();
        fleet.seconds(10);
        assertThat(arrived).hasValue(before);
        assertThat(fleet.store.count()).isEqualTo(sent);
    }

    @Test
    @DisplayName("close() returned while a read was on its way, which arrived after it")
    void close_readUnderWay_returnsWhenItIsAnswered() {
        CompletableFuture<Decision> asked = asked();
        closing.close();
        assertThat(asked).isCompletedExceptionally();
        nothingArrivesAnyMore();
    }

    @Test
    @DisplayName("close() returned while a write was on its way, which took tokens after it")
    void close_writeUnderWay_returnsWhenItIsAnsweredAndItsCallerHasIt() {
        CompletableFuture<Decision> first = asked();
        fleet.seconds(1);
        assertThat(first).isCompleted();
        CompletableFuture<Decision> asked = asked();
        Instant began = fleet.clock.now();
        closing.close();
        assertThat(Duration.between(began, fleet.clock.now())).isEqualTo(LATE);
        assertThat(asked).isCompleted();
        nothingArrivesAnyMore();
    }

    @Test
    void close_neverAnswered_returnsAfterTheDeadline() {
        fleet.store.failNext(Fault.HANG, 1);
        CompletableFuture<Decision> asked = asked();
        Instant began = fleet.clock.now();
        closing.close();
        assertThat(Duration.between(began, fleet.clock.now())).isEqualTo(DEADLINE);
        assertThat(asked).isCompletedExceptionally();
        nothingArrivesAnyMore();
    }

    @Test
    void close_nothingUnderWay_returnsAtOnce() {
        Instant began = fleet.clock.now();
        closing.close();
        assertThat(fleet.clock.now()).isEqualTo(began);
        nothingArrivesAnyMore();
    }
}

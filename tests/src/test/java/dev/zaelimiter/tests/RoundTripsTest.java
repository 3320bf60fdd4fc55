package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.take;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.FaultyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * How many round trips each path of an acquire takes, and how many calls: on a store whose answers take a fixed time on
 * a clock that moves only while somebody waits, so that the time a call took tells its rounds.
 */
@Timeout(60)
class RoundTripsTest {

    private static final Duration ROUND = Duration.ofMillis(10);

    private final ManualClock clock = new ManualClock();
    private final FaultyStore counted = FaultyStore.over(new InMemoryStore(clock));
    private final LateStore store = new LateStore(counted, clock, ROUND);
    private final List<LimitRepository> open = new ArrayList<>();

    /** Another process, which has seen nothing yet. */
    private LimitRepository process() {
        LimitRepository process =
                RepositoryBuilder.on(store).environment(clock).inlineCallbacks().build();
        open.add(process);
        return process;
    }

    @BeforeEach
    void limits() {
        LimitRepository first = process();
        first.limits().setSystemDefaults(Limit.perSecond("rps", 10));
        Requests.family(first, "org", "key");
    }

    @AfterEach
    void close() {
        open.forEach(LimitRepository::close);
        counted.close();
    }

    private record Cost(long rounds, long calls) {}

    /** Moves the clock on by half a round, the time of one way, until the answer is there. */
    private <T> Cost cost(Supplier<CompletableFuture<T>> work) {
        counted.resetCounts();
        long start = clock.monotonicNanos();
        CompletableFuture<T> answer = work.get();
        for (int ways = 0; !answer.isDone() && ways < 20; ways++) {
            clock.advance(ROUND.dividedBy(2));
        }
        answer.join();
        long nanos = clock.monotonicNanos() - start;
        assertThat(nanos % ROUND.toNanos()).as("whole rounds").isZero();
        return new Cost(nanos / ROUND.toNanos(), counted.count());
    }

    private Cost acquire(LimitRepository process, String entity, long amount) {
        return cost(() ->
                process.asyncRateLimiter().acquire(take(entity, "rps", amount)).thenAccept(Lease::keep));
    }

    private Cost refused(LimitRepository process, String entity, long amount) {
        return cost(() -> process.asyncRateLimiter()
                .tryAcquire(take(entity, "rps", amount))
                .thenAccept(decision -> assertThat(decision.granted()).isFalse()));
    }

    @Test
    void acquire_cold_isTwoRounds() {
        assertThat(acquire(process(), "alone", 1)).as("no bucket yet").isEqualTo(new Cost(2, 2));
        assertThat(acquire(process(), "alone", 1)).as("a bucket of others").isEqualTo(new Cost(2, 2));
    }

    @Test
    void acquire_coldWithUnknownParent_isThreeRounds() {
        assertThat(acquire(process(), "key", 1).rounds()).as("no buckets yet").isEqualTo(3);
        assertThat(acquire(process(), "key", 1).rounds())
                .as("buckets of others")
                .isEqualTo(3);
    }

    @Test
    void acquire_warm_isOneRoundAndOneCall() {
        LimitRepository process = process();
        acquire(process, "alone", 1);

        assertThat(acquire(process, "alone", 1)).isEqualTo(new Cost(1, 1));
    }

    @Test
    void acquire_refill_isOneRoundAndOneCall() {
        LimitRepository process = process();
        acquire(process, "alone", 10);
        clock.advance(Duration.ofSeconds(1));

        assertThat(acquire(process, "alone", 9)).isEqualTo(new Cost(1, 1));
    }

    @Test
    void acquire_warmCascade_isOneRoundOfTwoCalls() {
        LimitRepository process = process();
        acquire(process, "key", 1);

        assertThat(acquire(process, "key", 1)).isEqualTo(new Cost(1, 2));
    }

    @Test
    void tryAcquire_lastImageSaysNo_isNoCall() {
        LimitRepository process = process();
        acquire(process, "alone", 10);

        assertThat(refused(process, "alone", 9)).isEqualTo(new Cost(0, 0));
        assertThat(refused(process, "alone", 9)).isEqualTo(new Cost(0, 0));
    }

    @Test
    void tryAcquire_othersTookIt_isOneCallAndThenNone() {
        LimitRepository process = process();
        acquire(process, "alone", 1);
        acquire(process(), "alone", 9);

        assertThat(refused(process, "alone", 9)).isEqualTo(new Cost(1, 1));
        assertThat(refused(process, "alone", 9)).isEqualTo(new Cost(0, 0));
    }

    @Test
    void settle_isWrittenAfterwardsAndKeepsNobodyWaiting() {
        LimitRepository process = process();
        CompletableFuture<Lease> held = new CompletableFuture<>();
        cost(() -> process.asyncRateLimiter().acquire(take("alone", "rps", 1)).thenAccept(held::complete));

        Cost ending = cost(() -> {
            held.join().settle("rps", 3);
            held.join().keep();
            return CompletableFuture.completedFuture(null);
        });
        assertThat(ending.rounds()).isZero();
        counted.resetCounts();
        clock.advance(Duration.ofSeconds(1));
        assertThat(ending.calls() + counted.count()).isEqualTo(1);
    }
}

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * How many round trips each path of an acquire takes, and how many calls: on a store whose answers take a fixed time on a
 * clock that moves only while somebody waits, so that the time a call took tells its rounds.
 */
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

    private Cost cost(Runnable work) {
        counted.resetCounts();
        long start = clock.monotonicNanos();
        work.run();
        long nanos = clock.monotonicNanos() - start;
        assertThat(nanos % ROUND.toNanos()).as("whole rounds").isZero();
        return new Cost(nanos / ROUND.toNanos(), counted.count());
    }

    private Cost acquire(LimitRepository process, String entity, long amount) {
        return cost(
                () -> process.rateLimiter().acquire(take(entity, "rps", amount)).keep());
    }

    private Cost refused(LimitRepository process, String entity, long amount) {
        return cost(() -> assertThat(process.rateLimiter()
                        .tryAcquire(take(entity, "rps", amount))
                        .granted())
                .isFalse());
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
        Lease lease = process.rateLimiter().acquire(take("alone", "rps", 1));

        Cost ending = cost(() -> {
            lease.settle("rps", 3);
            lease.keep();
        });
        assertThat(ending.rounds()).isZero();
        counted.resetCounts();
        clock.advance(Duration.ofSeconds(1));
        assertThat(ending.calls() + counted.count()).isEqualTo(1);
    }
}

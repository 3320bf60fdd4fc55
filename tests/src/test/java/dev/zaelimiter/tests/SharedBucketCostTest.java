package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.FaultyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/**
 * What an admission costs on one bucket that ten processes share, each with ten acquires a second at random times. The
 * store answers after 4 ms. All in virtual time, so each run is the same.
 */
class SharedBucketCostTest {

    private static final int PROCESSES = 10;
    private static final int PER_SECOND = 10;
    private static final Duration MEASURED = Duration.ofSeconds(60);

    private final ManualClock clock = new ManualClock();
    private final FaultyStore counted = FaultyStore.over(new InMemoryStore(clock));
    private final List<LimitRepository> processes = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(7);
    private int admitted;

    @Test
    void aBucketThatIsNearlyFullCostsLittleMoreThanOneWriteEach() {
        long perMinute = start(60);
        clock.advance(Duration.ofSeconds(20));

        measure();

        assertThat(admitted).isGreaterThan((int) (0.55 * perMinute));
        assertThat(perAdmission(FaultyStore.Call.WRITE)).isLessThan(1.2);
        assertThat(perAdmission(FaultyStore.Call.GET)).isLessThan(0.01);
    }

    @Test
    void aBucketThatIsOverusedCostsAReadWhereAWriteWouldBeInVain() {
        long perMinute = start(150);
        acquire(processes.get(0).asyncRateLimiter(), request(perMinute));
        clock.advance(Duration.ofSeconds(20));

        measure();

        assertThat(admitted).isBetween((int) (0.97 * perMinute), (int) perMinute + 2);
        assertThat(perAdmission(FaultyStore.Call.WRITE)).isLessThan(1.9);
        assertThat(perAdmission(FaultyStore.Call.GET)).isLessThan(1.2);
    }

    private static AcquireRequest request(long amount) {
        return AcquireRequest.entity("all")
                .resource("gpt-4")
                .take("rpm", amount)
                .build();
    }

    /** Ten processes, and a limit of which they want so many percent. */
    private long start(int percent) {
        long perMinute = PROCESSES * PER_SECOND * 60L * 100 / percent;
        LimitRepository operator =
                RepositoryBuilder.on(counted).environment(clock).build();
        operator.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", perMinute));
        LateStore late = new LateStore(counted, clock, Duration.ofMillis(4));
        for (int i = 0; i < PROCESSES; i++) {
            LimitRepository process =
                    RepositoryBuilder.on(late).environment(clock).build();
            processes.add(process);
            next(process.asyncRateLimiter());
        }
        return perMinute;
    }

    private void next(AsyncRateLimiter limiter) {
        double seconds = -Math.log(1 - random.nextDouble()) / PER_SECOND;
        clock.schedule(
                () -> {
                    acquire(limiter, request(1));
                    next(limiter);
                },
                (long) (seconds * 1e9));
    }

    private void acquire(AsyncRateLimiter limiter, AcquireRequest request) {
        limiter.tryAcquire(request).whenComplete((decision, failure) -> {
            if (failure != null) {
                throw new CompletionException(failure);
            }
            admitted += decision instanceof Decision.Granted ? 1 : 0;
        });
    }

    private void measure() {
        counted.resetCounts();
        admitted = 0;
        clock.advance(MEASURED);
    }

    private double perAdmission(FaultyStore.Call call) {
        return (double) counted.count(call) / admitted;
    }
}

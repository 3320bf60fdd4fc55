package dev.zaelimiter.micrometer;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.FaultyStore;
import java.time.Duration;

/** A repository on a store that can fail, on which everything happens once that is measured. */
final class Traffic implements AutoCloseable {

    final ManualClock clock = new ManualClock();
    final FaultyStore store = FaultyStore.over(new InMemoryStore(clock));
    final LimitRepository repository;

    Traffic(LimiterListener listener) {
        repository = RepositoryBuilder.on(store)
                .environment(clock)
                .listener(listener)
                .inlineCallbacks()
                .build();
        repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 10), Limit.perMinute("tpm", 1000));
    }

    static AcquireRequest one(String entity, long tpm) {
        return AcquireRequest.entity(entity)
                .resource("gpt-4")
                .take("rpm", 1)
                .take("tpm", tpm)
                .build();
    }

    void everything() {
        Lease lease = repository.rateLimiter().acquire(one("key-1", 100));
        lease.settle("tpm", 150);
        lease.keep();
        repository.rateLimiter().tryAcquire(one("key-1", 1001));
        repository.rateLimiter().acquire(one("key-2", 1000)).keep();
        repository.rateLimiter().tryAcquire(one("key-2", 1000));
        var waits = repository.asyncRateLimiter().acquire(one("key-2", 10), Duration.ofSeconds(10));
        clock.advance(Duration.ofSeconds(11));
        waits.join().keep();
        Lease lost = repository.rateLimiter().acquire(one("key-3", 100));
        store.down();
        lost.settle("tpm", 400);
        lost.keep();
        var letIn = repository
                .asyncRateLimiter()
                .acquire(AcquireRequest.entity("key-4")
                        .resource("gpt-4")
                        .take("rpm", 1)
                        .onUnavailable(OnUnavailable.ALLOW)
                        .build());
        var blocked = repository.asyncRateLimiter().tryAcquire(one("key-5", 1));
        clock.advance(Duration.ofMinutes(1));
        letIn.join().keep();
        blocked.exceptionally(failure -> null).join();
        store.up();
    }

    @Override
    public void close() {
        repository.close();
        store.close();
    }
}

package dev.zaelimiter.loadtest.internal.worker;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Environment;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.loadtest.LoadUser;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A few acquires that nobody counts, on a bucket of the worker's own: the first ones of a process load classes and open
 * connections, and would be the slowest of the run.
 */
final class WarmUp {

    private static final int MOST = 300;
    private static final long LONGEST_NANOS = 3_000_000_000L;
    private static final long WIDE = 1_000_000_000;

    private final LimitRepository repository;
    private final Environment environment;
    private final AcquireRequest request;

    WarmUp(LimitRepository repository, Environment environment, int worker) {
        this.repository = repository;
        this.environment = environment;
        this.request = AcquireRequest.entity(LoadUser.PREFIX + "warm-up-" + worker)
                .resource(LoadUser.PREFIX + "warm-up")
                .take("warm-up", 1)
                .limits(Limit.custom("warm-up", WIDE, WIDE, Duration.ofMinutes(1)))
                .build();
    }

    /** Whatever fails here will fail in the run too, and is told then. */
    void run(AtomicBoolean stopped) {
        long until = environment.monotonicNanos() + LONGEST_NANOS;
        for (int i = 0; i < MOST && !stopped.get(); i++) {
            long left = until - environment.monotonicNanos();
            CompletableFuture<?> done = repository
                    .asyncRateLimiter()
                    .tryAcquire(request)
                    .thenAccept(decision -> decision.match(
                            lease -> {
                                lease.keep();
                                return true;
                            },
                            refusal -> false));
            if (left <= 0 || !environment.await(done, left)) {
                return;
            }
        }
    }
}

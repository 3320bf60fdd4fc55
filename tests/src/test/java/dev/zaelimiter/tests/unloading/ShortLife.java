package dev.zaelimiter.tests.unloading;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.aggregator.AggregatorWorker;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** An application, loaded by a class loader of its own: it opens a repository, uses it in every way, and closes it. */
public final class ShortLife implements Function<Path, String> {

    @Override
    public String apply(Path file) {
        try {
            return failureOf(useAndClose(file == null ? EmbeddedRepository.inMemory() : EmbeddedRepository.file(file)));
        } catch (Exception e) {
            return e.toString();
        }
    }

    /** What is still waiting when the repository is closed. */
    private static CompletableFuture<Lease> useAndClose(LimitRepository repository) {
        try (repository;
                AggregatorWorker worker = AggregatorWorker.of(repository).start()) {
            repository.limits().setResourceDefaults("r", Limit.perSecond("rps", 100), Limit.perHour("rph", 5));
            repository.rateLimiter().acquire(take("rph", 5).build()).keep();
            repository.rateLimiter().tryAcquire(take("rps", 100).build());
            repository
                    .rateLimiter()
                    .acquire(take("rps", 1).waitAtMost(Duration.ofSeconds(5)).build())
                    .keep();
            CompletableFuture<Lease> left = repository
                    .asyncRateLimiter()
                    .acquire(take("rph", 5).waitAtMost(Duration.ofHours(2)).build());
            worker.flush(Duration.ofSeconds(5));
            return left;
        }
    }

    private static String failureOf(CompletableFuture<Lease> left) throws Exception {
        try {
            return "granted what was not there: " + left.get(5, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return e.getCause().getClass().getSimpleName();
        }
    }

    private static AcquireRequest.Builder take(String limit, long amount) {
        return AcquireRequest.entity("e").resource("r").take(limit, amount);
    }
}

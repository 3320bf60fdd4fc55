package dev.zaelimiter.spring.observe;

import dev.zaelimiter.Environment;
import dev.zaelimiter.Explanation;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RepositoryStatistics;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Reads the configuration of a name that nobody uses: one call of the store, which changes nothing, and which is waited
 * for no longer than an acquire would be. Safe for use by many threads.
 */
final class LimiterHealthIndicator extends AbstractHealthIndicator {

    private static final String NOBODY = "health-check";

    private final LimitRepository repository;
    private final Duration deadline;
    private final Environment environment;

    LimiterHealthIndicator(LimitRepository repository, Duration deadline, Environment environment) {
        super("the store of the limits can't be asked");
        this.repository = repository;
        this.deadline = deadline;
        this.environment = environment;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        RepositoryStatistics statistics = repository.statistics();
        builder.withDetail("unanswered", statistics.degraded())
                .withDetail("lostCorrections", statistics.lostAdjustments())
                .withDetail("faults", statistics.faults());
        CompletableFuture<Explanation> asked = repository.asyncRateLimiter().explain(NOBODY, NOBODY);
        if (!environment.await(asked, deadline.toNanos())) {
            builder.down().withDetail("error", "the store gave no answer within " + deadline.toMillis() + " ms");
            return;
        }
        try {
            asked.join();
            builder.up();
        } catch (CompletionException e) {
            builder.down(e.getCause() == null ? e : e.getCause());
        }
    }
}

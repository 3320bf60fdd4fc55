package dev.zaelimiter.cli.replay;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The engine on a store and a clock of its own: what it says must be what {@link Gauges} have said. Not thread-safe.
 */
final class Witness implements AutoCloseable {

    /** The longest there is: nobody else changes the limits. */
    private static final Duration CONFIG_TTL = Duration.ofDays(365);

    /** Bounds the memory; a bucket that is forgotten is read again from the store, and nothing else changes. */
    private static final int BUCKETS_REMEMBERED = 256;

    private final ManualClock clock;
    private final LimitRepository repository;
    private final RateLimiter limiter;

    /**
     * Opens an empty store.
     *
     * @param store a new one, with nothing set but what it is
     * @param policy the limits
     * @param group of entities, whose limits are stored
     * @param startMillis when the group's first row comes
     */
    Witness(RepositoryBuilder store, Policy policy, int group, long startMillis) {
        this.clock = new ManualClock(Instant.ofEpochMilli(startMillis));
        this.repository = store.environment(clock)
                .configTtl(CONFIG_TTL)
                .maxBuckets(BUCKETS_REMEMBERED)
                .inlineCallbacks()
                .build();
        this.limiter = repository.rateLimiter();
        policy.store(repository.limits(), group);
    }

    /**
     * Acquires what a row asks.
     *
     * @param bucket what the row will be taken from, refilled up to now
     * @param admitted what was said of the row
     * @return the lease, or null if the row is refused
     * @throws IllegalStateException if the engine says something else
     */
    @Nullable
    Lease decide(Row row, Gauges.Bucket bucket, boolean admitted) {
        clock.advanceTo(Instant.ofEpochMilli(row.millis));
        AcquireRequest request = bucket.requests().request(row);
        Decision decision = limiter.tryAcquire(request);
        if (decision.granted() != admitted || !(admitted || agrees(decision.refusal(), bucket, row))) {
            throw new IllegalStateException("engine and arithmetic differ, which is a fault of this program: " + request
                    + " at " + row.millis + " is " + decision + " and " + (admitted ? "admitted" : "refused"));
        }
        return admitted ? decision.lease() : null;
    }

    private static boolean agrees(Refusal refusal, Gauges.Bucket bucket, Row row) {
        long wait = refusal.retryAfter().map(Duration::toMillis).orElse(Gauges.NEVER);
        if (wait != bucket.waitMillis(row)) {
            return false;
        }
        Gauges.Plan plan = bucket.plan();
        for (LimitStatus status : refusal.statuses()) {
            int limit = plan.indexOf(status.limit().name());
            if (status.exceeded() == bucket.fits(limit, row)
                    || (status.exceeded() && status.everFits() != bucket.everFits(limit, row))) {
                return false;
            }
        }
        return refusal.statuses().size() == plan.size();
    }

    /** Says what a limit was used in truth. */
    void settle(Lease lease, String limit, long total, long nowMillis) {
        clock.advanceTo(Instant.ofEpochMilli(nowMillis));
        lease.settle(limit, total);
    }

    @Override
    public void close() {
        repository.close();
    }
}

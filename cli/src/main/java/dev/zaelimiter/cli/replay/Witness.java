package dev.zaelimiter.cli.replay;

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

/**
 * The engine on a store and a clock of its own: while there is one it decides, and the arithmetic of {@link Gauges} is
 * to say the same. Not thread-safe.
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

    /** Acquires what a row asks. */
    Decision decide(Row row, Gauges.Bucket bucket) {
        clock.advanceTo(Instant.ofEpochMilli(row.millis));
        return limiter.tryAcquire(bucket.requests().request(row));
    }

    /**
     * Whether the arithmetic says the same: admitted or not, by which limits refused, whether it ever fits, how long to
     * wait.
     *
     * @param bucket what the row will be taken from, refilled up to now
     */
    static boolean agrees(Decision decision, Gauges.Bucket bucket, Row row) {
        return decision.granted() == bucket.admits(row)
                && (decision.granted() || agrees(decision.refusal(), bucket, row));
    }

    private static boolean agrees(Refusal refusal, Gauges.Bucket bucket, Row row) {
        long wait = refusal.retryAfter().map(Duration::toMillis).orElse(Gauges.NEVER);
        if (wait != bucket.waitMillis(row)) {
            return false;
        }
        LimitPlan plan = bucket.plan();
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

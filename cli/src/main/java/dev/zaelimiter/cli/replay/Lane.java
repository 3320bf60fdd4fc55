package dev.zaelimiter.cli.replay;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;

/**
 * The real engine for one group of entities, on a store and a clock of its own. What is due at an instant is settled
 * before the requests of that instant.
 *
 * <p>Not thread-safe.
 */
final class Lane implements AutoCloseable {

    /** The longest there is: nobody else changes the limits. */
    private static final Duration CONFIG_TTL = Duration.ofDays(365);

    /** Bounds the memory; a bucket that is forgotten is read again from the store, and nothing else changes. */
    private static final int BUCKETS_REMEMBERED = 256;

    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private final LimitRepository repository;
    private final RateLimiter limiter;
    private final Tally tally;
    private final boolean[] settled;
    private final long perOutputTokenNanos;
    private final PriorityQueue<Settlement> pending = new PriorityQueue<>();
    private long nowMillis;
    private long sequence;

    /**
     * Opens an empty store.
     *
     * @param store a new one, with nothing set but what it is
     * @param policy the limits
     * @param group whose
     * @param startMillis when the group's first row comes
     * @param tally counts what comes out
     * @param settled for each limit, in the order of {@link Row#amounts()}, whether an answer says what was used of it
     * @param perOutputTokenNanos how long each token of an answer takes
     */
    Lane(
            RepositoryBuilder store,
            Policy policy,
            int group,
            long startMillis,
            Tally tally,
            boolean[] settled,
            long perOutputTokenNanos) {
        this.repository = store.environment(clock)
                .configTtl(CONFIG_TTL)
                .maxBuckets(BUCKETS_REMEMBERED)
                .inlineCallbacks()
                .build();
        this.limiter = repository.rateLimiter();
        this.tally = tally;
        this.settled = settled;
        this.perOutputTokenNanos = perOutputTokenNanos;
        advanceTo(startMillis);
        policy.store(repository.limits(), group);
    }

    /** Decides a row. */
    void accept(Row row, Gauges.Bucket bucket, AcquireRequest request) {
        settleUntil(row.millis);
        advanceTo(row.millis);
        Decision decision = limiter.tryAcquire(request);
        if (!decision.granted()) {
            tally.refused(bucket, decision.refusal(), nowMillis);
            return;
        }
        tally.admitted(bucket, row, nowMillis);
        if (row.answered) {
            pending.add(new Settlement(
                    AnswerTime.doneMillis(nowMillis, row.outputTokens, perOutputTokenNanos),
                    sequence++,
                    row.totalTokens,
                    decision.lease(),
                    bucket,
                    request));
        } else {
            decision.lease().keep();
        }
    }

    /** Settles what is due up to an instant. */
    void settleUntil(long millis) {
        for (Settlement next = pending.peek(); next != null && next.dueMillis <= millis; next = pending.peek()) {
            pending.remove();
            advanceTo(next.dueMillis);
            Gauges.Plan plan = next.bucket.plan();
            for (int i = 0; i < plan.size(); i++) {
                if (settled[plan.source(i)]) {
                    next.lease.settle(plan.limit(i).name(), next.totalTokens);
                    tally.settled(next.bucket, i, next.totalTokens - next.request.amount(i), next.dueMillis);
                }
            }
            next.lease.keep();
        }
    }

    @Override
    public void close() {
        repository.close();
    }

    private void advanceTo(long millis) {
        if (millis != nowMillis) {
            clock.advanceTo(Instant.ofEpochMilli(millis));
            nowMillis = millis;
        }
    }

    /** An answer that is not done yet. */
    private record Settlement(
            long dueMillis, long sequence, long totalTokens, Lease lease, Gauges.Bucket bucket, AcquireRequest request)
            implements Comparable<Settlement> {
        @Override
        public int compareTo(Settlement other) {
            int byTime = Long.compare(dueMillis, other.dueMillis);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }
}

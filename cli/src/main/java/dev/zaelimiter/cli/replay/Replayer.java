package dev.zaelimiter.cli.replay;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Puts requests to the real engine, on a clock that follows their times. What is due at an instant is settled before
 * the requests of that instant; what is due after the last request is left alone, since nothing depends on it any more.
 *
 * <p>Not thread-safe.
 */
final class Replayer implements RowSink, AutoCloseable {

    /** The longest there is: nobody else changes the limits. */
    private static final Duration CONFIG_TTL = Duration.ofDays(365);

    /** Bounds the memory; a bucket that is forgotten is read again from the store, and nothing else changes. */
    private static final int BUCKETS_REMEMBERED = 10_000;

    private final ManualClock clock;
    private final LimitRepository repository;
    private final RateLimiter limiter;
    private final Policy policy;
    private final Tally tally;
    private final boolean[] settled;
    private final long perOutputTokenNanos;
    private final PriorityQueue<Settlement> pending = new PriorityQueue<>();
    private long sequence;
    private boolean stored;
    private Gauges.@Nullable Bucket bucket;
    private @Nullable AcquireRequest request;

    /**
     * Opens an empty store.
     *
     * @param policy the limits
     * @param columns what is taken of them
     * @param perOutputToken how long each token of an answer takes
     * @param balances whether to follow balances over time
     */
    Replayer(Policy policy, Columns columns, Duration perOutputToken, boolean balances) {
        this.clock = new ManualClock(Instant.EPOCH);
        this.repository = EmbeddedRepository.builder()
                .environment(clock)
                .configTtl(CONFIG_TTL)
                .maxBuckets(BUCKETS_REMEMBERED)
                .inlineCallbacks()
                .build();
        this.limiter = repository.rateLimiter();
        this.tally = new Tally(policy, columns.limits(), balances);
        this.settled = new boolean[columns.takes().size()];
        for (int i = 0; i < settled.length; i++) {
            settled[i] = columns.takes().get(i) instanceof Take.Estimated;
        }
        this.perOutputTokenNanos = perOutputToken.toNanos();
        this.policy = policy;
    }

    @Override
    public void check(Row row) throws BrokenRowException {
        bucket = tally.bucket(row);
        request = bucket.requests().request(row);
    }

    @Override
    public void accept(Row row, long nowMillis) {
        Gauges.Bucket whose = Objects.requireNonNull(bucket, "bucket");
        settleUntil(nowMillis);
        clock.advanceTo(Instant.ofEpochMilli(nowMillis));
        if (!stored) {
            policy.store(repository.limits());
            stored = true;
        }
        Decision decision = limiter.tryAcquire(Objects.requireNonNull(request, "request"));
        if (!decision.granted()) {
            tally.refused(whose, decision.refusal(), nowMillis);
            return;
        }
        tally.admitted(whose, row, nowMillis);
        if (row.answered) {
            pending.add(new Settlement(
                    AnswerTime.doneMillis(nowMillis, row.outputTokens, perOutputTokenNanos),
                    sequence++,
                    row.totalTokens,
                    decision.lease(),
                    whose,
                    Objects.requireNonNull(request, "request")));
        } else {
            decision.lease().keep();
        }
    }

    /** What came out so far. */
    Report report(Intake intake) {
        return tally.report(intake);
    }

    @Override
    public void close() {
        repository.close();
    }

    private void settleUntil(long nowMillis) {
        for (Settlement next = pending.peek(); next != null && next.dueMillis <= nowMillis; next = pending.peek()) {
            pending.remove();
            clock.advanceTo(Instant.ofEpochMilli(next.dueMillis));
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

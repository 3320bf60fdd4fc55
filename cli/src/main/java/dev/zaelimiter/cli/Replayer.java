package dev.zaelimiter.cli;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Puts requests to the real engine, on a clock that follows their times. What is due at an instant is settled before
 * the requests of that instant; what is due after the last request is left alone, since nothing depends on it any more.
 *
 * <p>Not thread-safe.
 */
final class Replayer implements AutoCloseable {

    /** The longest there is: nobody else changes the limits. */
    private static final Duration CONFIG_TTL = Duration.ofDays(365);

    /** Bounds the memory; a bucket that is forgotten is read again from the store, and nothing else changes. */
    private static final int BUCKETS_REMEMBERED = 10_000;

    private final ManualClock clock;
    private final LimitRepository repository;
    private final RateLimiter limiter;
    private final Tally tally;
    private final List<String> limits;
    private final int[] settledLimits;
    private final long perOutputTokenNanos;
    private final PriorityQueue<Settlement> pending = new PriorityQueue<>();
    private long sequence;

    /**
     * Opens an empty store.
     *
     * @param startMillis the time of the first request
     * @param limits the limits of every entity on every resource
     * @param columns what is taken of them
     * @param perOutputToken how long each token of an answer takes
     * @param tally what counts the outcome
     */
    Replayer(long startMillis, List<Limit> limits, Columns columns, Duration perOutputToken, Tally tally) {
        this.clock = new ManualClock(Instant.ofEpochMilli(startMillis));
        this.repository = EmbeddedRepository.builder()
                .environment(clock)
                .configTtl(CONFIG_TTL)
                .maxBuckets(BUCKETS_REMEMBERED)
                .inlineCallbacks()
                .build();
        this.limiter = repository.rateLimiter();
        this.tally = tally;
        this.limits = limits.stream().map(Limit::name).toList();
        this.settledLimits = IntStream.range(0, limits.size())
                .filter(i -> columns.takes().get(i) instanceof Take.Estimated)
                .toArray();
        this.perOutputTokenNanos = perOutputToken.toNanos();
        repository.limits().setSystemDefaults(limits.toArray(Limit[]::new));
    }

    /**
     * Puts one request.
     *
     * @param row the request
     * @param nowMillis when it counts as having come; never earlier than the call before
     */
    void replay(Row row, long nowMillis) {
        settleUntil(nowMillis);
        clock.advanceTo(Instant.ofEpochMilli(nowMillis));
        Decision decision = limiter.tryAcquire(row.request());
        if (!decision.granted()) {
            tally.refused(row.request(), decision.refusal(), nowMillis);
            return;
        }
        Gauges.Bucket.Id bucket = tally.admitted(row.request(), nowMillis);
        Row.Answer answer = row.answer();
        if (answer == null) {
            decision.lease().keep();
        } else {
            pending.add(new Settlement(
                    doneMillis(nowMillis, answer), sequence++, row, answer.totalTokens(), decision.lease(), bucket));
        }
    }

    @Override
    public void close() {
        repository.close();
    }

    /** An answer that takes more nanoseconds than a {@code long} holds, 292 years, outlives every file. */
    private long doneMillis(long nowMillis, Row.Answer answer) {
        long nanos = answer.outputTokens() * perOutputTokenNanos;
        boolean overflows = Math.multiplyHigh(answer.outputTokens(), perOutputTokenNanos) != 0 || nanos < 0;
        return overflows ? Long.MAX_VALUE : nowMillis + nanos / 1_000_000;
    }

    private void settleUntil(long nowMillis) {
        for (Settlement next = pending.peek(); next != null && next.dueMillis <= nowMillis; next = pending.peek()) {
            pending.remove();
            clock.advanceTo(Instant.ofEpochMilli(next.dueMillis));
            for (int i : settledLimits) {
                next.lease.settle(limits.get(i), next.totalTokens);
                tally.settled(
                        next.bucket, i, next.totalTokens - next.row.request().amount(i), next.dueMillis);
            }
            next.lease.keep();
        }
    }

    /** An answer that is not done yet. */
    private record Settlement(
            long dueMillis, long sequence, Row row, long totalTokens, Lease lease, Gauges.Bucket.Id bucket)
            implements Comparable<Settlement> {
        @Override
        public int compareTo(Settlement other) {
            int byTime = Long.compare(dueMillis, other.dueMillis);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }
}

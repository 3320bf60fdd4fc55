package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Lease;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Decides the rows of one group of entities. What is due at an instant is settled before the requests of that instant.
 *
 * <p>Not thread-safe.
 */
final class Lane implements AutoCloseable {

    private final Tally tally;
    private final boolean[] settled;
    private final long perOutputTokenNanos;
    private final PriorityQueue<Settlement> pending = new PriorityQueue<>();
    private @Nullable Witness witness;
    private long sequence;

    /**
     * A lane in which nothing happened.
     *
     * @param witness decides too, from the first row on; or null
     * @param tally counts what comes out
     * @param settled for each limit, in the order of {@link Row#amounts()}, whether an answer says what was used of it
     * @param perOutputTokenNanos how long each token of an answer takes
     */
    Lane(@Nullable Witness witness, Tally tally, boolean[] settled, long perOutputTokenNanos) {
        this.witness = witness;
        this.tally = tally;
        this.settled = settled;
        this.perOutputTokenNanos = perOutputTokenNanos;
    }

    /** Decides a row. */
    void accept(Row row, Gauges.Bucket bucket) {
        settleUntil(row.millis);
        boolean admitted = tally.decide(bucket, row, row.millis);
        Lease lease = witness == null ? null : witness.decide(row, bucket, admitted);
        if (!admitted) {
            tally.refused(bucket, row, row.millis);
            return;
        }
        tally.admitted(bucket, row, row.millis);
        if (row.answered) {
            pending.add(new Settlement(
                    AnswerTime.doneMillis(row.millis, row.outputTokens, perOutputTokenNanos),
                    sequence++,
                    row.totalTokens,
                    estimates(bucket.plan(), row),
                    bucket,
                    lease));
        } else if (lease != null) {
            lease.keep();
        }
    }

    private long[] estimates(Gauges.Plan plan, Row row) {
        long[] estimates = new long[plan.size()];
        for (int i = 0; i < estimates.length; i++) {
            estimates[i] = row.amounts()[plan.source(i)];
        }
        return estimates;
    }

    /** Settles what is due up to an instant. */
    void settleUntil(long millis) {
        for (Settlement next = pending.peek(); next != null && next.dueMillis <= millis; next = pending.peek()) {
            pending.remove();
            Gauges.Plan plan = next.bucket.plan();
            for (int i = 0; i < plan.size(); i++) {
                if (settled[plan.source(i)]) {
                    tally.settled(next.bucket, i, next.totalTokens - next.estimates[i], next.dueMillis);
                    if (witness != null && next.lease != null) {
                        witness.settle(next.lease, plan.limit(i).name(), next.totalTokens, next.dueMillis);
                    }
                }
            }
            if (witness != null && next.lease != null) {
                next.lease.keep();
            }
        }
    }

    /** Goes on without a witness. */
    void dismissWitness() {
        if (witness != null) {
            witness.close();
            witness = null;
        }
    }

    @Override
    public void close() {
        dismissWitness();
    }

    /** An answer that is not done yet; the lease is that of the witness. */
    private record Settlement(
            long dueMillis,
            long sequence,
            long totalTokens,
            long[] estimates,
            Gauges.Bucket bucket,
            @Nullable Lease lease)
            implements Comparable<Settlement> {
        @Override
        public int compareTo(Settlement other) {
            int byTime = Long.compare(dueMillis, other.dueMillis);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }
}

package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Access;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Decides the rows of one group of entities: the engine, while there is a witness, else the arithmetic. What is due at
 * an instant is settled before the requests of that instant.
 *
 * <p>Not thread-safe.
 */
final class Lane {

    private final PolicyTally tally;
    private final boolean[] settled;
    private final long perOutputTokenNanos;
    private final PriorityQueue<Settlement> pending = new PriorityQueue<>();
    private @Nullable Witness witness;
    private long sequence;

    /**
     * A lane in which nothing happened.
     *
     * @param witness the engine, to be asked from the first row on; or null
     * @param tally counts what comes out
     * @param settled for each limit, in the order of {@link Row#amounts()}, whether an answer says what was used of it
     * @param perOutputTokenNanos how long each token of an answer takes
     */
    Lane(@Nullable Witness witness, PolicyTally tally, boolean[] settled, long perOutputTokenNanos) {
        this.witness = witness;
        this.tally = tally;
        this.settled = settled;
        this.perOutputTokenNanos = perOutputTokenNanos;
    }

    /**
     * Decides a row. What is due by then must be settled.
     *
     * @return whether engine and arithmetic agree, as far as both are asked
     */
    boolean accept(Row row, Gauges.Bucket bucket) {
        tally.begin(bucket, row.millis);
        if (bucket.access() == Access.DISABLED) {
            tally.disabled(bucket, row.millis);
            return true;
        }
        if (bucket.access() == Access.BYPASS) {
            tally.admitted(bucket, row, row.millis);
            return true;
        }
        if (witness == null) {
            if (bucket.admits(row)) {
                admitted(row, bucket, null);
            } else {
                tally.refused(bucket, row, row.millis);
            }
            return true;
        }
        Decision decision = witness.decide(row, bucket);
        boolean agrees = Witness.agrees(decision, bucket, row);
        if (decision.granted()) {
            admitted(row, bucket, decision.lease());
        } else {
            tally.refused(bucket, decision.refusal(), row.millis);
        }
        return agrees;
    }

    private void admitted(Row row, Gauges.Bucket bucket, @Nullable Lease lease) {
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

    private long[] estimates(LimitPlan plan, Row row) {
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
            LimitPlan plan = next.bucket.plan();
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

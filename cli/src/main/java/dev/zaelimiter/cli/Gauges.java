package dev.zaelimiter.cli;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows how full each bucket is, for the report's figures only: what is admitted is decided by the engine alone, and
 * asking it for every balance after every row would double the cost of a replay. Balances are {@code double}, which is
 * precise enough for figures and never overflows.
 *
 * <p>A bucket that is full again is forgotten, so the memory is bounded by the entities in use. Not thread-safe.
 */
final class Gauges {

    private static final int FIRST_SWEEP = 1_024;

    private final LimitFigures[] figures;
    private final double[] capacity;
    private final double[] refillPerMilli;
    private final Map<Bucket.Id, Bucket> buckets = new HashMap<>();
    private int sweepAt = FIRST_SWEEP;

    Gauges(List<Limit> limits) {
        int size = limits.size();
        this.figures = new LimitFigures[size];
        this.capacity = new double[size];
        this.refillPerMilli = new double[size];
        for (int i = 0; i < size; i++) {
            Limit limit = limits.get(i);
            figures[i] = new LimitFigures(limit);
            capacity[i] = limit.capacity();
            refillPerMilli[i] =
                    (double) limit.refillAmount() / limit.refillPeriod().toMillis();
        }
    }

    /** What was counted of a limit so far. */
    LimitFigures figures(int limit) {
        return figures[limit];
    }

    /** The bucket of an entity on a resource, refilled up to now; a full one if it is not known. */
    Bucket at(Bucket.Id id, long nowMillis) {
        Bucket bucket = buckets.get(id);
        if (bucket == null) {
            sweep(nowMillis);
            bucket = new Bucket(id, capacity.clone(), nowMillis);
            buckets.put(id, bucket);
        }
        refill(bucket, nowMillis);
        return bucket;
    }

    /**
     * Takes tokens, or gives some back.
     *
     * @param bucket refilled up to now
     * @param limit the limit's index
     * @param amount whole tokens; negative to give back, which never lifts a balance above the capacity
     */
    void take(Bucket bucket, int limit, long amount) {
        double balance = Math.min(capacity[limit], bucket.balance[limit] - amount);
        bucket.balance[limit] = balance;
        figures[limit].used(capacity[limit] - balance, bucket.id);
    }

    /** How many buckets are remembered. */
    int size() {
        return buckets.size();
    }

    /** Counts the time in debt up to the end of the replay. */
    void finish(long nowMillis) {
        buckets.values().forEach(bucket -> refill(bucket, nowMillis));
    }

    private void refill(Bucket bucket, long nowMillis) {
        double elapsed = nowMillis - bucket.stampMillis;
        if (elapsed <= 0) {
            return;
        }
        bucket.stampMillis = nowMillis;
        for (int i = 0; i < capacity.length; i++) {
            double balance = bucket.balance[i];
            if (balance < 0) {
                figures[i].inDebt(Math.min(elapsed, -balance / refillPerMilli[i]));
            }
            bucket.balance[i] = Math.min(capacity[i], balance + elapsed * refillPerMilli[i]);
        }
    }

    private void sweep(long nowMillis) {
        if (buckets.size() >= sweepAt) {
            buckets.values().removeIf(bucket -> isFull(bucket, nowMillis));
            sweepAt = Math.max(FIRST_SWEEP, 2 * buckets.size());
        }
    }

    private boolean isFull(Bucket bucket, long nowMillis) {
        refill(bucket, nowMillis);
        for (int i = 0; i < capacity.length; i++) {
            if (bucket.balance[i] < capacity[i]) {
                return false;
            }
        }
        return true;
    }

    /** One entity on one resource. */
    static final class Bucket {

        /**
         * Whose, on what.
         *
         * @param entity who
         * @param resource on what
         */
        record Id(String entity, String resource) {

            boolean isOf(AcquireRequest request) {
                return entity.equals(request.entity()) && resource.equals(request.resource());
            }

            /** By hand, like {@link #hashCode}: each row asks, and what a record gets by itself is slow on JDK 17. */
            @Override
            public boolean equals(@Nullable Object other) {
                return other instanceof Id that && entity.equals(that.entity) && resource.equals(that.resource);
            }

            @Override
            public int hashCode() {
                return entity.hashCode() * 31 + resource.hashCode();
            }
        }

        private final Id id;
        private final double[] balance;
        private long stampMillis;
        private long refusals;
        private long refusedSinceMillis;

        private Bucket(Id id, double[] balance, long nowMillis) {
            this.id = id;
            this.balance = balance;
            this.stampMillis = nowMillis;
        }

        Id id() {
            return id;
        }

        /** Ends the run of refusals. */
        void admitted() {
            refusals = 0;
        }

        /** Adds to the run of refusals, and returns it. */
        Report.Streak refused(long nowMillis) {
            if (refusals++ == 0) {
                refusedSinceMillis = nowMillis;
            }
            return new Report.Streak(refusals, id, refusedSinceMillis, nowMillis);
        }
    }
}

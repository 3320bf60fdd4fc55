package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Access;
import dev.zaelimiter.Limit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is left of each bucket, exactly; says what an acquire is told, and counts what the report shows of each limit.
 *
 * <p>A bucket that is full again is forgotten, so the memory is bounded by the entities in use. Not thread-safe.
 */
final class Gauges {

    /** A wait that does not end. */
    static final long NEVER = -1;

    private static final int FIRST_SWEEP = 1_024;

    /** No limit decides. */
    private static final LimitPlan SWITCHED =
            new LimitPlan(new Policy.Scope(Policy.Target.SYSTEM, List.of(), 0), List.of());

    private final LimitFigures[] figures;
    private final Map<Policy.Target, LimitPlan> plans = new HashMap<>();
    private final Policy policy;
    private final TopEntities top = new TopEntities();
    private final Map<EntityResource, Bucket> buckets = new HashMap<>();
    private final EntityResource wanted = new EntityResource();
    private int sweepAt = FIRST_SWEEP;

    /**
     * No bucket yet.
     *
     * @param policy the limits
     * @param names the names of the limits in the order of {@link Row#amounts()}
     */
    Gauges(Policy policy, List<String> names) {
        this.policy = policy;
        List<Limit> limits = policy.limits();
        this.figures = new LimitFigures[limits.size()];
        for (Policy.Scope scope : policy.scopes()) {
            plans.put(scope.level(), new LimitPlan(scope, names));
            for (int i = 0; i < scope.limits().size(); i++) {
                figures[scope.first() + i] = new LimitFigures(scope.limits().get(i), scope.level());
            }
        }
    }

    /** What was counted of a limit so far, by its place in {@link Policy#limits()}. */
    LimitFigures figures(int limit) {
        return figures[limit];
    }

    /**
     * The bucket of an entity on a resource; a full one if it is not known.
     *
     * @throws IllegalArgumentException if no limit holds for it
     */
    Bucket find(String entity, String resource, long nowMillis) {
        Bucket bucket = buckets.get(wanted.of(entity, resource));
        if (bucket == null) {
            Access access = policy.access(entity, resource);
            bucket =
                    new Bucket(new EntityResource(entity, resource), plan(entity, resource, access), access, nowMillis);
            buckets.put(bucket.id, bucket);
        }
        return bucket;
    }

    private LimitPlan plan(String entity, String resource, Access access) {
        if (access != Access.ENABLED) {
            return SWITCHED;
        }
        Policy.Scope scope = policy.scope(entity, resource);
        LimitPlan plan = scope == null ? null : plans.get(scope.level());
        if (plan == null) {
            throw new IllegalArgumentException("no limit holds for " + entity + " on " + resource);
        }
        return plan;
    }

    /**
     * Takes tokens, or gives some back.
     *
     * @param bucket refilled up to now
     * @param limit the limit's place in the bucket's scope
     * @param amount whole tokens; negative to give back, which never lifts a balance above the capacity
     */
    void take(Bucket bucket, int limit, long amount) {
        ExactLimit exact = bucket.plan.exact[limit];
        exact.take(bucket.left, bucket.remainders, limit, amount);
        figures[bucket.plan.first + limit].used(exact.used(bucket.left, bucket.remainders, limit), bucket);
    }

    /** How many buckets are remembered. */
    int size() {
        return buckets.size();
    }

    /** Counts the time in debt up to the end of the replay, and the rows of each entity. */
    TopEntities finish(long nowMillis) {
        buckets.values().forEach(bucket -> {
            refill(bucket, nowMillis);
            top.add(bucket.id.entity(), bucket.admitted, bucket.refused);
        });
        return top;
    }

    /** Brings a bucket up to an instant. */
    void refill(Bucket bucket, long nowMillis) {
        long elapsed = nowMillis - bucket.stampMillis;
        if (elapsed <= 0) {
            return;
        }
        bucket.stampMillis = nowMillis;
        LimitPlan plan = bucket.plan;
        for (int i = 0; i < plan.exact.length; i++) {
            ExactLimit exact = plan.exact[i];
            if (bucket.left[i] < 0) {
                figures[plan.first + i].inDebt(
                        Math.min((double) elapsed, exact.debtMillis(bucket.left, bucket.remainders, i)));
            }
            exact.refill(bucket.left, bucket.remainders, i, elapsed);
        }
    }

    /**
     * Forgets buckets that are full, if there are twice as many as after the last time.
     *
     * @param nowMillis an instant before which nothing more happens to any bucket
     */
    void sweep(long nowMillis) {
        if (buckets.size() >= sweepAt) {
            buckets.values().removeIf(bucket -> forget(bucket, nowMillis));
            sweepAt = Math.max(FIRST_SWEEP, 2 * buckets.size());
        }
    }

    private boolean forget(Bucket bucket, long nowMillis) {
        refill(bucket, nowMillis);
        for (int i = 0; i < bucket.left.length; i++) {
            if (bucket.left[i] < bucket.plan.exact[i].capacity()) {
                return false;
            }
        }
        bucket.forgotten = true;
        top.add(bucket.id.entity(), bucket.admitted, bucket.refused);
        return true;
    }

    /** One entity on one resource. */
    static final class Bucket {

        private final EntityResource id;
        private final LimitPlan plan;
        private final Access access;
        private final long[] left;
        private final long[] remainders;
        private final RequestMaker requests;
        private long stampMillis;
        private long refusals;
        private long refusedSinceMillis;
        private long admitted;
        private long refused;
        private boolean forgotten;

        private Bucket(EntityResource id, LimitPlan plan, Access access, long nowMillis) {
            this.id = id;
            this.plan = plan;
            this.access = access;
            this.left = new long[plan.size()];
            this.remainders = new long[plan.size()];
            for (int i = 0; i < left.length; i++) {
                left[i] = plan.exact[i].capacity();
            }
            this.requests = new RequestMaker(id, plan);
            this.stampMillis = nowMillis;
        }

        EntityResource id() {
            return id;
        }

        LimitPlan plan() {
            return plan;
        }

        /** Whether limits decide; if not, the bucket has none. */
        Access access() {
            return access;
        }

        /** Up to when it is refilled. */
        long stampMillis() {
            return stampMillis;
        }

        /** What makes its requests. */
        RequestMaker requests() {
            return requests;
        }

        /** Whether it was full and is followed no more; {@link Gauges#find} has a new one. */
        boolean isForgotten() {
            return forgotten;
        }

        /** What is left of a limit, as a share of its capacity; below zero in debt. */
        double share(int limit) {
            long capacity = plan.limit(limit).capacity();
            return capacity == 0 ? 0 : plan.exact[limit].balance(left, remainders, limit) / capacity;
        }

        /** Whether all that a row asks is there, the bucket being refilled up to now. */
        boolean admits(Row row) {
            for (int i = 0; i < left.length; i++) {
                if (!fits(i, row)) {
                    return false;
                }
            }
            return true;
        }

        /** Whether what a row asks of one limit is there. */
        boolean fits(int limit, Row row) {
            return plan.soft[limit] || plan.exact[limit].fits(left, limit, wanted(limit, row));
        }

        /** Whether a full bucket holds what a row asks of one limit. */
        boolean everFits(int limit, Row row) {
            return plan.soft[limit] || plan.exact[limit].everFits(wanted(limit, row));
        }

        /** How many milliseconds to wait until all of a row that does not fit now will; -1 if it never does. */
        long waitMillis(Row row) {
            long longest = 0;
            for (int i = 0; i < left.length; i++) {
                if (!fits(i, row)) {
                    if (!everFits(i, row)) {
                        return NEVER;
                    }
                    longest = Math.max(longest, plan.exact[i].waitMillis(left, remainders, i, wanted(i, row)));
                }
            }
            return longest;
        }

        private long wanted(int limit, Row row) {
            return row.amounts()[plan.sources[limit]];
        }

        /** Counts an admission, which ends the run of refusals. */
        void admitted() {
            admitted++;
            refusals = 0;
        }

        /** Adds to the run of refusals, and returns how many there are. */
        long refused(long nowMillis) {
            refused++;
            if (refusals++ == 0) {
                refusedSinceMillis = nowMillis;
            }
            return refusals;
        }

        /** The run of refusals that goes on now. */
        Report.Streak streak(long nowMillis) {
            return new Report.Streak(refusals, id, refusedSinceMillis, nowMillis);
        }
    }
}

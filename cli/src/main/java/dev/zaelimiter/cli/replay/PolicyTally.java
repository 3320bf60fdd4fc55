package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.Refusal;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Counts what one policy does to the rows, in bounded memory. Time runs forward for each bucket and from one batch to
 * the next; within a batch, one bucket may be behind another. Not thread-safe.
 */
final class PolicyTally {

    private final Policy policy;
    private final Gauges gauges;
    private final WaitHistogram waits = new WaitHistogram();
    private final RowTimeline timeline;
    private long admitted;
    private long refused;
    private long never;
    private long disabled;
    private boolean begun;
    private long firstMillis;
    private long lastMillis;
    private Report.@Nullable Streak longest;
    private Gauges.@Nullable Bucket lastBucket;
    private boolean severalBuckets;

    /**
     * Nothing counted.
     *
     * @param policy the limits
     * @param names the names of the limits in the order of {@link Row#amounts()}
     * @param balances whether to follow the lowest balances over time
     */
    PolicyTally(Policy policy, List<String> names, boolean balances) {
        this.policy = policy;
        this.gauges = new Gauges(policy, names);
        this.timeline = new RowTimeline(balances ? policy.limits().size() : 0);
    }

    /**
     * A batch of rows begins. What is due by then must be settled.
     *
     * @param firstOfBatch when its first row comes
     * @param lastOfBatch when its last row comes
     */
    void begin(long firstOfBatch, long lastOfBatch) {
        if (!begun) {
            begun = true;
            firstMillis = firstOfBatch;
            timeline.begin(firstOfBatch);
        }
        lastMillis = lastOfBatch;
        gauges.sweep(firstOfBatch);
    }

    /** The bucket of an entity on a resource, for which a limit holds; good until the batch ends. */
    Gauges.Bucket bucket(String entity, String resource, long nowMillis) {
        return gauges.find(entity, resource, nowMillis);
    }

    /** A row has come, and is to be decided. */
    void begin(Gauges.Bucket bucket, long nowMillis) {
        severalBuckets |=
                lastBucket != null && lastBucket != bucket && !lastBucket.id().equals(bucket.id());
        lastBucket = bucket;
        gauges.refill(bucket, nowMillis);
    }

    /** A row was admitted. */
    void admitted(Gauges.Bucket bucket, Row row, long nowMillis) {
        bucket.admitted();
        admitted++;
        timeline.add(nowMillis, true);
        LimitPlan plan = bucket.plan();
        for (int i = 0; i < plan.size(); i++) {
            gauges.take(bucket, i, row.amounts()[plan.source(i)]);
        }
        noteBalances(bucket, nowMillis);
    }

    /** A row was refused by the arithmetic. */
    void refused(Gauges.Bucket bucket, Row row, long nowMillis) {
        refused(bucket, nowMillis);
        LimitPlan plan = bucket.plan();
        for (int i = 0; i < plan.size(); i++) {
            if (!bucket.fits(i, row)) {
                gauges.figures(plan.first() + i).refused(bucket.everFits(i, row));
            }
        }
        long wait = bucket.waitMillis(row);
        if (wait == Gauges.NEVER) {
            never++;
        } else {
            waits.add(wait);
        }
    }

    /** A row was refused by the engine. */
    void refused(Gauges.Bucket bucket, Refusal refusal, long nowMillis) {
        refused(bucket, nowMillis);
        LimitPlan plan = bucket.plan();
        for (LimitStatus status : refusal.statuses()) {
            if (status.exceeded()) {
                gauges.figures(plan.first() + plan.indexOf(status.limit().name()))
                        .refused(status.everFits());
            }
        }
        refusal.retryAfter().ifPresentOrElse(wait -> waits.add(wait.toMillis()), () -> never++);
    }

    /** A row was refused because its resource is switched off. */
    void disabled(Gauges.Bucket bucket, long nowMillis) {
        refused(bucket, nowMillis);
        disabled++;
    }

    private void refused(Gauges.Bucket bucket, long nowMillis) {
        long run = bucket.refused(nowMillis);
        if (longest == null || run > longest.rows() || (run == longest.rows() && nowMillis < longest.toMillis())) {
            longest = bucket.streak(nowMillis);
        }
        refused++;
        timeline.add(nowMillis, false);
        noteBalances(bucket, nowMillis);
    }

    /**
     * An estimate was settled.
     *
     * @param bucket whose; perhaps forgotten since
     * @param limit the limit's place in the bucket's scope
     * @param correction tokens taken on top, or, if negative, given back
     * @param nowMillis when
     */
    void settled(Gauges.Bucket bucket, int limit, long correction, long nowMillis) {
        Gauges.Bucket known = bucket.isForgotten()
                ? gauges.find(bucket.id().entity(), bucket.id().resource(), nowMillis)
                : bucket;
        gauges.refill(known, nowMillis);
        gauges.take(known, limit, correction);
        if (timeline.followsBalances()) {
            timeline.balance(nowMillis, known.plan().first() + limit, known.share(limit));
        }
    }

    /**
     * What came out.
     *
     * @param intake what was said of the rows themselves
     */
    Report report(Intake intake) {
        TopEntities top = gauges.finish(lastMillis);
        List<Limit> limits = policy.limits();
        return new Report(
                policy.name(),
                new Report.Rows(
                        admitted + refused + intake.broken(),
                        admitted,
                        refused,
                        intake.brokenRows(),
                        intake.unorderedRows(),
                        intake.strangeRows()),
                firstMillis,
                lastMillis,
                IntStream.range(0, limits.size())
                        .mapToObj(i -> gauges.figures(i).report())
                        .toList(),
                longest,
                new Report.Waits(
                        waits.count(),
                        waits.quantileMillis(0.5),
                        waits.quantileMillis(0.95),
                        waits.longestMillis(),
                        never,
                        disabled),
                waits,
                timeline,
                top,
                severalBuckets);
    }

    private void noteBalances(Gauges.Bucket bucket, long nowMillis) {
        if (timeline.followsBalances()) {
            LimitPlan plan = bucket.plan();
            for (int i = 0; i < plan.size(); i++) {
                timeline.balance(nowMillis, plan.first() + i, bucket.share(i));
            }
        }
    }
}

package dev.zaelimiter.cli;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Counts what happens during a replay, in bounded memory. Not thread-safe. */
final class Tally {

    /** How many rows with a problem are remembered. */
    static final int PROBLEMS_SHOWN = 5;

    private final List<String> limits;
    private final Gauges gauges;
    private final WaitHistogram waits = new WaitHistogram();
    private final Timeline timeline = new Timeline();
    private final ProblemList broken = new ProblemList();
    private final ProblemList unordered = new ProblemList();
    private long admitted;
    private long refused;
    private long never;
    private long firstMillis;
    private long lastMillis;
    private Report.@Nullable Streak longest;
    private Gauges.Bucket.@Nullable Id lastBucket;
    private boolean severalBuckets;

    Tally(List<Limit> limits) {
        this.limits = limits.stream().map(Limit::name).toList();
        this.gauges = new Gauges(limits);
    }

    void broken(long line, BrokenRowException problem) {
        broken.add(line, problem);
    }

    /** A row whose time lies before {@code latestMillis}. */
    void unordered(long line, long rowMillis, long latestMillis) {
        unordered.add(line, rowMillis, latestMillis);
    }

    /**
     * A row was admitted.
     *
     * @return its bucket, for {@link #settled}
     */
    Gauges.Bucket.Id admitted(AcquireRequest request, long nowMillis) {
        Gauges.Bucket bucket = decided(request, nowMillis);
        bucket.admitted();
        admitted++;
        timeline.add(nowMillis, true);
        for (int i = 0; i < limits.size(); i++) {
            gauges.take(bucket, i, request.amount(i));
        }
        return bucket.id();
    }

    /** A row was refused. */
    void refused(AcquireRequest request, Refusal refusal, long nowMillis) {
        Report.Streak streak = decided(request, nowMillis).refused(nowMillis);
        if (longest == null || streak.rows() > longest.rows()) {
            longest = streak;
        }
        refused++;
        timeline.add(nowMillis, false);
        for (LimitStatus status : refusal.statuses()) {
            if (status.exceeded()) {
                gauges.figures(limits.indexOf(status.limit().name())).refused(status.everFits());
            }
        }
        refusal.retryAfter().ifPresentOrElse(wait -> waits.add(wait.toMillis()), () -> never++);
    }

    /**
     * An estimate was settled.
     *
     * @param bucket whose
     * @param limit the limit's index
     * @param correction tokens taken on top, or, if negative, given back
     * @param nowMillis when
     */
    void settled(Gauges.Bucket.Id bucket, int limit, long correction, long nowMillis) {
        gauges.take(gauges.at(bucket, nowMillis), limit, correction);
    }

    Report report() {
        gauges.finish(lastMillis);
        long total = admitted + refused + broken.count;
        return new Report(
                new Report.Rows(total, admitted, refused, broken.report(), unordered.report()),
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
                        never),
                timeline,
                severalBuckets);
    }

    private Gauges.Bucket decided(AcquireRequest request, long nowMillis) {
        if (admitted + refused == 0) {
            firstMillis = nowMillis;
        }
        lastMillis = nowMillis;
        Gauges.Bucket.Id id = lastBucket;
        if (id == null || !id.isOf(request)) {
            severalBuckets |= id != null;
            id = new Gauges.Bucket.Id(request.entity(), request.resource());
            lastBucket = id;
        }
        return gauges.at(id, nowMillis);
    }

    /** The first few problems of one kind, and the number of all. */
    private static final class ProblemList {

        private final List<Report.Problem> first = new ArrayList<>();
        private long count;

        void add(long line, BrokenRowException problem) {
            if (count++ < PROBLEMS_SHOWN) {
                first.add(new Report.Problem(line, problem.reason()));
            }
        }

        void add(long line, long rowMillis, long latestMillis) {
            if (count++ < PROBLEMS_SHOWN) {
                first.add(
                        new Report.Problem(line, DurationText.of(latestMillis - rowMillis) + " before an earlier row"));
            }
        }

        Report.Problems report() {
            return new Report.Problems(count, List.copyOf(first));
        }
    }
}

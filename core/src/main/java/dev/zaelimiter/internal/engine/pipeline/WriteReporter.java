package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimiterListener.BucketWrite;
import dev.zaelimiter.internal.bucket.Plan;
import dev.zaelimiter.internal.engine.kernel.Telemetry;
import dev.zaelimiter.internal.engine.planning.Tokens;
import org.jspecify.annotations.Nullable;

/** What counters and listener are told of the writes of one bucket. Belongs to the one who works the pipeline. */
final class WriteReporter {

    private final Telemetry telemetry;
    private final Site site;

    WriteReporter(Telemetry telemetry, Site site) {
        this.telemetry = telemetry;
        this.site = site;
    }

    /** A write has ended, in one way or another. */
    void wrote(InFlightWrite flight, BucketWrite.Outcome outcome, double units, long nowNanos) {
        telemetry.countAnswered(flight.kind, outcome);
        if (telemetry.listens()) {
            telemetry.listener().wrote(event(flight, outcome, units, nowNanos));
        }
    }

    /** What a write was and how it ended, for the listener. */
    private BucketWrite event(InFlightWrite landed, BucketWrite.Outcome outcome, double units, long nowNanos) {
        return new BucketWrite(
                site.entity(),
                site.resource(),
                landed.kind,
                outcome,
                landed.batch.size(),
                nowNanos - landed.sentNanos,
                landed.attempt,
                units);
    }

    /** For a write that went the short way. */
    BucketWrite event(Plan plan, boolean onlyCredit, int callers, long roundTripNanos, double units) {
        return new BucketWrite(
                site.entity(),
                site.resource(),
                InFlightWrite.kind(plan, onlyCredit),
                BucketWrite.Outcome.WRITTEN,
                callers,
                roundTripNanos,
                1,
                units);
    }

    /** Tells that corrections were lost: debits by the sign 1, give-backs by -1. */
    void lost(CorrectionSum sum, int sign, @Nullable Throwable cause) {
        if (!sum.isEmpty()) {
            telemetry.lostAdjustment(site.entity(), site.resource(), sum.size(), sum.amounts(), sign, cause);
            sum.settled();
        }
    }

    /**
     * Tells that what a caller who has given up may have taken is not given back: nobody knows whether it was taken.
     */
    void lostTake(Tokens taken, @Nullable Throwable cause) {
        telemetry.lostAdjustment(
                site.entity(), site.resource(), 1, taken.positives().nonZero(), -1, cause);
    }
}

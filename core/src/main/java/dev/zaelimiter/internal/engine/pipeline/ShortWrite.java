package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimiterListener.BucketWrite;
import dev.zaelimiter.internal.bucket.BatchTotals;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.bucket.Plan;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.pipeline.StepInput.Agreement;
import dev.zaelimiter.internal.schema.BucketWriter;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import org.jspecify.annotations.Nullable;

/**
 * What the short ways share with the long one: when a bucket may be written as it is, how a write is planned, and what
 * is known when it has landed. Belongs to the one who works the pipeline.
 */
final class ShortWrite {

    private final Engine engine;
    private final Work work;
    private final ShortWayClock clock;
    private final Writer writer;
    private final ConfigDrift drift;

    ShortWrite(Engine engine, Work work, ShortWayClock clock, Writer writer, ConfigDrift drift) {
        this.engine = engine;
        this.work = work;
        this.clock = clock;
        this.writer = writer;
        this.drift = drift;
    }

    /** Reads the clocks, as far as they may have moved. */
    long wallMillis() {
        return clock.wallMillis();
    }

    /** Whether what is stored was read lately enough to go by it; to be asked after {@link #wallMillis}. */
    boolean mayGoBy(Resolution known) {
        return !work.config.stale(known, work.nowNanos());
    }

    /** Whether a bucket may be written as it was seen: nothing has to be put right first. */
    boolean isAsItShouldBe(BucketImage image, Resolution known, long wallMillis) {
        return !image.damagedStamp(wallMillis) && drift.agreement(known) == Agreement.IN_LINE;
    }

    /** The plan of what is asked; null if the store's partition has to rest first. */
    @Nullable
    Plan plan(BucketImage image, Gains gains, BatchTotals totals) {
        Plan plan = writer.factory.plan(image, gains, totals);
        return plan instanceof Plan.Pause ? null : plan;
    }

    Write render(BucketSnapshot seen, Plan plan, long wid, boolean credit) {
        return writer.factory.render(seen, plan, new BucketWriter.Tag(wid, false, credit));
    }

    /** When a write goes out, if anybody wants to hear how long it took; else 0. */
    long sentNanos() {
        return engine.telemetry().hearsImmediateGrants() ? engine.environment().monotonicNanos() : 0;
    }

    /** A write has landed, and was answered immediately. Tells of it if anybody wants to hear; else null. */
    @Nullable
    BucketWrite landed(
            Plan plan, boolean onlyCredit, int callers, long sentNanos, WriteResult.Written written, long footprint) {
        writer.writtenAtOnce(written, footprint);
        return engine.telemetry().hearsImmediateGrants()
                ? told(plan, onlyCredit, callers, sentNanos, written.writeUnits())
                : null;
    }

    private @Nullable BucketWrite told(Plan plan, boolean onlyCredit, int callers, long sentNanos, double units) {
        try {
            long took = engine.environment().monotonicNanos() - sentNanos;
            return work.reporter.event(plan, onlyCredit, callers, took, units);
        } catch (RuntimeException | Error thrown) {
            // What has landed is not forgotten over a listener.
            engine.telemetry().fault(thrown);
            return null;
        }
    }
}

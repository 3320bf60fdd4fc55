package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimiterListener.BucketWrite;
import dev.zaelimiter.internal.bucket.BatchTotals;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.CutCredit;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.bucket.Plan;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The {@link ShortWay} of a correction: it has no company to wait for on a store at hand, so its one write is planned
 * and sent without queueing. Belongs to the one who works the pipeline.
 */
final class ShortCorrection {

    private final Engine engine;
    private final Work work;
    private final ShortWrite shared;
    private final Writer writer;
    private final Overflow overflow;
    private final Faults faults;
    /** Used again for each plan: nobody keeps them. */
    private @Nullable BatchTotals asked;

    ShortCorrection(Engine engine, Work work, ShortWrite shared, Writer writer, Overflow overflow, Faults faults) {
        this.engine = engine;
        this.work = work;
        this.shared = shared;
        this.writer = writer;
        this.overflow = overflow;
        this.faults = faults;
    }

    /** Hears what is thrown when a correction has left. */
    interface Faults {
        void fault(Throwable fault, Outbox out);
    }

    /** False if the correction has to go the long way, and nothing was sent. Throws only if nothing was sent. */
    boolean send(Correction correction, Outbox out) {
        BucketSnapshot seen = work.state.seen();
        Resolution known = work.config.resolution();
        if (seen == null || known == null || work.state.isAnothers(correction.owner())) {
            return false;
        }
        long now = shared.wallMillis();
        BucketImage image = seen.image();
        if (image == null || !shared.mayGoBy(known)) {
            return false;
        }
        if (correction.hasCredit()
                && (work.debts.any()
                        || work.state.shared(work.nowNanos())
                        || !NextBatch.repeatable(engine, image, now))) {
            return false;
        }
        BatchTotals totals = shared.isAsItShouldBe(image, known, now) ? ask(correction, image) : null;
        Gains gains = work.gains(image, now);
        // What does not fit in one of several shards has others to go to.
        return totals != null
                && (!overflow.divided(image) || CutCredit.of(image, gains, totals) == null)
                && send(correction, totals, seen, image, gains, out);
    }

    /** Null if the bucket lacks one of the limits, or can't bear a debt. */
    private @Nullable BatchTotals ask(Correction correction, BucketImage image) {
        BatchTotals totals = BatchTotals.anew(asked, image.layout().size());
        asked = totals;
        for (int k = 0; k < correction.size(); k++) {
            int i = image.layout().indexOf(correction.name(k));
            if (i < 0) {
                return null;
            }
            if (correction.milli(k) > 0) {
                if (Batch.debit(totals, image, i, correction.milli(k)) > 0) {
                    return null;
                }
            } else {
                totals.credit(i, -correction.milli(k));
            }
        }
        return totals;
    }

    private boolean send(
            Correction correction,
            BatchTotals totals,
            BucketSnapshot seen,
            BucketImage image,
            Gains gains,
            Outbox out) {
        Plan plan = shared.plan(image, gains, totals);
        if (plan == null) {
            return false;
        }
        long wid = engine.newWid();
        Write write = shared.render(seen, plan, wid, totals.hasCredit());
        engine.telemetry().countWrite();
        long sentNanos = shared.sentNanos();
        CompletableFuture<WriteResult> future = work.gate.write(write);
        try {
            WriteResult.Written written = Writer.atOnce(future);
            if (written != null) {
                work.creditCuts.landed(image, CutCredit.of(image, gains, totals));
                landed(correction, plan, image, sentNanos, written, out);
            } else {
                Correction.Halves halves = correction.toBeWritten(engine);
                writer.sent(plan, new Batch(image, gains, halves.debit(), halves.credit()), wid, write, future, out);
            }
        } catch (RuntimeException | Error thrown) {
            // It has left: by the long way it would be corrected twice.
            faults.fault(thrown, out);
        }
        return true;
    }

    private void landed(
            Correction correction,
            Plan plan,
            BucketImage image,
            long sentNanos,
            WriteResult.Written written,
            Outbox out) {
        boolean onlyCredit = correction.onlyCredit();
        BucketWrite event = shared.landed(
                plan, onlyCredit, correction.size(), sentNanos, written, WriteFactory.footprint(plan, image));
        engine.telemetry().countAnswered(InFlightWrite.kind(plan, onlyCredit), BucketWrite.Outcome.WRITTEN);
        if (event != null) {
            out.defer(() -> engine.telemetry().listener().wrote(event));
        }
    }
}

package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimiterListener.BucketWrite;
import dev.zaelimiter.internal.bucket.BatchTotals;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.bucket.Plan;
import dev.zaelimiter.internal.bucket.StandingMove;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.schema.BalanceSlots;
import dev.zaelimiter.internal.schema.BucketSchema;
import dev.zaelimiter.internal.schema.BucketWriter;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The short way of an acquire on a store at hand: nothing is under way or waits, the bucket is known and as it should
 * be, and holds what is asked. Then the one write is planned and sent without a demand, a selection or a batch; they
 * are made up for if it is not answered within the call, or not granted.
 *
 * <p>The last plan is kept, since many acquires of one kind come within one millisecond: a plan that still stands is
 * sent again under a new id. Belongs to the one who works the pipeline.
 */
public final class ShortWay {

    private final Engine engine;
    private final Work work;
    private final ShortWrite shared;
    private final Writer writer;
    private final Lanes lanes;
    private @Nullable Standing standing;
    /** Used again for each plan: nobody keeps them. */
    private @Nullable BatchTotals asked;

    ShortWay(Engine engine, Work work, ShortWrite shared, Writer writer, Lanes lanes) {
        this.engine = engine;
        this.work = work;
        this.shared = shared;
        this.writer = writer;
        this.lanes = lanes;
    }

    /** What became of an attempt. */
    public enum Outcome {
        /** Somebody else works the pipeline just now. */
        BUSY,
        /** A lane was opened meanwhile, which the caller has not tried. */
        LANE,
        /** The acquire has to go the long way, and nothing was sent. */
        CLOSED,
        /** The tokens are there; the caller counts both the grant and its write. */
        GRANTED,
        /** The write was sent; its demand goes on like any other. */
        SENT
    }

    /** The caller, who makes a demand only if that turns out to be needed. */
    public interface Caller {
        /** Its demand, whose write has been sent already. */
        public Demand demand();

        /** For what the demand leaves to be done. */
        public Outbox outbox();

        /**
         * The write that granted.
         *
         * @param left the bucket as it was left
         * @param kind of the write, to be counted once the pipeline is let go
         * @param write to be told then; null if nobody is to hear of it
         */
        public void granted(BucketSnapshot left, BucketWrite.Kind kind, @Nullable BucketWrite write);
    }

    /**
     * A plan with its write, good for the same takes as long as clock, configuration and bucket are the same, but for
     * what each write changes.
     */
    private record Standing(
            TakeRequest take,
            Resolution known,
            BucketImage basis,
            BalanceSlots slots,
            Gains gains,
            int[] bound,
            StandingMove move,
            long footprint,
            Write write) {

        @SuppressWarnings("ReferenceEquality") // the very same; an equal one is planned anew, which costs little
        boolean stands(TakeRequest asked, Resolution now, BucketSnapshot seen, long nowMillis) {
            return take == asked
                    && basis == seen.basis()
                    && known == now
                    && gains.now() == nowMillis
                    && seen.item() != null
                    && slots.covers(move, seen.item());
        }
    }

    /** After others had their way with the bucket, those who used a lane go on in another, if it is as it should be. */
    void resumeLane() {
        BucketSnapshot seen = work.state.seen();
        Resolution known = work.config.resolution();
        if (!lanes.wanted() || seen == null || known == null || !decides(known)) {
            return;
        }
        long now = shared.wallMillis();
        BucketImage image = seen.image();
        if (image != null && shared.mayGoBy(known) && shared.isAsItShouldBe(image, known, now)) {
            lanes.resume(writer.factory, known, now);
        }
    }

    /** Whether the bucket alone decides, by what is stored. */
    static boolean decides(@Nullable Resolution known) {
        return known != null && known.enabled() && known.unfollowed() == null && !known.nothingStored();
    }

    Outcome take(TakeRequest take, Caller caller) {
        BucketSnapshot seen = work.state.seen();
        Resolution known = work.config.resolution();
        if (seen == null || known == null || !decides(known)) {
            return Outcome.CLOSED;
        }
        long now = shared.wallMillis();
        if (!shared.mayGoBy(known)) {
            return Outcome.CLOSED;
        }
        Standing last = standing;
        if (last != null && last.stands(take, known, seen, now)) {
            long wid = engine.newWid();
            Write write = BucketWriter.again(last.write, wid);
            Outcome outcome = send(last.move.plan(), wid, write, last.footprint, seen, last.gains, last.bound, caller);
            return granted(outcome, known, now);
        }
        BucketImage image = seen.image();
        int[] bound = image == null ? null : work.bindings.known(take, image.layout());
        if (image == null || bound == null || image.cascade() || !shared.isAsItShouldBe(image, known, now)) {
            return Outcome.CLOSED;
        }
        return granted(plan(take, known, seen, image, bound, work.gains(image, now), caller), known, now);
    }

    private Outcome granted(Outcome outcome, Resolution known, long wallMillis) {
        if (outcome == Outcome.GRANTED) {
            lanes.granted(writer.factory, known, wallMillis);
        }
        return outcome;
    }

    private Outcome plan(
            TakeRequest take,
            Resolution known,
            BucketSnapshot seen,
            BucketImage image,
            int[] bound,
            Gains gains,
            Caller caller) {
        BatchTotals totals = ask(take, image, gains, bound);
        Plan plan = totals == null ? null : shared.plan(image, gains, totals);
        BucketSchema schema = seen.schema();
        BucketImage basis = seen.basis();
        if (plan == null || schema == null || basis == null) {
            return Outcome.CLOSED;
        }
        long wid = engine.newWid();
        Write write = shared.render(seen, plan, wid, false);
        long footprint = WriteFactory.footprint(plan, image);
        StandingMove move = plan instanceof Plan.Move planned
                ? StandingMove.of(planned, image, gains, writer.factory.writeCost())
                : null;
        standing = move == null
                ? null
                : new Standing(take, known, basis, schema.balances(), gains, bound, move, footprint, write);
        return send(plan, wid, write, footprint, seen, gains, bound, caller);
    }

    /** What is asked, or null if it does not fit, or is nothing at all. */
    private @Nullable BatchTotals ask(TakeRequest take, BucketImage image, Gains gains, int[] bound) {
        BatchTotals totals = BatchTotals.anew(asked, image.layout().size());
        asked = totals;
        boolean asks = false;
        for (int k = 0; k < bound.length; k++) {
            long amount = take.amounts()[k];
            if (amount > 0 && !Batch.fits(totals, image, gains, bound[k], amount, 0)) {
                return null;
            }
            totals.take(bound[k], amount, 0);
            asks |= amount > 0;
        }
        return asks ? totals : null;
    }

    private Outcome send(
            Plan plan,
            long wid,
            Write write,
            long footprint,
            BucketSnapshot seen,
            Gains gains,
            int[] bound,
            Caller caller) {
        long sentNanos = shared.sentNanos();
        CompletableFuture<WriteResult> future = work.gate.write(write);
        WriteResult.Written written = Writer.atOnce(future);
        if (written != null) {
            BucketWrite told = shared.landed(plan, false, 1, sentNanos, written, footprint);
            caller.granted(work.state.snapshot(), InFlightWrite.kind(plan, false), told);
            return Outcome.GRANTED;
        }
        engine.telemetry().countWrite();
        BucketImage image = Objects.requireNonNull(seen.image());
        Demand demand = caller.demand();
        demand.bind(image.layout(), bound);
        Batch batch = new Batch(image, gains, CorrectionSum.NONE, CorrectionSum.NONE);
        if (demand.send()) {
            batch.add(demand);
        }
        writer.sent(plan, batch, wid, write, future, caller.outbox());
        return Outcome.SENT;
    }
}

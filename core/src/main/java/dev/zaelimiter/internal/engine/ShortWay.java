package dev.zaelimiter.internal.engine;

import dev.zaelimiter.internal.bucket.Ask;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.bucket.Plan;
import dev.zaelimiter.internal.bucket.Planner;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.schema.BucketSchema;
import dev.zaelimiter.internal.schema.BucketWriter;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The short way of an acquire on a store at hand: nothing is under way or waits, the bucket is known and as it should be,
 * and holds what is asked. Then the one write is planned and sent without a demand, a selection or a batch; they are made
 * up for if it is not answered at once, or not granted.
 *
 * <p>The last plan is kept, since many acquires of one kind come within one millisecond: a plan that still stands is sent
 * again under a new id. Belongs to the one who works the pipeline.
 */
final class ShortWay {

    /** The monotonic clock is read again after so many acquires that met the same millisecond of the wall clock. */
    private static final int MOST_BY_ONE_READING = 64;

    private final Engine engine;
    private final BucketPipeline pipeline;
    private final Work work;
    private final Writer writer;
    private @Nullable Standing standing;
    private long lastMillis = Long.MIN_VALUE;
    private int byLastReading;

    ShortWay(Engine engine, BucketPipeline pipeline, Work work, Writer writer) {
        this.engine = engine;
        this.pipeline = pipeline;
        this.work = work;
        this.writer = writer;
    }

    /** What became of an attempt. */
    enum Outcome {
        /** Somebody else works the pipeline just now. */
        BUSY,
        /** The acquire has to go the long way, and nothing was sent. */
        CLOSED,
        /** The tokens are there. */
        GRANTED,
        /** The write was sent; its demand goes on like any other. */
        SENT
    }

    /** The caller, who makes a demand only if that turns out to be needed. */
    interface Caller {
        /** Its demand, whose write has been sent already. */
        Demand demand();

        /** For what the demand leaves to be done. */
        Outbox outbox();
    }

    /** A plan with its write, good for the same takes as long as clock, stamp and rates are the same. */
    private record Standing(Takes takes, BucketSchema schema, Gains gains, long ttl, Plan.Move plan, Write write) {}

    Outcome take(Takes takes, Caller caller) {
        if (!work.nothingToDo()) {
            return Outcome.CLOSED;
        }
        BucketState.Seen seen = work.state.seen();
        BucketImage image = seen == null ? null : seen.image();
        int[] bound = image == null ? null : pipeline.knownBinding(takes, image.layout());
        Resolution known = work.config.resolution();
        if (seen == null || image == null || bound == null || image.cascade() || known == null) {
            return Outcome.CLOSED;
        }
        long now = readClocks();
        work.config.limitsSeen(work.state.limitsVersion());
        if (work.config.stale(known, work.nowNanos()) || !work.config.agrees(seen, known) || image.damagedStamp(now)) {
            return Outcome.CLOSED;
        }
        return take(takes, seen, image, bound, work.gains(image, now), caller);
    }

    private long readClocks() {
        long now = engine.environment().wallMillis();
        if (now != lastMillis || ++byLastReading == MOST_BY_ONE_READING) {
            work.touch();
            lastMillis = now;
            byLastReading = 0;
        }
        return now;
    }

    private Outcome take(
            Takes takes, BucketState.Seen seen, BucketImage image, int[] bound, Gains gains, Caller caller) {
        Standing last = standing;
        long wid = engine.newWid();
        if (last != null && stands(last, takes, seen, image, gains)) {
            return send(last.plan, wid, BucketWriter.again(last.write, wid), image, gains, bound, caller);
        }
        Ask ask = ask(takes, image, gains, bound);
        Plan plan = ask == null ? null : Planner.plan(image, gains, ask, writer.flights.context());
        if (plan == null || plan instanceof Plan.Pause || seen.schema() == null) {
            return Outcome.CLOSED;
        }
        Write write = writer.flights.render(seen, plan, new BucketWriter.Tag(wid, false, false));
        standing = plan instanceof Plan.Move move && Planner.canStand(move)
                ? new Standing(takes, seen.schema(), gains, image.ttl(), move, write)
                : null;
        return send(plan, wid, write, image, gains, bound, caller);
    }

    @SuppressWarnings("ReferenceEquality") // the very same; an equal one is planned anew, which costs little
    private boolean stands(Standing last, Takes takes, BucketState.Seen seen, BucketImage image, Gains gains) {
        return last.takes == takes
                && last.gains == gains
                && last.schema == seen.schema()
                && last.ttl == image.ttl()
                && Planner.stands(last.plan, image, gains, writer.flights.writeCost());
    }

    /** What is asked, or null if it does not fit, or is nothing at all. */
    private static @Nullable Ask ask(Takes takes, BucketImage image, Gains gains, int[] bound) {
        Ask ask = new Ask(image.layout().size());
        boolean asks = false;
        for (int k = 0; k < bound.length; k++) {
            long amount = takes.amounts()[k];
            if (amount > 0 && amount > gains.balance(image, bound[k])) {
                return null;
            }
            ask.take(bound[k], amount, 0);
            asks |= amount > 0;
        }
        return asks ? ask : null;
    }

    private Outcome send(Plan plan, long wid, Write write, BucketImage image, Gains gains, int[] bound, Caller caller) {
        engine.telemetry().countWrite();
        CompletableFuture<WriteResult> future = engine.store().write(write);
        if (future.isDone()
                && !future.isCompletedExceptionally()
                && future.join() instanceof WriteResult.Written written) {
            writer.writtenAtOnce(written, Flights.footprint(plan, image));
            return Outcome.GRANTED;
        }
        Demand demand = caller.demand();
        demand.bind(image.layout(), bound);
        Batch batch = new Batch(image, gains, Adjustment.NONE, Adjustment.NONE);
        if (demand.send()) {
            batch.add(demand);
        }
        writer.sent(plan, batch, wid, write, future, caller.outbox());
        return Outcome.SENT;
    }
}

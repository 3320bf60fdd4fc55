package dev.zaelimiter.internal.engine;

import dev.zaelimiter.LimiterFaultException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.config.Levels;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.store.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a pipeline does next. Belongs to the one who works the pipeline.
 *
 * <p>In this order: settle a write whose answer was lost; read what was never read; bring the bucket in line with the
 * stored limits; look, after the corrections so far are written; and then the next batch.
 */
final class Work {

    final Waitlist waitlist;
    final Adjustment debits;
    final Adjustment credits;
    final Adjustment meter;
    final Corrections corrections;
    final Debtors debtors = new Debtors();
    final Holdback holdback;
    final BucketState state;
    final BucketConfig config;
    final Blueprint blueprint;
    final Readings readings;
    final ShortWay shortWay;
    final ShortCorrection shortCorrection;
    final Division division;
    final Transferrer transferrer;
    final Probe probe;
    final Overflow overflow;
    final Cuts cuts;
    final SpreadTakes spread;

    private final Engine engine;
    private final Reader reader;
    private final Writer writer;
    private final NextBatch nextBatch;
    private final Alignment alignment;
    /** The image was read, or refused a write, since the last batch was chosen: it is as young as it can be. */
    private boolean imageIsNew;

    /** The same of the configuration. */
    private boolean configIsNew;

    private @Nullable Gains lastGains;
    private long nowNanos;

    Work(Engine engine, BucketPipeline pipeline, Levels levels) {
        this.engine = engine;
        this.state = new BucketState(engine);
        this.holdback = new Holdback(engine, pipeline, this);
        this.waitlist = new Waitlist(state);
        this.config = new BucketConfig(engine, levels);
        this.blueprint = new Blueprint(engine, config, state);
        this.reader = new Reader(engine, pipeline, this);
        this.writer = new Writer(engine, pipeline, this);
        this.corrections = new Corrections(engine, pipeline, this, writer);
        this.debits = corrections.debits;
        this.credits = corrections.credits;
        this.meter = corrections.meter;
        this.nextBatch = new NextBatch(engine, pipeline, this, reader, writer);
        this.division = new Division(engine, pipeline, this);
        this.transferrer = new Transferrer(engine, pipeline, this);
        this.probe = new Probe(engine, pipeline, this);
        this.overflow = new Overflow(engine, pipeline);
        this.cuts = new Cuts(engine, pipeline);
        this.readings = new Readings(engine, this);
        this.spread = new SpreadTakes(engine, pipeline, this);
        this.shortWay = new ShortWay(engine, pipeline, this, writer);
        this.shortCorrection = new ShortCorrection(engine, this, writer);
        this.alignment = new Alignment(pipeline, this, reader, writer);
    }

    /** The one way by which this bucket's writes leave. */
    WriteGate gate() {
        return writer.gate;
    }

    /** Whether nothing is under way. */
    boolean idle() {
        return !reader.busy() && !writer.busy() && !transferrer.busy();
    }

    /** Whether nothing is under way, and nobody waits for anything. */
    boolean nothingToDo() {
        return quiet() && waitlist.looks.isEmpty() && waitlist.loads.isEmpty() && corrections.isEmpty();
    }

    /** Whether nothing is under way, and nobody waits for an acquire. */
    boolean quiet() {
        return idle() && waitlist.pending.isEmpty() && !writer.unsettled();
    }

    void meterQueued(Adjustment taken) {
        engine.adjustmentQueued();
        taken.count(engine::adjustmentSettled, nowNanos);
        meter.addAll(taken);
    }

    void creditQueued(Adjustment credit) {
        credits.addAll(credit);
    }

    void imageRead() {
        imageIsNew = true;
    }

    void configRead() {
        configIsNew = true;
    }

    /** Corrections go now; and if the repository is closed, nobody who waits is admitted any more. */
    void flush(Outbox out) {
        corrections.flush();
        if (engine.closed()) {
            waitlist.failAll(new RepositoryClosedException(), out);
            spread.failAll(new RepositoryClosedException(), out);
        }
    }

    /** Reads the monotonic clock, for all that is decided until the next reading. */
    void touch() {
        nowNanos = engine.environment().monotonicNanos();
    }

    long nowNanos() {
        return nowNanos;
    }

    /** One step. False if there is nothing to do, or something has to be waited for. */
    boolean advance(Outbox out) {
        if (engine.ended()) {
            failAll(new RepositoryClosedException(), out);
            return false;
        }
        if (!waitlist.pending.isEmpty() && alignment.switchedOff(out)) {
            return true;
        }
        if (spread.step(out)) {
            return true;
        }
        if (!idle()) {
            return false;
        }
        if (writer.unsettled()) {
            touch();
            return state.seen() == null ? reader.look(out) : writer.settle(out);
        }
        if (waitlist.pending.isEmpty()
                && waitlist.looks.isEmpty()
                && waitlist.loads.isEmpty()
                && corrections.isEmpty()) {
            imageIsNew = false;
            configIsNew = false;
            return alignment.afterwards(config.resolution(), out);
        }
        touch();
        if (state.seen() == null || state.lineage() == null) {
            return reader.load(out);
        }
        if (!waitlist.loads.isEmpty()) {
            waitlist.answer(waitlist.loads, null, out);
            return true;
        }
        Resolution known = config.resolution();
        if (known == null) {
            return reader.loadConfig(-1, out);
        }
        if (imageOf(state) == null && config.stale(known, nowNanos) && !configIsNew) {
            // What is not there is made of what is known: the limits, and whether the entity has a parent by now.
            state.forget();
            return reader.load(out);
        }
        if (config.stale(known, nowNanos)) {
            reader.refreshConfig(-1);
        }
        if (waitlist.pending.isEmpty() && corrections.isEmpty()) {
            return look(known, out);
        }
        if (alignment.reconcile(known, out)) {
            return true;
        }
        if (!idle()) {
            return false;
        }
        if (!waitlist.looks.isEmpty() && corrections.letLook()) {
            return look(known, out);
        }
        long now = engine.environment().wallMillis();
        if (stampIsDamage(now) && gate().mayRewrite()) {
            // Else a bucket that is drained would not refill, and so not be written, until that time has come.
            return writer.addCallLimits(List.of(), out);
        }
        return transfers(now, out) ? idle() : !holdback.holds() && nextBatch.send(known, now, out);
    }

    /** Who only wants to see has nothing written: not all who may read may write. */
    private boolean look(Resolution known, Outbox out) {
        alignment.learn(known);
        return idle() && reader.look(out);
    }

    /** Divides the shard, or makes it one with another, if that is due. False if not. */
    private boolean transfers(long now, Outbox out) {
        BucketState.Seen seen = state.seen();
        BucketImage image = seen == null ? null : seen.image();
        if (seen == null || image == null || engine.closed()) {
            return false;
        }
        transferrer.found();
        return switch (division.due(image, now, out)) {
            case SPLIT -> transferrer.split(seen, out);
            case MERGE -> transferrer.merge(out);
            case NOTHING -> false;
        };
    }

    /** The bucket was read beside the pipeline. What is under way will bring a younger image. */
    void saw(Item item, long beganNanos) {
        if (idle() && !writer.unsettled() && !state.seenSince(beganNanos)) {
            touch();
            alignment.use();
            try {
                state.see(item, BucketState.UNKNOWN_FOOTPRINT, nowNanos);
            } catch (DamagedBucketException damaged) {
                state.forget();
                return;
            }
            Resolution known = config.resolution();
            if (known != null && config.stale(known, nowNanos)) {
                // Nobody asks this shard: else it would never hear of a limit that was added.
                reader.refreshConfig(-1);
            }
        }
    }

    private boolean stampIsDamage(long now) {
        BucketImage image = imageOf(state);
        return image != null && image.damagedStamp(now);
    }

    Gains gains(BucketImage image, long now) {
        Gains gains = Gains.of(image, image.rates(), now, lastGains);
        lastGains = gains;
        return gains;
    }

    /** Whether the image is as young as it can be. */
    boolean imageIsNew() {
        return imageIsNew;
    }

    /** Whether the image is young enough to refuse from. */
    boolean fresh() {
        return imageIsNew || state.fresh(nowNanos);
    }

    /** A batch is being chosen: what was read for it is used up. */
    void choosing() {
        imageIsNew = false;
        configIsNew = false;
    }

    static @Nullable BucketImage imageOf(BucketState state) {
        BucketState.Seen seen = state.seen();
        return seen == null ? null : seen.image();
    }

    void lastFailure(Throwable failure) {
        writer.lastFailure(failure);
    }

    /** Corrections that are not written by now are lost. */
    void giveUp() {
        Throwable cause = writer.lastFailure();
        corrections.lost(cause);
        writer.giveUp(cause);
    }

    /** Corrections that could not be written for too long are lost. */
    void giveUpOld(Throwable cause) {
        corrections.giveUpOld(cause);
    }

    /** When the first of those who wait will wait no longer. */
    long earliestDeadline() {
        return Math.min(spread.earliestDeadline(), Math.min(writer.earliestDeadline(), waitlist.earliestDeadline()));
    }

    /** Tells those whose time is up. */
    void expire(Outbox out) {
        long now = engine.environment().monotonicNanos();
        writer.expire(now, out);
        spread.expire(now, out);
        waitlist.expire(now, writer.lastFailure(), out);
    }

    /** A fault of ours, or of a store that breaks its contract: told to all who wait, and the pipeline goes on. */
    void fault(Throwable fault, Outbox out) {
        engine.telemetry().fault(fault);
        state.forget();
        // What it says may name somebody: its kind does not.
        RuntimeException told = LimiterFaultException.of(fault.getClass().getName() + ", see its cause", fault);
        writer.fault(told, out);
        failAll(told, out);
    }

    /** Nothing can be written: whoever waits for that is told why. Who only wants to see may see. */
    void failWrites(RuntimeException cause, Outbox out) {
        waitlist.failDemands(cause, out);
        spread.failAll(cause, out);
        corrections.lost(cause);
    }

    /** The bucket can't be worked on: everybody who waits is told why. */
    void failAll(RuntimeException cause, Outbox out) {
        waitlist.failAll(cause, out);
        spread.failAll(cause, out);
        corrections.lost(cause);
    }
}

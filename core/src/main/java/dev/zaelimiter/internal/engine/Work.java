package dev.zaelimiter.internal.engine;

import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.config.Levels;
import dev.zaelimiter.internal.config.Resolution;
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
    final Adjustment debits = new Adjustment();
    final Adjustment credits = new Adjustment();
    /** What was let through past the limits, to be counted as consumed. */
    final Adjustment meter = new Adjustment();

    final BucketState state;
    final BucketConfig config;
    final Blueprint blueprint;
    final ShortWay shortWay;

    private final Engine engine;
    private final BucketPipeline pipeline;
    private final Reader reader;
    private final Writer writer;
    private final AbsentShard absent;
    private final Switched switched;
    /** The image was read, or refused a write, since the last batch was chosen: it is as young as it can be. */
    private boolean imageIsNew;

    /** The same of the configuration. */
    private boolean configIsNew;

    private final Rendezvous rendezvous = new Rendezvous();
    private boolean rendezvousTimer;
    private @Nullable Gains lastGains;
    private long nowNanos;
    /** What was to be corrected when somebody asked to look is written: what came since need not be waited for. */
    private boolean correctionsSent;

    private boolean flush;
    private boolean creditTimer;

    Work(Engine engine, BucketPipeline pipeline, Levels levels) {
        this.engine = engine;
        this.pipeline = pipeline;
        this.state = new BucketState(engine);
        this.waitlist = new Waitlist(state);
        this.config = new BucketConfig(engine, levels);
        this.blueprint = new Blueprint(engine, config, state);
        this.reader = new Reader(engine, pipeline, this);
        this.writer = new Writer(engine, pipeline, this);
        this.absent = new AbsentShard(pipeline, this);
        this.switched = new Switched(pipeline, this);
        this.shortWay = new ShortWay(engine, pipeline, this, writer);
    }

    /** Whether nothing is under way. */
    boolean idle() {
        return !reader.busy() && !writer.busy();
    }

    /** Whether nothing is under way, and nobody waits for anything. */
    boolean nothingToDo() {
        return quiet()
                && waitlist.looks.isEmpty()
                && waitlist.loads.isEmpty()
                && debits.isEmpty()
                && credits.isEmpty()
                && meter.isEmpty();
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
        flush = true;
        if (engine.closed()) {
            waitlist.failAll(new RepositoryClosedException(), out);
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
                && debits.isEmpty()
                && credits.isEmpty()
                && meter.isEmpty()) {
            imageIsNew = false;
            configIsNew = false;
            return reconcile(out, config.resolution());
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
        if (reconcile(out, known)) {
            return true;
        }
        if (!idle()) {
            return false;
        }
        if (!waitlist.looks.isEmpty() && (correctionsSent || (debits.isEmpty() && credits.isEmpty()))) {
            correctionsSent = false;
            return reader.look(out);
        }
        long now = engine.environment().wallMillis();
        if (stampIsDamage(now)) {
            // Else a bucket that is drained would not refill, and so not be written, until that time has come.
            return writer.addCallLimits(List.of(), out);
        }
        return !holdsBack() && nextBatch(known, now, out);
    }

    /** Many callers are about to be told that they have their tokens, and may come straight back. */
    void letGo(int callers) {
        rendezvous.letGo(engine.store().traits().remote() ? callers : 0);
    }

    /** The callers just let go are waited for in another way. */
    void expectNobody() {
        rendezvous.over();
    }

    private boolean holdsBack() {
        if (engine.closed()) {
            return false;
        }
        long hold = rendezvous.holdNanos(waitlist.pending.size(), nowNanos, state.roundTripNanos());
        if (hold > 0 && !rendezvousTimer) {
            rendezvousTimer = true;
            pipeline.wake(hold, out -> rendezvousTimer = false);
        }
        return hold > 0;
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

    /** Rewrites the bucket if its limits are not the stored ones and what is known of those is younger than the bucket. */
    private boolean reconcile(Outbox out, @Nullable Resolution known) {
        BucketState.Seen seen = state.seen();
        if (seen == null || seen.image() == null || known == null) {
            return false;
        }
        config.limitsSeen(state.limitsVersion());
        if (config.agrees(seen, known)) {
            return false;
        }
        if (known.oldestRead() > config.limitsMark()) {
            return writer.reconcile(known, out);
        }
        reader.refreshConfig(config.limitsMark());
        // A store in memory has answered by now.
        Resolution fresh = config.resolution();
        return fresh != null
                && fresh.oldestRead() > config.limitsMark()
                && !config.agrees(seen, fresh)
                && writer.reconcile(fresh, out);
    }

    private boolean fresh() {
        return imageIsNew || state.fresh(nowNanos);
    }

    private boolean nextBatch(Resolution known, long now, Outbox out) {
        if (!known.enabled() && !waitlist.pending.isEmpty()) {
            switched.answer(known, out);
            return true;
        }
        BucketState.Seen seen = state.seen();
        BucketImage base = seen == null ? null : seen.image();
        if (base == null && pipeline.shard() > 0) {
            return absent.turnAway(fresh(), out);
        }
        if (base == null) {
            Demand first = waitlist.pending.peek();
            base = blueprint.imageToCreate(first == null ? null : first.takes.callLimits());
            if (base == null) {
                return nothingConfigured(known, out);
            }
        }
        boolean exists = seen != null && seen.image() != null;
        boolean fresh = fresh();
        imageIsNew = false;
        configIsNew = false;
        boolean creditsDue = creditsDue();
        if (!exists) {
            // A bucket that is not there is full: nothing can be given back to it.
            credits.drain().settled();
        }
        Gains gains = gains(base, now);
        if (!meter.isEmpty()) {
            return sendMeter(base, gains, exists, out);
        }
        boolean pinCredits = exists && !state.shared(nowNanos) && repeatable(base, now);
        Selection selection = new Selection(pipeline, base, seen == null ? null : seen.item(), known, gains, fresh);
        correctionsSent = !waitlist.looks.isEmpty() && (credits.isEmpty() || pinCredits);
        boolean ride = pinCredits && (creditsDue || !waitlist.pending.isEmpty() || !debits.isEmpty());
        Batch batch = selection.select(waitlist.pending, debits.drain(), ride ? credits.drain() : Adjustment.NONE, out);
        if (!batch.demands.isEmpty() || !batch.debits.isEmpty()) {
            return writer.send(batch, exists, out);
        }
        if (!batch.credits.isEmpty()) {
            if (creditsDue) {
                return writer.send(batch, exists, out);
            }
            credits.addAll(batch.credits);
        }
        if (creditsDue && !credits.isEmpty()) {
            return writer.sendCredit(new Batch(base, gains, Adjustment.NONE, credits.drain()), out);
        }
        return remove(selection, out);
    }

    /** A bucket that is not there is made first, full. */
    private boolean sendMeter(BucketImage base, Gains gains, boolean exists, Outbox out) {
        if (!exists) {
            return writer.create(new Batch(base, gains, Adjustment.NONE, Adjustment.NONE), out);
        }
        Batch batch = new Batch(base, gains, meter.drain(), Adjustment.NONE);
        batch.metering = true;
        return writer.send(batch, true, out);
    }

    /**
     * Whether a pinned write that holds a credit may be sent again when its answer is lost. It must move the stamp
     * forward: else a consumption that was sent twice and landed late brings back stamp and {@code wid} as the credit saw
     * them, and the repeat lands on top of the original. On a store at hand nothing lands late.
     */
    private boolean repeatable(BucketImage base, long nowMillis) {
        return base.rf() < nowMillis || !engine.store().traits().remote();
    }

    /** Clears what is in the way of the demands left in the queue. */
    private boolean remove(Selection selection, Outbox out) {
        switch (selection.obstacle()) {
            case STALE_IMAGE:
                return reader.look(out);
            case MISSING_LIMIT:
                return reader.loadConfig(config.limitsMark(), out);
            case MISSING_CALL_LIMIT:
                return writer.addCallLimits(selection.missingCallLimits(), out);
            case STALE_CONFIG:
                return reader.loadConfig(latestMark(), out);
            case NONE:
            default:
                armCreditTimer();
                return false;
        }
    }

    private long latestMark() {
        long latest = -1;
        for (Demand demand : waitlist.pending) {
            latest = Math.max(latest, demand.configMark);
        }
        return latest;
    }

    /** No level holds limits. Demands that bring their own create the bucket; the others are told. */
    private boolean nothingConfigured(Resolution known, Outbox out) {
        // Its limits came with a call, and the bucket is not there: nobody knows what it should look like.
        writer.lost(debits.drain(), 1, new NoLimitsException(pipeline.entity(), pipeline.resource()));
        credits.drain().settled();
        meter.drain().settled();
        if (waitlist.pending.isEmpty()) {
            return !waitlist.looks.isEmpty() && reader.look(out);
        }
        if (known.oldestRead() <= latestMark()) {
            return reader.loadConfig(latestMark(), out);
        }
        waitlist.failDemands(new NoLimitsException(pipeline.entity(), pipeline.resource()), out);
        return true;
    }

    private boolean creditsDue() {
        boolean local = !engine.store().traits().remote() || engine.options().creditLingerNanos() == 0;
        boolean due = !credits.isEmpty() && (local || flush || !waitlist.looks.isEmpty() || engine.closed());
        flush &= !due;
        return due;
    }

    private void armCreditTimer() {
        if (!credits.isEmpty() && !creditTimer) {
            creditTimer = true;
            pipeline.wake(engine.options().creditLingerNanos(), out -> {
                creditTimer = false;
                flush = true;
            });
        }
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
        writer.lost(debits.drain(), 1, cause);
        writer.lost(credits.drain(), -1, cause);
        writer.lost(meter.drain(), 1, cause);
        writer.giveUp(cause);
    }

    /** Corrections that could not be written for too long are lost. */
    void giveUpOld(Throwable cause) {
        long now = engine.environment().monotonicNanos();
        if (debits.olderThan(engine.patienceNanos(), now)) {
            writer.lost(debits.drain(), 1, cause);
        }
        if (meter.olderThan(engine.patienceNanos(), now)) {
            writer.lost(meter.drain(), 1, cause);
        }
        if (credits.olderThan(engine.patienceNanos(), now)) {
            writer.lost(credits.drain(), -1, cause);
        }
    }

    /** When the first of those who wait will wait no longer. */
    long earliestDeadline() {
        return Math.min(writer.earliestDeadline(), waitlist.earliestDeadline());
    }

    /** Tells those whose time is up. */
    void expire(Outbox out) {
        long now = engine.environment().monotonicNanos();
        writer.expire(now, out);
        waitlist.expire(now, writer.lastFailure(), out);
    }

    /** A fault of ours, or of a store that breaks its contract: told to all who wait, and the pipeline goes on. */
    void fault(Throwable fault, Outbox out) {
        engine.fault(fault);
        state.forget();
        RuntimeException told = new RateLimiterUnavailableException(
                pipeline.entity(), pipeline.resource(), "a fault in the limiter: " + fault, fault);
        writer.fault(told, out);
        failAll(told, out);
    }

    /** The bucket can't be worked on: everybody who waits is told why. */
    void failAll(RuntimeException cause, Outbox out) {
        waitlist.failAll(cause, out);
        writer.lost(debits.drain(), 1, cause);
        writer.lost(credits.drain(), -1, cause);
        writer.lost(meter.drain(), 1, cause);
    }
}

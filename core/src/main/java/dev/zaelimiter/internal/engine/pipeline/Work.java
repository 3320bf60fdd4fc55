package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.EntityNotFoundException;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.config.ConfigKeys;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.guard.OneByOne;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one bucket, what waits for it, and the clock as it was last read. Belongs to the one who works the
 * pipeline; the last image may be read by any thread.
 */
final class Work {

    private static final long AVOIDED_NANOS = 100_000_000;

    final BucketState state;
    final BucketConfig config;
    final BindingCache bindings = new BindingCache();
    final Waitlist waitlist;
    final DebtQueue debts = new DebtQueue();
    final WriteReporter reporter;
    final PendingCorrections corrections;
    final CorrectionSum debits;
    final CorrectionSum credits;
    final CorrectionSum meter;

    /** The one way by which this bucket's writes leave. */
    final WriteGate gate;

    final CreditCutReporter creditCuts;

    /** Takes from several shards, which wait here as well. Made for the first of them. */
    MultiShardWork multiShard = MultiShardWork.NONE;

    /** How many of their calls had failed where this goes on from; until there are some here. */
    int severalFailed;

    /** The one call of the store that may be under way for this bucket, and its phase. */
    final CallSlot slot;

    final DelayTimer timer;
    final TurnClock clock;

    private final Engine engine;
    private final Site site;
    /** Whose corrections wait here ({@link BucketState#owner}). */
    private int owner;

    /** The image was read, or returned by a refused write, since the last batch was selected. */
    private boolean imageIsNew;

    /** The same of the configuration. */
    private boolean configIsNew;

    private @Nullable Gains lastGains;
    private long lastGainsMillis = Long.MIN_VALUE;
    private @Nullable Throwable lastFailure;

    Work(Engine engine, Site pipeline) {
        this.engine = engine;
        this.site = pipeline;
        this.clock = new TurnClock(engine.environment(), engine.safeClock());
        this.timer = new DelayTimer(engine, pipeline);
        this.slot = new CallSlot(pipeline, clock, timer);
        this.state = new BucketState(engine, debts);
        ConfigKeys levels = ConfigKeys.of(engine.keys(), pipeline.entity(), pipeline.resource());
        this.config = new BucketConfig(engine, levels, state, clock);
        this.waitlist = new Waitlist();
        this.reporter = new WriteReporter(engine.telemetry(), pipeline);
        this.corrections = new PendingCorrections(engine, waitlist, reporter, timer);
        this.debits = corrections.debits;
        this.credits = corrections.credits;
        this.meter = corrections.meter;
        this.gate = new WriteGate(engine, clock);
        this.creditCuts = new CreditCutReporter(engine.telemetry(), pipeline);
    }

    void meterQueued(CorrectionSum taken) {
        engine.adjustmentQueued();
        taken.count(engine::adjustmentSettled, nowNanos());
        countQueued(taken, null);
    }

    /** Takes in what is only counted, of the entity that is named; null if that is not known. */
    void countQueued(CorrectionSum counted, @Nullable String of) {
        dropOfDeleted();
        if (state.isAnothers(of)) {
            counted.settled();
        } else {
            meter.addAll(counted);
        }
    }

    void creditQueued(CorrectionSum credit) {
        dropOfDeleted();
        credits.addAll(credit);
    }

    /**
     * Takes in what is to be corrected.
     *
     * @param halves both directions
     * @param of the entity whose bucket gave what is corrected; null if that is not known
     */
    void correctionQueued(Correction.Halves halves, @Nullable String of) {
        dropOfDeleted();
        if (state.isAnothers(of)) {
            drop(halves.debit(), halves.credit(), CorrectionSum.NONE);
        } else {
            debits.addAll(halves.debit());
            credits.addAll(halves.credit());
        }
    }

    /**
     * What waits to be corrected lies with a bucket that is gone, if its entity was deleted since. What comes after
     * that is the next entity's: so this is to be seen to before anything is added.
     */
    void dropOfDeleted() {
        int now = state.owner();
        if (now != owner) {
            owner = now;
            drop(debits.drain(), credits.drain(), meter.drain());
        }
    }

    private void drop(CorrectionSum debit, CorrectionSum credit, CorrectionSum counted) {
        reporter.lost(debit, 1, new EntityNotFoundException(site.entity(), "it was deleted, and its buckets with it"));
        creditCuts.all(credit);
        counted.settled();
    }

    void imageRead() {
        imageIsNew = true;
    }

    void configRead() {
        configIsNew = true;
    }

    /** Reads the clocks, for all that is decided until the next reading. */
    void touch() {
        clock.touch();
    }

    long nowNanos() {
        return clock.nowNanos();
    }

    long wallMillis() {
        return clock.wallMillis();
    }

    /** Another slot, for calls that are under way at the same time as those of the bucket. */
    CallSlot anotherSlot() {
        return new CallSlot(site, clock, timer);
    }

    /** Kept from the second time in a millisecond on: most buckets are asked for once in many of them. */
    Gains gains(BucketImage image, long now) {
        Gains gains = Gains.of(image, image.rates(), now, lastGains);
        if (now == lastGainsMillis) {
            lastGains = gains;
        } else {
            lastGainsMillis = now;
            lastGains = null;
        }
        return gains;
    }

    /** Whether the image was read, or returned by a refused write, since the last batch was selected. */
    boolean imageIsNew() {
        return imageIsNew;
    }

    /** Whether the image is young enough to refuse from. */
    boolean fresh() {
        return imageIsNew || state.fresh(nowNanos());
    }

    /** Whether the limits were read since the last batch was chosen. */
    boolean configIsNew() {
        return configIsNew;
    }

    /** A batch is being chosen, or there is none to be chosen: what was read for it is used up. */
    void choosing() {
        imageIsNew = false;
        configIsNew = false;
    }

    static @Nullable BucketImage imageOf(BucketState state) {
        BucketSnapshot seen = state.seen();
        return seen == null ? null : seen.image();
    }

    /** The last failure of a call since an answer came, or null. */
    @Nullable
    Throwable lastFailure() {
        return lastFailure;
    }

    void lastFailure(@Nullable Throwable failure) {
        lastFailure = failure;
    }

    /** The store has throttled a call for the shard's key: what waits goes to other shards, where there are some. */
    void avoid(Outbox out) {
        state.avoidUntil(nowNanos() + AVOIDED_NANOS);
        OneByOne.each(List.copyOf(waitlist.pending), demand -> {
            if (demand.goElsewhere(out)) {
                waitlist.pending.remove(demand);
            }
        });
    }

    /** A write is surely not applied: its demands and corrections go back to where they came from. */
    void putBack(Batch batch) {
        waitlist.putBack(batch.demands);
        dropOfDeleted();
        if (batch.owner != owner) {
            CorrectionSum none = CorrectionSum.NONE;
            drop(batch.metering ? none : batch.debits, batch.credits, batch.metering ? batch.debits : none);
            return;
        }
        batch.debits.moveTo(batch.metering ? meter : debits);
        batch.credits.moveTo(credits);
    }

    /** Corrections that could not be written for too long are lost. */
    void giveUpOld(Throwable cause) {
        corrections.giveUpOld(cause);
    }

    /**
     * What goes back is written: whoever waits behind it waits less long, as far as is known into how many shards it
     * went.
     */
    void returned(CorrectionSum credits, Outbox out) {
        BucketImage image = imageOf(state);
        if (image != null) {
            credits.returnTo(debts, image.shardCount(), out);
        }
    }

    /** Nothing can be written: whoever waits for that is told why. Who only wants to see may see. */
    void failWrites(RuntimeException cause, Outbox out) {
        OneByOne turns = new OneByOne();
        turns.run(() -> waitlist.failDemands(cause, out));
        turns.run(() -> multiShard.failAll(cause, out));
        turns.run(() -> corrections.lost(cause));
        turns.end();
    }

    /** The bucket can't be worked on: everybody who waits is told why. */
    void failAll(RuntimeException cause, Outbox out) {
        OneByOne turns = new OneByOne();
        turns.run(() -> waitlist.failAll(cause, out));
        turns.run(() -> multiShard.failAll(cause, out));
        turns.run(() -> corrections.lost(cause));
        turns.end();
    }

    void keep(ColdBucket cold, Site to) {
        state.keep(cold, to);
        config.keep(cold);
        corrections.keep(cold);
        gate.keep(cold);
        cold.flag(ColdBucket.IMAGE_IS_NEW, imageIsNew);
        cold.flag(ColdBucket.CONFIG_IS_NEW, configIsNew);
        int failed = multiShard == MultiShardWork.NONE ? severalFailed : multiShard.failures();
        if (lastFailure != null || failed != 0) {
            cold.rare().lastFailure = lastFailure;
            cold.rare().severalFailed = failed;
        }
    }

    void goOn(ColdBucket cold, Site from) {
        ColdBucket.Rare rare = cold.anyRare();
        state.goOn(cold, from);
        config.goOn(cold);
        corrections.goOn(cold);
        gate.goOn(cold);
        imageIsNew = cold.is(ColdBucket.IMAGE_IS_NEW);
        configIsNew = cold.is(ColdBucket.CONFIG_IS_NEW);
        lastFailure = rare == null ? null : rare.lastFailure;
        severalFailed = rare == null ? 0 : rare.severalFailed;
    }
}

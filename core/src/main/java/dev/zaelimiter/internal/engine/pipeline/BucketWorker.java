package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimiterFaultException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.Takes;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.store.Item;
import java.util.List;

/**
 * Decides what a pipeline does next. Belongs to the one who works the pipeline.
 *
 * <p>In this order: settle a write whose answer was lost; read what was never read; bring the bucket in line with the
 * stored limits; look, after the corrections so far are written; and then the next batch.
 */
final class BucketWorker implements Mailbox.Owner, Deadlines.Waiting {

    final Work work;
    final Outlook outlook;
    final Division division;

    private final Engine engine;
    private final Deadlines deadlines;
    private final Transferrer transferrer;
    private final Holdback holdback;
    private final Reader reader;
    private final Writer writer;
    private final Alignment alignment;
    private final NextBatch nextBatch;
    private final ShortWay shortWay;
    private final ShortCorrection shortCorrection;

    BucketWorker(Engine engine, Site pipeline, Work work, Deadlines deadlines) {
        this.engine = engine;
        this.work = work;
        this.deadlines = deadlines;
        Probe probe = new Probe(engine, pipeline, work);
        this.division = new Division(engine.store().traits(), pipeline, work);
        this.outlook = new Outlook(engine, pipeline, work.state::snapshot, work.config.levels());
        this.transferrer = new Transferrer(engine, pipeline, work, division);
        this.holdback = new Holdback(engine, pipeline, work);
        this.reader = new Reader(engine, pipeline, work, outlook, division, probe);
        this.writer = new Writer(engine, pipeline, work, outlook, division, holdback);
        this.alignment = new Alignment(pipeline, work, reader, writer);
        Overflow overflow = new Overflow(engine, pipeline);
        this.nextBatch = new NextBatch(engine, pipeline, work, reader, writer, transferrer, overflow);
        Readings readings = new Readings(engine.environment(), work);
        this.shortWay = new ShortWay(engine, work, readings, writer);
        this.shortCorrection = new ShortCorrection(engine, work, readings, writer, overflow);
    }

    @Override
    public boolean idle() {
        return !reader.busy() && !writer.busy() && !transferrer.busy();
    }

    @Override
    public boolean nothingToDo() {
        return quiet() && work.waitlist.looks.isEmpty() && work.waitlist.loads.isEmpty() && work.corrections.isEmpty();
    }

    /** Whether nothing is under way, and nobody waits for an acquire. */
    boolean quiet() {
        return idle() && work.waitlist.pending.isEmpty() && !writer.unsettled();
    }

    /** Lets an acquire go the short way, if nothing is under way. */
    ShortWay.Outcome take(Takes takes, ShortWay.Caller caller) {
        return nothingToDo() ? shortWay.take(takes, caller) : ShortWay.Outcome.CLOSED;
    }

    /** Lets a correction go the short way, if nothing is under way; false if it has to go the long one. */
    boolean correct(Correction correction, Outbox out) {
        return nothingToDo() && shortCorrection.send(correction, out);
    }

    @Override
    public long nowNanos() {
        return work.nowNanos();
    }

    @Override
    public void heldBack() {
        holdback.expectNobody();
    }

    @Override
    public int letGo() {
        deadlines.watch(this);
        return work.waitlist.pending.size();
    }

    @Override
    public boolean advance(Outbox out) {
        if (engine.ended()) {
            work.failAll(new RepositoryClosedException(), out);
            return false;
        }
        if (!work.waitlist.pending.isEmpty() && alignment.switchedOff(out)) {
            return true;
        }
        if (work.spread.step(out)) {
            return true;
        }
        if (!idle()) {
            return false;
        }
        if (writer.unsettled()) {
            work.touch();
            return work.state.seen() == null ? reader.look(out) : writer.settle(out);
        }
        if (work.waitlist.pending.isEmpty()
                && work.waitlist.looks.isEmpty()
                && work.waitlist.loads.isEmpty()
                && work.corrections.isEmpty()) {
            work.choosing();
            return alignment.afterwards(work.config.resolution(), out);
        }
        work.touch();
        if (work.state.seen() == null || work.state.lineage() == null) {
            return reader.load(out);
        }
        if (!work.waitlist.loads.isEmpty()) {
            work.waitlist.answer(work.waitlist.loads, null, out);
            return true;
        }
        Resolution known = work.config.resolution();
        if (known == null) {
            return reader.loadConfig(-1, out);
        }
        if (Work.imageOf(work.state) == null && work.config.stale(known, work.nowNanos()) && !work.configIsNew()) {
            // What is not there is made of what is known: the limits, and whether the entity has a parent by now.
            work.state.forget();
            return reader.load(out);
        }
        if (work.config.stale(known, work.nowNanos())) {
            reader.refreshConfig(-1);
        }
        if (work.waitlist.pending.isEmpty() && work.corrections.isEmpty()) {
            return look(known, out);
        }
        if (alignment.reconcile(known, out)) {
            return true;
        }
        if (!idle()) {
            return false;
        }
        if (!work.waitlist.looks.isEmpty() && work.corrections.letLook()) {
            return look(known, out);
        }
        long now = engine.environment().wallMillis();
        if (stampIsDamage(now) && work.gate.mayRewrite()) {
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
        BucketSnapshot seen = work.state.seen();
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
        if (idle() && !writer.unsettled() && !work.state.seenSince(beganNanos)) {
            work.touch();
            alignment.use();
            try {
                work.state.see(item, BucketState.UNKNOWN_FOOTPRINT, work.nowNanos());
            } catch (DamagedBucketException damaged) {
                work.state.forget();
                return;
            }
            Resolution known = work.config.resolution();
            if (known != null && work.config.stale(known, work.nowNanos())) {
                // Nobody asks this shard: else it would never hear of a limit that was added.
                reader.refreshConfig(-1);
            }
        }
    }

    private boolean stampIsDamage(long now) {
        BucketImage image = Work.imageOf(work.state);
        return image != null && image.damagedStamp(now);
    }

    /** Corrections go now; and if the repository is closed, nobody who waits is admitted any more. */
    void flush(Outbox out) {
        work.corrections.flush();
        if (engine.closed()) {
            work.waitlist.failAll(new RepositoryClosedException(), out);
            work.spread.failAll(new RepositoryClosedException(), out);
        }
    }

    /** Corrections that are not written by now are lost. */
    void giveUp() {
        Throwable cause = work.lastFailure();
        work.corrections.lost(cause);
        writer.giveUp(cause);
    }

    @Override
    public long earliestDeadline() {
        return Math.min(
                work.spread.earliestDeadline(), Math.min(writer.earliestDeadline(), work.waitlist.earliestDeadline()));
    }

    @Override
    public void expire(Outbox out) {
        long now = engine.environment().monotonicNanos();
        writer.expire(now, out);
        work.spread.expire(now, out);
        work.waitlist.expire(now, work.lastFailure(), out);
    }

    @Override
    public void fault(Throwable fault, Outbox out) {
        engine.telemetry().fault(fault);
        work.state.forget();
        // What it says may name somebody: its kind does not.
        RuntimeException told = LimiterFaultException.of(fault.getClass().getName() + ", see its cause", fault);
        writer.fault(told, out);
        work.failAll(told, out);
    }
}

package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import org.jspecify.annotations.Nullable;

/**
 * Sends the next batch of a bucket that is read, its limits known and in line with the stored ones; or clears what is
 * in the way of one. Belongs to the one who works the pipeline.
 */
final class NextBatch {

    /** With so many writes of others expected, there was at least one with a probability of one half. */
    private static final double LIKELY_WRITES = Math.log(2);

    private static final long LONGEST_PAUSE_NANOS = 100_000_000;

    private final Engine engine;
    private final Site site;
    private final Work work;
    private final Reader reader;
    private final Writer writer;
    private final Overflow overflow;
    private final Transferrer transferrer;
    private final AbsentShard absent;
    private final AbsentFirst first;

    NextBatch(
            Engine engine,
            Site site,
            Work work,
            Reader reader,
            Writer writer,
            Transferrer transferrer,
            AbsentFirst first,
            Overflow overflow) {
        this.engine = engine;
        this.site = site;
        this.work = work;
        this.reader = reader;
        this.writer = writer;
        this.transferrer = transferrer;
        this.overflow = overflow;
        this.absent = new AbsentShard(site, work, transferrer);
        this.first = first;
    }

    /** Sends it, or clears its way. False if there was nothing to be done. */
    boolean send(Resolution known, long now, Outbox out) {
        work.dropOfDeleted();
        BucketSnapshot seen = work.state.seen();
        BucketImage base = seen == null ? null : seen.image();
        if (base == null && site.shard() > 0) {
            absent.turnAway(work.fresh(), out);
            return true;
        }
        if (base == null && first.mayBeBesideOthers()) {
            first.makeBesideOthers(out);
            return true;
        }
        if (base == null) {
            Demand next = work.waitlist.pending.peek();
            base = NewBucket.imageToCreate(
                    work.config.resolution(),
                    work.state.lineage(),
                    next == null ? null : next.take.callLimits(),
                    engine.environment().wallMillis());
            if (base == null) {
                nothingConfigured(known, out);
                return true;
            }
        }
        return send(seen, base, known, now, out);
    }

    private boolean send(@Nullable BucketSnapshot seen, BucketImage base, Resolution known, long now, Outbox out) {
        boolean exists = seen != null && seen.image() != null;
        if (exists) {
            transferrer.found();
        }
        if (exists && !work.imageIsNew() && likelyInVain(base)) {
            reader.look(out);
            return true;
        }
        if (exists && writer.mark(out)) {
            return true;
        }
        boolean fresh = work.fresh();
        work.choosing();
        PendingCorrections corrections = work.corrections;
        if (!exists) {
            // A bucket that is not there is full: nothing can be given back to it.
            work.creditCuts.all(corrections.credits.drain());
        }
        Gains gains = work.gains(base, now);
        if (corrections.meterIsNext()) {
            sendMeter(base, gains, exists, out);
            return true;
        }
        if (exists && !fresh && overflow.overflows(corrections.credits, base, gains)) {
            // An old image must not send away what would fit.
            reader.look(out);
            return true;
        }
        Selection selection = new Selection(site, work.bindings, base, seen, known, gains, fresh);
        return send(selection, base, gains, exists, now, out);
    }

    /** What waits, as far as it fits, and what is to be corrected. */
    private boolean send(Selection selection, BucketImage base, Gains gains, boolean exists, long now, Outbox out) {
        PendingCorrections corrections = work.corrections;
        boolean creditsDue = corrections.creditsDue();
        overflow.sendOn(corrections.credits, base, gains, out);
        boolean pinCredits = exists && !work.state.shared(work.nowNanos()) && repeatable(engine, base, now);
        if (corrections.creditsAreNext(creditsDue && exists && !pinCredits)) {
            sendCredits(base, gains, out);
            return true;
        }
        corrections.leaveWithBatch(pinCredits);
        boolean ride = pinCredits && (creditsDue || !work.waitlist.pending.isEmpty() || !corrections.debits.isEmpty());
        Batch batch = selection.select(
                work.waitlist.pending,
                corrections.debits.drain(),
                ride ? corrections.creditsLeave() : CorrectionSum.NONE,
                out);
        if (!batch.demands.isEmpty() || !batch.debits.isEmpty() || (creditsDue && !batch.credits.isEmpty())) {
            writer.takeUp(batch);
            // However many go on coming, what is left here has its turn.
            corrections.linger();
            writer.send(batch, exists, out);
            return true;
        }
        corrections.credits.addAll(batch.credits);
        if (creditsDue && !corrections.credits.isEmpty()) {
            sendCredits(base, gains, out);
            return true;
        }
        return remove(selection, out);
    }

    /** What goes back to a bucket that others write too, by itself. */
    private void sendCredits(BucketImage base, Gains gains, Outbox out) {
        writer.sendCredit(new Batch(base, gains, CorrectionSum.NONE, work.corrections.creditsLeave()), out);
    }

    /** A bucket that is not there is made first, full. */
    private void sendMeter(BucketImage base, Gains gains, boolean exists, Outbox out) {
        if (!exists && !work.corrections.meter.amounts().anyPositive()) {
            // What was counted there is gone with it.
            work.corrections.meter.drain().settled();
            return;
        }
        if (!exists) {
            writer.create(new Batch(base, gains, CorrectionSum.NONE, CorrectionSum.NONE), out);
            return;
        }
        Batch batch = new Batch(base, gains, work.corrections.meter.drain(), CorrectionSum.NONE);
        batch.metering = true;
        writer.send(batch, true, out);
    }

    /**
     * Whether the first write would more likely than not be refused, since others have taken what the image shows: that
     * costs a write unit, where a look takes as long and costs a fifth of one.
     */
    private boolean likelyInVain(BucketImage image) {
        BucketState state = work.state;
        if (!state.shared(work.nowNanos())) {
            return false;
        }
        double others = state.othersPerMilli() * state.ageMillis(work.nowNanos());
        return others > LIKELY_WRITES && work.waitlist.storedFallsShort(image, work.config.resolution(), others);
    }

    /**
     * Whether a pinned write that holds a credit may be sent again when its answer is lost. It must move the stamp
     * forward: otherwise a take that was sent twice and landed late brings back stamp and {@code wid} as the credit saw
     * them, and the repeat lands on top of the original. Where nothing lands late that can't happen.
     */
    static boolean repeatable(Engine engine, BucketImage base, long nowMillis) {
        return base.rf() < nowMillis || !engine.store().traits().writesMayLandLate();
    }

    /** Clears what is in the way of the demands left in the queue. */
    private boolean remove(Selection selection, Outbox out) {
        switch (selection.obstacle()) {
            case STALE_IMAGE -> reader.look(out);
            case MISSING_LIMIT -> missingLimit(out);
            case MISSING_CALL_LIMIT -> writer.addCallLimits(selection.missingCallLimits(), out);
            case STALE_CONFIG -> reader.loadNames(latestMark(), out);
            case NONE -> {
                work.corrections.linger();
                // What is counted had its turn before this batch, and has the next. Who looks has waited for what was
                // to go
                // back, and that may all have gone to other shards just now.
                return !work.corrections.meter.isEmpty()
                        || (!work.waitlist.looks.isEmpty() && work.corrections.mayLook());
            }
        }
        return true;
    }

    /**
     * A limit that is stored comes with the next rewrite; while that can't be made, those who name it wait or are told.
     * Nothing is rewritten any more for a repository that closes.
     */
    private void missingLimit(Outbox out) {
        RuntimeException failure = engine.closed() ? new RepositoryClosedException() : work.gate.rewritesFailWith();
        long rest = Math.max(work.gate.restOfRewrites(), work.config.restNanos(work.nowNanos()));
        if (failure != null) {
            BucketImage image = work.state.snapshot().image();
            work.waitlist.failUnbound(image == null ? null : image.layout(), told(failure), out);
        } else if (rest > 0) {
            work.slot.rest(Math.min(rest, LONGEST_PAUSE_NANOS));
        } else {
            reader.loadConfig(work.config.rewriteMark(), out);
        }
    }

    private RuntimeException told(RuntimeException failure) {
        return failure instanceof RateLimiterException known
                ? known
                : new RateLimiterUnavailableException(
                        site.entity(), site.resource(), String.valueOf(failure.getMessage()), failure);
    }

    private long latestMark() {
        long latest = -1;
        for (Demand demand : work.waitlist.pending) {
            latest = Math.max(latest, demand.configMark);
        }
        return latest;
    }

    /** No level holds limits. Demands that bring their own create the bucket; the others are told. */
    private void nothingConfigured(Resolution known, Outbox out) {
        // Its limits came with a call, and the bucket is not there: nobody knows what it should look like.
        work.reporter.lost(work.corrections.debits.drain(), 1, new NoLimitsException(site.entity(), site.resource()));
        work.creditCuts.all(work.corrections.credits.drain());
        work.corrections.meter.drain().settled();
        if (work.waitlist.pending.isEmpty()) {
            if (!work.waitlist.looks.isEmpty()) {
                reader.look(out);
            }
        } else if (known.oldestRead() <= latestMark()) {
            reader.loadConfig(latestMark(), out);
        } else {
            work.waitlist.failDemandsWithoutLimits(new NoLimitsException(site.entity(), site.resource()), out);
        }
    }
}

package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimiterFaultException;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.guard.OneByOne;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.store.Item;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** Carries out what {@link NextStep} chooses, step by step. Belongs to the one who works the pipeline. */
final class BucketWorker implements Mailbox.Owner, DeadlineTimer.Waiting {

    final Work work;
    final Outlook outlook;
    final Division division;

    /** Where takes may be decided without a turn. */
    final Lanes lanes;

    private final Engine engine;
    private final Site site;
    private final DeadlineTimer deadlineTimer;
    private final Transferrer transferrer;
    private final Holdback holdback;
    private final Reader reader;
    private final Writer writer;
    private final ConfigDrift drift;
    private final Switched switched;
    private final WorkView view;
    private final NextBatch nextBatch;
    private final ShortWay shortWay;
    private final ShortCorrection shortCorrection;
    private final Rest rest;
    /** What was left of the pipeline is kept elsewhere, and holds for as long as nobody works it. */
    private boolean resting;

    BucketWorker(Engine engine, Site site, Work work, DeadlineTimer deadlineTimer) {
        this.engine = engine;
        this.site = site;
        this.work = work;
        this.deadlineTimer = deadlineTimer;
        Probe probe = new Probe(engine, site, work);
        this.division = new Division(engine.store().traits(), site.shard());
        this.outlook = new Outlook(engine, site, work.state::snapshot, work.config.limits());
        this.transferrer = new Transferrer(engine, site, work, division);
        this.holdback = new Holdback(engine, work);
        this.reader = new Reader(engine, site, work, outlook, probe);
        this.writer = new Writer(engine, site, work, outlook, division, holdback);
        this.drift = new ConfigDrift(work);
        this.switched = new Switched(site, work);
        this.view = new WorkView(engine, site, work, reader, drift, division, holdback, outlook, transferrer);
        Overflow overflow = new Overflow(engine, site);
        AbsentFirst first = new AbsentFirst(engine, site, work);
        this.nextBatch = new NextBatch(engine, site, work, reader, writer, transferrer, first, overflow);
        ShortWayClock clock = new ShortWayClock(engine.environment(), work.clock);
        ShortWrite shared = new ShortWrite(engine, work, clock, writer, drift);
        this.lanes = new Lanes(engine, site, work);
        this.shortWay = new ShortWay(engine, work, shared, writer, lanes);
        this.shortCorrection = new ShortCorrection(engine, work, shared, writer, overflow, this::fault);
        Rest.Parts parts = new Rest.Parts(drift, division, transferrer, first, holdback, reader, probe, writer);
        this.rest = new Rest(site, work, deadlineTimer, parts);
    }

    @Override
    public boolean idle() {
        return !work.slot.busy();
    }

    @Override
    public boolean nothingToDo() {
        return work.slot.phase() == Phase.idle()
                && work.waitlist.pending.isEmpty()
                && work.waitlist.looks.isEmpty()
                && work.waitlist.loads.isEmpty()
                && work.corrections.isEmpty();
    }

    /** Lets an acquire go the short way, if nothing is under way. */
    ShortWay.Outcome take(TakeRequest take, ShortWay.Caller caller) {
        begin();
        return nothingToDo() ? shortWay.take(take, caller) : ShortWay.Outcome.CLOSED;
    }

    /**
     * Lets a correction go the short way, if nothing is under way; false if it has to go the long one. Throws only if
     * it has not left.
     */
    boolean correct(Correction correction, Outbox out) {
        begin();
        boolean sent = nothingToDo() && shortCorrection.send(correction, out);
        try {
            resumeLane();
        } catch (RuntimeException | Error thrown) {
            // A lane is not worth what was corrected just before.
            engine.telemetry().fault(thrown);
        }
        return sent;
    }

    /** What was left of a bucket at rest is kept elsewhere: nobody may change it from here. */
    private void resumeLane() {
        if (!resting && engine.hasLanes() && !engine.closed() && nothingToDo()) {
            shortWay.resumeLane();
        }
    }

    @Override
    public void begin() {
        if (resting) {
            resting = false;
            site.awoken();
        }
        lanes.end(writer);
    }

    /** Goes on from what was left of another pipeline of this bucket. Before anybody works it. */
    void goOn(ColdBucket cold) {
        rest.goOn(cold);
    }

    /** Hands over what is left of it, to be kept until somebody works it again; false if something is under way. */
    boolean rest(Consumer<ColdBucket> keep) {
        if (resting) {
            return true;
        }
        begin();
        work.touch();
        ColdBucket cold = nothingToDo() ? rest.numbers() : null;
        if (cold == null) {
            return false;
        }
        work.state.limits(null);
        resting = true;
        keep.accept(cold);
        return true;
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
        deadlineTimer.watch(this);
        boolean later = engine.hasLanes() && !engine.hasShortWay();
        if (later) {
            lanes.grantedLater(holdback.granted(), work.wallMillis());
        }
        resumeLane();
        if (later && lanes.now() != null) {
            // Who was let go comes back to the lane.
            holdback.expectNobody();
        }
        return work.waitlist.pending.size();
    }

    @Override
    public Step advance(Outbox out) {
        view.renew();
        Step step = NextStep.of(view);
        if (NextStep.refreshesLimits(view, step)) {
            reader.refreshConfig(-1);
        }
        return carryOut(step, out);
    }

    /** Carries a step out, and says which it was: one that sends may find nothing to be sent. */
    private Step carryOut(Step step, Outbox out) {
        note(step);
        switch (step) {
            case END -> work.failAll(new RepositoryClosedException(), out);
            case WAIT -> {}
            case SLEEP -> holdback.holds();
            case REST -> drift.leave(view.limits());
            case ANSWER_SWITCHED -> answerSwitched(out);
            case TELL_UNFOLLOWED -> tellUnfollowed(out);
            case SERVE_SEVERAL -> work.multiShard.step(out);
            case SETTLE -> settle(out);
            case LOAD -> reader.load(out);
            case LOAD_ANEW -> {
                work.state.forget();
                reader.load(out);
            }
            case TELL_LOADED -> work.waitlist.answer(work.waitlist.loads, null, out);
            case LOAD_LIMITS -> reader.loadConfig(-1, out);
            case CONFIRM_LIMITS -> confirmLimits(out);
            case REWRITE -> writer.reconcile(known(), out);
            case MAKE -> transferrer.makeMissing(out);
            case LOOK -> reader.look(out);
            case REPAIR_STAMP -> writer.addCallLimits(List.of(), out);
            case SPLIT ->
                transferrer.split(Objects.requireNonNull(work.state.snapshot().item()), out);
            case MERGE -> transferrer.merge(out);
            case ASK_FIRST -> site.home().divide(division.askedFirst(work.nowNanos()), out);
            case SEND -> {
                holdback.goes();
                return nextBatch.send(known(), view.wallMillis(), out) ? Step.SEND : Step.REST;
            }
        }
        return step;
    }

    private void answerSwitched(Outbox out) {
        Resolution now = work.config.resolution();
        // A store in memory may have told by now that it is not.
        if (now != null && !now.enabled()) {
            switched.answer(now, out);
        }
    }

    private void tellUnfollowed(Outbox out) {
        String why = engine.store().traits().name() + ": " + view.whyUnfollowed();
        RuntimeException told = new RateLimiterUnavailableException(site.entity(), site.resource(), why, null);
        OneByOne turns = new OneByOne();
        turns.run(() -> work.waitlist.failDemands(told, out));
        turns.run(() -> work.multiShard.failAll(told, out));
        turns.end();
    }

    private void confirmLimits(Outbox out) {
        if (view.takersLook()) {
            // A time that is told of limits which are about to be changed is no time.
            reader.loadConfig(work.config.rewriteMark(), out);
        } else {
            reader.refreshConfig(work.config.rewriteMark());
        }
    }

    private Resolution known() {
        return Objects.requireNonNull(view.limits(), "limits");
    }

    /** What a step tells of those who wait: none, and what was read for the last batch is used up; or some who take. */
    private void note(Step step) {
        boolean take = view.demands() || view.corrections();
        switch (step) {
            case REST, REWRITE, CONFIRM_LIMITS -> {
                if (NextStep.nobodyWaits(view)) {
                    work.choosing();
                } else if (take) {
                    drift.use();
                }
            }
            case LOOK -> {
                if (take) {
                    drift.use();
                    drift.leave(view.limits());
                    work.corrections.looking();
                }
            }
            case REPAIR_STAMP, SPLIT, MERGE, ASK_FIRST, SLEEP, SEND -> {
                drift.use();
                drift.leave(view.limits());
            }
            default -> {}
        }
    }

    private void settle(Outbox out) {
        InFlightWrite lost = Objects.requireNonNull(work.slot.phase().flight());
        LostAnswers.Remedy remedy =
                LostAnswers.remedy(lost, work.state.seen(), work.nowNanos(), engine.patienceNanos());
        if (remedy == LostAnswers.Remedy.READ) {
            reader.look(out);
        } else {
            writer.settle(lost, remedy, out);
        }
    }

    /** Another part has read the bucket. A call that is under way will bring a newer image. */
    void saw(Item item, long beganNanos) {
        if (work.slot.phase() == Phase.idle() && !work.state.seenSince(beganNanos)) {
            work.touch();
            drift.use();
            try {
                work.state.see(item, BucketState.UNKNOWN_FOOTPRINT, work.nowNanos(), work.wallMillis());
            } catch (DamagedBucketException damaged) {
                work.state.forget();
                return;
            }
            Resolution known = work.config.resolution();
            if (known != null && work.config.stale(known, work.nowNanos())) {
                // No request comes to this shard: without this it would never learn of a limit that was added.
                reader.refreshConfig(-1);
            }
        }
    }

    /** Corrections go now; and if the repository is closed, nobody who waits is admitted any more. */
    void flush(Outbox out) {
        work.corrections.flush();
        if (engine.closed()) {
            OneByOne turns = new OneByOne();
            turns.run(() -> work.waitlist.failAll(new RepositoryClosedException(), out));
            turns.run(() -> work.multiShard.failAll(new RepositoryClosedException(), out));
            turns.end();
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
                work.multiShard.earliestDeadline(),
                Math.min(writer.earliestDeadline(), work.waitlist.earliestDeadline()));
    }

    @Override
    public void expire(Outbox out) {
        long now = engine.environment().monotonicNanos();
        OneByOne turns = new OneByOne();
        turns.run(() -> writer.expire(now, out));
        turns.run(() -> work.multiShard.expire(now, out));
        turns.run(() -> work.waitlist.expire(now, work.lastFailure(), out));
        turns.end();
    }

    @Override
    public void fault(Throwable fault, Outbox out) {
        engine.telemetry().fault(fault);
        work.state.forget();
        // What it says may name somebody: its kind does not.
        RuntimeException told = LimiterFaultException.of(fault.getClass().getName() + ", see its cause", fault);
        OneByOne turns = new OneByOne();
        turns.run(() -> work.failAll(told, out));
        // Afterwards: what goes back of that is not lost with what waited to be corrected.
        turns.run(() -> writer.fault(told, out));
        // Who is under way is still to be told by his deadline.
        turns.run(() -> deadlineTimer.watch(this));
        turns.end();
    }
}

package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.Plan;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.guard.OneByOne;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sends the writes of one pipeline, one at a time. Belongs to the one who works it. What an answer means is
 * {@link AnswerInterpreter}' business.
 */
final class Writer {

    private final Engine engine;
    private final Site site;
    private final Work work;
    private final CallSlot slot;
    private final GrantNotifier grantNotifier;
    private final LostAnswers lost;
    private final AnswerInterpreter interpreter;
    final WriteFactory factory;
    /** Neither waiting nor under way just now: a fault must not forget it. */
    private @Nullable Batch inHand;

    Writer(Engine engine, Site site, Work work, Outlook outlook, Division division, Holdback holdback) {
        this.engine = engine;
        this.site = site;
        this.work = work;
        this.slot = work.slot;
        this.grantNotifier = new GrantNotifier(engine, work, holdback);
        this.lost = new LostAnswers(engine, site, work, slot, division, grantNotifier);
        this.interpreter = new AnswerInterpreter(engine, site, work, outlook, slot, grantNotifier, lost);
        this.factory = new WriteFactory(engine, site, work, slot);
    }

    /** What is in a batch has left those who wait, and {@link #send} is about to follow. */
    void takeUp(Batch batch) {
        inHand = batch;
    }

    /** Plans a batch and sends it. */
    void send(Batch batch, boolean exists, Outbox out) {
        inHand = batch;
        if (factory.nothingToWrite(batch)) {
            interpreter.reportTooDeep(batch);
            batch.debits.settled();
            work.creditCuts.all(batch.credits);
            inHand = null;
            return;
        }
        batch.owner = work.state.owner();
        long wid = engine.newWid();
        dispatch(exists ? factory.planned(batch, wid, false, null) : factory.create(batch, wid), batch, out);
    }

    /** Makes the bucket, full. */
    void create(Batch empty, Outbox out) {
        inHand = empty;
        dispatch(factory.create(empty, engine.newWid()), empty, out);
    }

    /** Takes over a write that went the short way and was not granted within the call. */
    void sent(Plan plan, Batch batch, long wid, Write write, CompletableFuture<WriteResult> future, Outbox out) {
        batch.owner = work.state.owner();
        InFlightWrite sent = factory.of(plan, batch, wid, write);
        sent.sentNanos = work.nowNanos();
        await(sent, future, out);
    }

    /** What was written, if the store has answered already and did not refuse; otherwise null. */
    static WriteResult.@Nullable Written atOnce(CompletableFuture<WriteResult> future) {
        return future.isDone()
                        && !future.isCompletedExceptionally()
                        && future.join() instanceof WriteResult.Written written
                ? written
                : null;
    }

    /** The answer to a write that went the short way and was granted within the call. */
    void writtenAtOnce(WriteResult.Written written, long footprint) {
        interpreter.writtenAtOnce(written, footprint);
    }

    /** What many have left who needed no write of their own. */
    void leftInPlace(Item after, long footprint) {
        interpreter.leftInPlace(after, footprint);
    }

    /** Sends the same demands again after their answer was lost: refused if they had been written. */
    private void resend(InFlightWrite unsettled, Outbox out) {
        InFlightWrite again = unsettled.isPlannedAnew()
                ? factory.planned(unsettled.batch, unsettled.wid, true, unsettled)
                : unsettled.identical();
        dispatch(again, unsettled.batch, out);
    }

    /** Sends credits to a bucket that others write too: unpinned, and once. */
    void sendCredit(Batch batch, Outbox out) {
        inHand = batch;
        BucketSnapshot seen = work.state.seen();
        if (seen == null || seen.image() == null || factory.nothingToWrite(batch)) {
            work.creditCuts.all(batch.credits);
            inHand = null;
            return;
        }
        InFlightWrite credit = factory.unpinnedCredit(seen, batch);
        if (credit == null) {
            work.corrections.credits.addAll(batch.credits);
            inHand = null;
            return;
        }
        batch.owner = work.state.owner();
        dispatch(credit, batch, out);
    }

    /**
     * Sends a write that changes no balance, if one is due, so that another process that refills with every write
     * notices us and leaves room below the ceiling.
     */
    boolean mark(Outbox out) {
        InFlightWrite mark = interpreter.markDue() ? factory.mark() : null;
        if (mark == null) {
            return false;
        }
        dispatch(mark, mark.batch, out);
        return true;
    }

    /** Brings the bucket in line with the stored limits. */
    void reconcile(Resolution known, Outbox out) {
        InFlightWrite rewrite = factory.reconcile(known);
        if (rewrite != null) {
            dispatch(rewrite, rewrite.batch, out);
        }
    }

    /** Gives the bucket limits that came with a call. */
    void addCallLimits(List<Limit> limits, Outbox out) {
        InFlightWrite rewrite = factory.addCallLimits(limits);
        if (rewrite != null) {
            dispatch(rewrite, rewrite.batch, out);
        }
    }

    private void dispatch(@Nullable InFlightWrite next, Batch batch, Outbox out) {
        if (next == null) {
            if (slot.phase().flight() == null) {
                work.putBack(batch);
            }
            inHand = null;
            return;
        }
        engine.telemetry().countWrite();
        next.sentNanos = work.nowNanos();
        await(next, work.gate.write(next.write), out);
    }

    private void await(InFlightWrite next, CompletableFuture<WriteResult> future, Outbox out) {
        inHand = null;
        slot.write(
                next,
                future,
                out,
                (result, o) -> {
                    inHand = next.batch;
                    interpreter.answered(next, result, o);
                    inHand = null;
                },
                (cause, o) -> {
                    inHand = next.batch;
                    lost.failed(next, cause, o);
                    inHand = null;
                });
    }

    /**
     * A fault between two steps: whoever was in hand is told. What was to be corrected is lost, unless it is written by
     * now; then what was taken for those who are told so goes back, and for those who had gone before their turn came.
     */
    void fault(RuntimeException told, Outbox out) {
        Batch batch = inHand;
        inHand = null;
        if (batch == null) {
            return;
        }
        OneByOne turns = new OneByOne();
        turns.run(() -> OneByOne.each(batch.demands, demand -> {
            boolean nobodys = demand.finish(new Demand.Outcome.Failed(told), out) || !batch.told;
            if (nobodys && batch.landed) {
                grantNotifier.takeBack(demand, batch);
            }
        }));
        turns.run(() -> corrected(batch.debits, 1, batch.landed, told));
        turns.run(() -> corrected(batch.credits, -1, batch.landed, told));
        turns.end();
    }

    private void corrected(CorrectionSum sum, int sign, boolean landed, RuntimeException told) {
        if (landed) {
            sum.settled();
        } else {
            work.reporter.lost(sum, sign, told);
            sum.clear();
        }
    }

    /** Finds out what became of a write whose answer was lost. */
    void settle(InFlightWrite unsettled, LostAnswers.Remedy remedy, Outbox out) {
        switch (remedy) {
            case LOOK -> lookFor(unsettled, out);
            case RESEND -> resend(unsettled, out);
            default -> holding(unsettled.batch, () -> lost.settle(unsettled, remedy, out));
        }
    }

    /** Looks at the bucket to learn what became of a write. */
    private void lookFor(InFlightWrite unsettled, Outbox out) {
        engine.telemetry().countRead();
        CompletableFuture<@Nullable Item> future = engine.store().get(site.key());
        slot.read(
                future,
                out,
                (item, o) -> holding(unsettled.batch, () -> lost.seenInstead(unsettled, item, o)),
                (cause, o) -> holding(unsettled.batch, () -> lost.lookFailed(unsettled, cause, o)));
    }

    /** What became of a batch is known, or about to be. */
    private void holding(Batch batch, Runnable step) {
        inHand = batch;
        step.run();
        inHand = null;
    }

    void giveUp(@Nullable Throwable cause) {
        InFlightWrite now = slot.phase().flight();
        if (now != null) {
            work.reporter.lost(now.batch.debits, 1, cause);
            work.reporter.lost(now.batch.credits, -1, cause);
            now.batch.debits.clear();
            now.batch.credits.clear();
        }
    }

    private List<Demand> underWay() {
        InFlightWrite now = slot.phase().flight();
        return now == null ? List.of() : now.batch.demands;
    }

    long earliestDeadline() {
        long earliest = Long.MAX_VALUE;
        for (Demand demand : underWay()) {
            if (demand.alive()) {
                earliest = Math.min(earliest, demand.deadlineNanos());
            }
        }
        return earliest;
    }

    void expire(long now, Outbox out) {
        OneByOne.each(underWay(), demand -> {
            if (demand.deadlineNanos() - now <= 0) {
                demand.expire(new Demand.Outcome.Unavailable(work.lastFailure()), out);
            }
        });
    }

    void keep(ColdBucket cold) {
        lost.keep(cold);
        interpreter.keep(cold);
    }

    void goOn(ColdBucket cold) {
        lost.goOn(cold);
        interpreter.goOn(cold);
    }
}

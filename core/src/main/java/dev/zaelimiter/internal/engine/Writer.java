package dev.zaelimiter.internal.engine;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimiterListener.BucketWrite;
import dev.zaelimiter.internal.bucket.Plan;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.futures.Callbacks;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Sends the writes of one pipeline, one at a time. Belongs to the one who works it. What an answer means is
 * {@link Answers}' business.
 */
final class Writer {

    private static final long LONGEST_PAUSE_MILLIS = 1000;

    private final Engine engine;
    private final BucketPipeline pipeline;
    private final Work work;
    private final Answers answers;
    final WriteGate gate;
    final Flights flights;
    private boolean busy;
    private @Nullable Flight flight;
    private @Nullable Batch inHand;

    Writer(Engine engine, BucketPipeline pipeline, Work work) {
        this.engine = engine;
        this.pipeline = pipeline;
        this.work = work;
        this.gate = new WriteGate(engine, work);
        this.answers = new Answers(engine, pipeline, work, this);
        this.flights = new Flights(engine, pipeline, work, this);
    }

    boolean busy() {
        return busy;
    }

    boolean unsettled() {
        return answers.lost.unsettled() != null;
    }

    /** Plans a batch and sends it. */
    boolean send(Batch batch, boolean exists, Outbox out) {
        if (flights.nothingToWrite(batch)) {
            answers.reportTooDeep(batch);
            batch.debits.settled();
            work.cuts.all(batch.credits);
            return true;
        }
        inHand = batch;
        long wid = engine.newWid();
        return exists
                ? dispatch(flights.planned(batch, wid, false, null), batch, out)
                : dispatch(flights.create(batch, wid), batch, out);
    }

    /** Makes the bucket, full. */
    boolean create(Batch empty, Outbox out) {
        inHand = empty;
        return dispatch(flights.create(empty, engine.newWid()), empty, out);
    }

    /** Takes over a write that went the short way and was not granted at once. */
    void sent(Plan plan, Batch batch, long wid, Write write, CompletableFuture<WriteResult> future, Outbox out) {
        Flight sent = flights.of(plan, batch, wid, write);
        sent.sentNanos = work.nowNanos();
        await(sent, future, out);
    }

    /** What was written, if the store has answered already and did not refuse; else null. */
    static WriteResult.@Nullable Written atOnce(CompletableFuture<WriteResult> future) {
        return future.isDone()
                        && !future.isCompletedExceptionally()
                        && future.join() instanceof WriteResult.Written written
                ? written
                : null;
    }

    /** The answer to a write that went the short way and was granted at once. */
    void writtenAtOnce(WriteResult.Written written, long footprint) {
        answers.writtenAtOnce(written, footprint);
    }

    /** Sends the same demands again after their answer was lost: refused if they had been written. */
    boolean resend(Flight lost, Outbox out) {
        Flight again = lost.isPlannedAnew() ? flights.planned(lost.batch, lost.wid, true, lost) : lost.identical();
        return dispatch(again, lost.batch, out);
    }

    /** Sends credits to a bucket that others write too: unpinned, and once. */
    boolean sendCredit(Batch batch, Outbox out) {
        BucketState.Seen seen = work.state.seen();
        if (seen == null || seen.image() == null || flights.nothingToWrite(batch)) {
            work.cuts.all(batch.credits);
            return true;
        }
        Flight credit = flights.unpinnedCredit(seen, batch);
        if (credit == null) {
            work.corrections.credits.addAll(batch.credits);
            return false;
        }
        return dispatch(credit, batch, out);
    }

    /**
     * Leaves a mark, if one is due: whoever refills a full bucket with every write, and so has each refill of ours refused, then
     * knows that it is not alone, and leaves room below the ceiling.
     */
    boolean mark(Outbox out) {
        Flight mark = answers.markDue() ? flights.mark() : null;
        if (mark == null) {
            return false;
        }
        dispatch(mark, mark.batch, out);
        return true;
    }

    /** Brings the bucket in line with the stored limits. */
    boolean reconcile(Resolution known, Outbox out) {
        Flight rewrite = flights.reconcile(known);
        return rewrite != null && dispatch(rewrite, rewrite.batch, out);
    }

    /** Gives the bucket limits that came with a call. */
    boolean addCallLimits(List<Limit> limits, Outbox out) {
        Flight rewrite = flights.addCallLimits(limits);
        return rewrite != null && dispatch(rewrite, rewrite.batch, out);
    }

    private boolean dispatch(@Nullable Flight next, Batch batch, Outbox out) {
        if (next == null) {
            if (!unsettled()) {
                answers.putBack(batch, out);
            }
            inHand = null;
            return false;
        }
        engine.telemetry().countWrite();
        next.sentNanos = work.nowNanos();
        return await(next, gate.write(next.write), out);
    }

    private boolean await(Flight next, CompletableFuture<WriteResult> future, Outbox out) {
        flight = next;
        busy = true;
        inHand = null;
        if (future.isDone()) {
            return arrive(next, future, out);
        }
        Callbacks.whenDone(
                future,
                (result, failure) -> pipeline.answered(o -> {
                    work.touch();
                    arrive(next, future, o);
                }));
        return false;
    }

    private boolean arrive(Flight landed, CompletableFuture<WriteResult> future, Outbox out) {
        busy = false;
        flight = null;
        inHand = landed.batch;
        WriteResult result;
        boolean goOn;
        try {
            result = future.join();
            goOn = answers.answered(landed, result, out);
        } catch (CompletionException | CancellationException e) {
            goOn = answers.lost.failed(landed, Reader.cause(e), out);
        }
        inHand = null;
        return goOn;
    }

    /** A fault between two steps: whoever was in hand is told, and what was to be corrected is lost. */
    void fault(RuntimeException told, Outbox out) {
        Batch batch = inHand;
        inHand = null;
        if (batch != null) {
            for (Demand demand : batch.demands) {
                demand.finish(new Demand.Outcome.Failed(told), out);
            }
            answers.lost.report(batch.debits, 1, told);
            answers.lost.report(batch.credits, -1, told);
        }
    }

    boolean settle(Outbox out) {
        return answers.lost.settle(out);
    }

    /** Looks at the bucket to learn what became of a write. */
    boolean lookFor(Flight lost, Outbox out) {
        engine.telemetry().countRead();
        busy = true;
        CompletableFuture<@Nullable Item> future = engine.store().get(pipeline.key());
        if (future.isDone()) {
            return lookedFor(lost, future, out);
        }
        Callbacks.whenDone(
                future,
                (item, failure) -> pipeline.answered(o -> {
                    work.touch();
                    lookedFor(lost, future, o);
                }));
        return false;
    }

    private boolean lookedFor(Flight lost, CompletableFuture<@Nullable Item> future, Outbox out) {
        busy = false;
        Item item;
        try {
            item = future.join();
        } catch (RuntimeException e) {
            return answers.lost.lookFailed(lost, Reader.cause(e), out);
        }
        return answers.lost.seenInstead(lost, item, out);
    }

    /** The store's partition has to rest; of one that would rest for long nobody knows what others do to it meanwhile. */
    void pause(Plan.Pause pause) {
        pause(Math.max(1, Math.min(pause.millis(), LONGEST_PAUSE_MILLIS)) * 1_000_000);
    }

    /** Nothing goes out for a while. */
    void pause(long nanos) {
        busy = true;
        pipeline.wake(nanos, out -> busy = false);
    }

    void lost(Adjustment adjustment, int sign, @Nullable Throwable cause) {
        answers.lost.report(adjustment, sign, cause);
    }

    void giveUp(@Nullable Throwable cause) {
        Flight now = flight != null ? flight : answers.lost.unsettled();
        if (now != null) {
            answers.lost.report(now.batch.debits, 1, cause);
            answers.lost.report(now.batch.credits, -1, cause);
            now.batch.debits.clear();
            now.batch.credits.clear();
        }
    }

    @Nullable
    Throwable lastFailure() {
        return answers.lost.lastFailure();
    }

    void lastFailure(Throwable failure) {
        answers.lost.lastFailure(failure);
    }

    private List<Demand> underWay() {
        Flight now = flight != null ? flight : answers.lost.unsettled();
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
        for (Demand demand : underWay()) {
            if (demand.deadlineNanos() - now <= 0) {
                demand.expire(new Demand.Outcome.Unavailable(lastFailure()), out);
            }
        }
    }

    /** What a write was and how it ended, for the listener. */
    BucketWrite event(Flight landed, BucketWrite.Outcome outcome, double units) {
        return new BucketWrite(
                pipeline.entity(),
                pipeline.resource(),
                landed.kind,
                outcome,
                landed.batch.size(),
                work.nowNanos() - landed.sentNanos,
                landed.attempt,
                units);
    }

    /** For a write that went the short way. */
    BucketWrite event(Plan plan, boolean onlyCredit, int callers, long roundTripNanos, double units) {
        return new BucketWrite(
                pipeline.entity(),
                pipeline.resource(),
                Flights.kind(plan, onlyCredit),
                BucketWrite.Outcome.WRITTEN,
                callers,
                roundTripNanos,
                1,
                units);
    }

    /** The demands of a batch that were put back, in their order. */
    static void toFront(ArrayDeque<Demand> queue, List<Demand> demands) {
        for (int i = demands.size() - 1; i >= 0; i--) {
            queue.addFirst(demands.get(i));
        }
    }
}

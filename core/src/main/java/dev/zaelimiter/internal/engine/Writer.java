package dev.zaelimiter.internal.engine;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimiterListener.BucketWrite;
import dev.zaelimiter.LimiterListener.BucketWrite.Kind;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.bucket.Plan;
import dev.zaelimiter.internal.bucket.Planner;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.futures.Callbacks;
import dev.zaelimiter.internal.schema.BucketCreation;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.BucketWriter;
import dev.zaelimiter.internal.schema.Reconciliation;
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

    private final Engine engine;
    private final BucketPipeline pipeline;
    private final Work work;
    private final Answers answers;
    private boolean busy;
    private @Nullable Flight flight;
    private @Nullable Batch inHand;

    Writer(Engine engine, BucketPipeline pipeline, Work work) {
        this.engine = engine;
        this.pipeline = pipeline;
        this.work = work;
        this.answers = new Answers(engine, pipeline, work, this);
    }

    boolean busy() {
        return busy;
    }

    boolean unsettled() {
        return answers.unsettled() != null;
    }

    /** Plans a batch and sends it. */
    boolean send(Batch batch, boolean exists, Outbox out) {
        if (nothingToWrite(batch)) {
            batch.debits.settled();
            batch.credits.settled();
            return true;
        }
        inHand = batch;
        long wid = engine.newWid();
        return exists
                ? dispatch(planned(batch, wid, false, null), batch, out)
                : dispatch(create(batch, wid), batch, out);
    }

    /** Takes over a write that went the short way and was not granted at once. */
    void sent(Plan plan, Batch batch, long wid, Write write, CompletableFuture<WriteResult> future, Outbox out) {
        long footprint = footprint(plan, batch.base);
        Flight sent = new Flight(kind(plan, false), batch, wid, write, footprint, work.nowNanos(), false, 1);
        sent.sentNanos = work.nowNanos();
        await(sent, future, out);
    }

    /** The answer to a write that went the short way and was granted at once. */
    void writtenAtOnce(WriteResult.Written written, long footprint) {
        answers.writtenAtOnce(written, footprint);
    }

    private static boolean nothingToWrite(Batch batch) {
        for (int i = 0; i < batch.base.layout().size(); i++) {
            if (batch.ask.taken(i) != 0 || batch.ask.credited(i) != 0) {
                return false;
            }
        }
        return batch.demands.isEmpty();
    }

    /** Sends the same demands again after their answer was lost: refused if they had been written. */
    boolean resend(Flight lost, Outbox out) {
        Flight again = lost.kind == Kind.CREATE || lost.holdsCredit()
                ? lost.identical()
                : planned(lost.batch, lost.wid, true, lost);
        return dispatch(again, lost.batch, out);
    }

    private @Nullable Flight planned(Batch batch, long wid, boolean resend, @Nullable Flight before) {
        BucketState.Seen seen = work.state.seen();
        if (seen == null || seen.schema() == null || seen.image() == null) {
            return null;
        }
        Gains gains =
                resend ? Gains.of(seen.image(), batch.by, engine.environment().wallMillis(), null) : batch.gains;
        Plan plan = Planner.plan(seen.image(), gains, batch.ask, context());
        if (plan instanceof Plan.Pause pause) {
            pause(pause.millis() * 1_000_000);
            return null;
        }
        boolean credit = !batch.credits.isEmpty();
        BucketWriter.Tag tag = new BucketWriter.Tag(wid, resend, credit);
        Kind kind = kind(plan, credit && batch.demands.isEmpty() && batch.debits.isEmpty());
        Write write = render(seen, plan, tag);
        long started = before == null ? work.nowNanos() : before.firstSentNanos;
        int attempt = before == null ? 1 + attempts(batch) : before.attempt + 1;
        return new Flight(kind, batch, wid, write, footprint(plan, seen.image()), started, resend, attempt);
    }

    private static Kind kind(Plan plan, boolean onlyCredit) {
        if (onlyCredit) {
            return Kind.CREDIT;
        } else if (plan instanceof Plan.Move move) {
            return move.stampFloor() == Plan.NO_FLOOR ? Kind.CONSUME : Kind.SOFT_CONSUME;
        }
        return plan instanceof Plan.Refill refill && refill.soft()
                ? Kind.SOFT_REFILL_AND_CONSUME
                : Kind.REFILL_AND_CONSUME;
    }

    Write render(BucketState.Seen seen, Plan plan, BucketWriter.Tag tag) {
        if (seen.schema() == null || seen.image() == null) {
            throw new IllegalStateException("no image to plan on");
        }
        if (plan instanceof Plan.Move move) {
            return BucketWriter.write(pipeline.key(), seen.schema(), seen.image(), move, tag);
        } else if (plan instanceof Plan.Refill refill) {
            return BucketWriter.write(pipeline.key(), seen.schema(), seen.image(), refill, tag);
        }
        throw new IllegalStateException("a pause is not written");
    }

    static long footprint(Plan plan, BucketImage image) {
        long sum = plan instanceof Plan.Refill refill ? refill.stamp() - image.rf() : 0;
        long[] consumed = plan instanceof Plan.Refill refill
                ? refill.consumed()
                : plan instanceof Plan.Move move ? move.consumed() : new long[0];
        for (long amount : consumed) {
            sum += amount;
        }
        return sum;
    }

    private static int attempts(Batch batch) {
        int most = 0;
        for (Demand demand : batch.demands) {
            most = Math.max(most, demand.attempts);
        }
        return most;
    }

    private Flight create(Batch batch, long wid) {
        List<Limit> callTime = work.callTimeToCreate(
                batch.demands.isEmpty() ? null : batch.demands.get(0).takes.callLimits());
        Resolution known = work.config.resolution();
        boolean expires = known == null || known.level() == null || known.expires();
        Lineage lineage = work.state.recorded();
        Write write = BucketCreation.write(
                engine.keys(),
                pipeline.entity(),
                pipeline.resource(),
                batch.base,
                lineage == null ? Lineage.NONE : lineage,
                batch.by,
                batch.ask,
                expires ? engine.options().ttlMultiplier() : 0,
                callTime.stream().map(Limit::name).toList(),
                wid);
        return new Flight(Kind.CREATE, batch, wid, write, 0, work.nowNanos(), false, 1 + attempts(batch));
    }

    /** Sends credits to a bucket that others write too: unpinned, and once. */
    boolean sendCredit(Batch batch, Outbox out) {
        BucketState.Seen seen = work.state.seen();
        if (seen == null || seen.image() == null || nothingToWrite(batch)) {
            batch.credits.settled();
            return true;
        }
        long wid = engine.newWid();
        Plan plan = Planner.credit(seen.image(), batch.ask, engine.environment().wallMillis(), context());
        if (plan instanceof Plan.Pause pause) {
            work.credits.addAll(batch.credits);
            pause(pause.millis() * 1_000_000);
            return false;
        }
        Write write = render(seen, plan, new BucketWriter.Tag(wid, false, false));
        long footprint = footprint(plan, seen.image());
        return dispatch(
                new Flight(Kind.UNPINNED_CREDIT, batch, wid, write, footprint, work.nowNanos(), false, 1), batch, out);
    }

    boolean reconcile(Resolution known, Outbox out) {
        BucketState.Seen seen = work.state.seen();
        if (seen == null || seen.item() == null || seen.schema() == null || seen.image() == null) {
            return false;
        }
        long wid = engine.newWid();
        Write write = Reconciliation.toTarget(
                pipeline.key(),
                seen.item(),
                seen.schema(),
                seen.image(),
                work.config.target(known),
                engine.environment().wallMillis(),
                wid);
        return rewrite(seen.image(), wid, write, out);
    }

    boolean addCallLimits(List<Limit> limits, Outbox out) {
        BucketState.Seen seen = work.state.seen();
        if (seen == null || seen.item() == null || seen.schema() == null || seen.image() == null) {
            return false;
        }
        long wid = engine.newWid();
        Write write = Reconciliation.addCallTime(
                pipeline.key(),
                seen.item(),
                seen.schema(),
                seen.image(),
                limits,
                engine.environment().wallMillis(),
                wid);
        return rewrite(seen.image(), wid, write, out);
    }

    private boolean rewrite(BucketImage image, long wid, Write write, Outbox out) {
        Gains none = Gains.of(image, image.rates(), image.rf(), null);
        Batch batch = new Batch(image, none, Adjustment.NONE, Adjustment.NONE);
        return dispatch(
                new Flight(Kind.RECONCILE, batch, wid, write, BucketState.UNKNOWN_FOOTPRINT, work.nowNanos(), false, 1),
                batch,
                out);
    }

    /** What a write takes of {@code wcu}, in millitokens. */
    long writeCost() {
        return BucketMath.MILLI * work.state.writeUnits();
    }

    Planner.Context context() {
        return new Planner.Context(
                work.state.shared(work.nowNanos()),
                work.state.othersPerMilli(),
                work.state.ageMillis(work.nowNanos()),
                work.state.roundTripMillis(),
                writeCost(),
                engine.store().traits().writeUnitsPerSecond() > 0,
                engine.options().ttlMultiplier());
    }

    private boolean dispatch(@Nullable Flight next, Batch batch, Outbox out) {
        if (next == null) {
            if (!unsettled()) {
                answers.putBack(batch, out);
            }
            inHand = null;
            return false;
        }
        engine.countWrite();
        next.sentNanos = work.nowNanos();
        return await(next, engine.store().write(next.write), out);
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
            goOn = answers.failed(landed, Reader.cause(e), out);
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
            answers.lost(batch.debits, 1, told);
            answers.lost(batch.credits, -1, told);
        }
    }

    boolean settle(Outbox out) {
        return answers.settle(out);
    }

    /** Looks at the bucket to learn what became of a write. */
    boolean lookFor(Flight lost, Outbox out) {
        engine.countRead();
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
            return answers.failed(lost.identical(), Reader.cause(e), out);
        }
        return answers.seenInstead(lost, item, out);
    }

    /** Nothing goes out for a while. */
    void pause(long nanos) {
        busy = true;
        pipeline.wake(nanos, out -> busy = false);
    }

    void lost(Adjustment adjustment, int sign, @Nullable Throwable cause) {
        answers.lost(adjustment, sign, cause);
    }

    void giveUp(@Nullable Throwable cause) {
        Flight now = flight != null ? flight : answers.unsettled();
        if (now != null) {
            answers.lost(now.batch.debits, 1, cause);
            answers.lost(now.batch.credits, -1, cause);
            now.batch.debits.clear();
            now.batch.credits.clear();
        }
    }

    @Nullable
    Throwable lastFailure() {
        return answers.lastFailure();
    }

    void lastFailure(Throwable failure) {
        answers.lastFailure(failure);
    }

    private List<Demand> underWay() {
        Flight now = flight != null ? flight : answers.unsettled();
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

    /** The demands of a batch that were put back, in their order. */
    static void toFront(ArrayDeque<Demand> queue, List<Demand> demands) {
        for (int i = demands.size() - 1; i >= 0; i--) {
            queue.addFirst(demands.get(i));
        }
    }
}

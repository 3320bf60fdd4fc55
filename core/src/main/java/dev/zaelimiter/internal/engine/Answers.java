package dev.zaelimiter.internal.engine;

import dev.zaelimiter.LimiterListener.BucketWrite.Kind;
import dev.zaelimiter.LimiterListener.BucketWrite.Outcome;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.schema.BucketSchema;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the answer to a write means, and what to do without one. Belongs to the one who works the pipeline.
 *
 * <p>An addition is not idempotent, so a lost answer is resolved in the safe direction:
 *
 * <ul>
 *   <li>A take is sent again under the same {@code wid}, refused if that is what the bucket shows. If others wrote
 *       meanwhile it may be charged twice, never granted twice.
 *   <li>A bucket that others have given other numbers or another number of shards is another one: what was not written
 *       there goes back to those who wait, and is chosen and planned as if it came now.
 *   <li>A give-back is sent again only as the identical, pinned write: the first and the second can't both land. On a
 *       bucket that others write it is not sent again at all. It is never planned anew.
 *   <li>If nobody waits any more, the bucket is looked at, and what did land is given back.
 * </ul>
 */
final class Answers {

    private static final int CONTENDED_AFTER = 3;
    /** So many refills in a row are lost to others who may know of nobody else. */
    private static final int MARK_AFTER = 3;

    private static final long CONTENDED_RETRY_MILLIS = 100;
    private static final long MAX_PACE_NANOS = 20_000_000;

    private final Engine engine;
    private final BucketPipeline pipeline;
    private final Work work;
    private final Writer writer;
    private final Grants grants;
    private @Nullable Flight unsettled;
    private @Nullable Throwable lastFailure;
    private int failures;
    private int lostInARow;
    private boolean markDue;

    Answers(Engine engine, BucketPipeline pipeline, Work work, Writer writer) {
        this.engine = engine;
        this.pipeline = pipeline;
        this.work = work;
        this.writer = writer;
        this.grants = new Grants(engine, work);
    }

    @Nullable
    Flight unsettled() {
        return unsettled;
    }

    /** Whether others must learn that somebody else is there; said once. */
    boolean markDue() {
        boolean due = markDue;
        markDue = false;
        return due;
    }

    @Nullable
    Throwable lastFailure() {
        return lastFailure;
    }

    void lastFailure(Throwable failure) {
        lastFailure = failure;
    }

    boolean answered(Flight flight, WriteResult result, Outbox out) {
        unsettled = null;
        failures = 0;
        lastFailure = null;
        work.state.tookRoundTrip(work.nowNanos() - flight.sentNanos);
        try {
            if (result instanceof WriteResult.Written written) {
                report(flight, Outcome.WRITTEN, written.writeUnits());
                written(flight, written.after(), out);
            } else if (result instanceof WriteResult.Refused refused) {
                Item current = refused.current();
                if (flight.resend && current != null && wrote(flight, current)) {
                    report(flight, Outcome.ALREADY_WRITTEN, refused.writeUnits());
                    written(flight, current, out);
                } else {
                    report(flight, Outcome.REFUSED, refused.writeUnits());
                    refused(flight, current, out);
                }
            }
        } catch (DamagedBucketException damaged) {
            // What was seen before it was damaged must not be written by: whoever comes next looks again, and is told.
            work.state.forget();
            putBack(flight.batch, out);
            work.failAll(told(damaged), out);
        }
        return !writer.busy();
    }

    private RateLimiterUnavailableException told(DamagedBucketException damaged) {
        return new RateLimiterUnavailableException(
                pipeline.entity(),
                pipeline.resource(),
                engine.store().traits().name() + ": " + damaged.getMessage(),
                damaged);
    }

    private void report(Flight flight, Outcome outcome, double units) {
        if (engine.telemetry().listens()) {
            engine.telemetry().listener().wrote(writer.event(flight, outcome, units));
        }
    }

    /** The answer to a write that went the short way. */
    void writtenAtOnce(WriteResult.Written written, long footprint) {
        failures = 0;
        lastFailure = null;
        lostInARow = 0;
        try {
            work.state.see(written.after(), footprint, work.nowNanos());
        } catch (DamagedBucketException damaged) {
            // The tokens were taken all the same; whoever comes next is told.
            work.state.forget();
        }
    }

    private void written(Flight flight, @Nullable Item after, Outbox out) {
        lostInARow = 0;
        Batch batch = flight.batch;
        batch.debits.settled();
        batch.credits.settled();
        try {
            work.state.see(after, flight.footprint, work.nowNanos());
        } catch (DamagedBucketException damaged) {
            // The tokens were taken all the same; whoever comes next is told. But how long a debt lasts nobody can
            // tell.
            work.state.forget();
            Demand.Outcome unknown = new Demand.Outcome.Failed(told(damaged));
            batch.demands.removeIf(demand -> demand.takes.waitMillis() > 0 && demand.finish(unknown, out));
        }
        // Before the batch's own waiters come: what they wait is reckoned with these credits.
        batch.credits.returnTo(work.debtors, out);
        grants.tell(batch, out);
    }

    private void refused(Flight flight, @Nullable Item current, Outbox out) {
        boolean hadImage = Work.imageOf(work.state) != null;
        work.state.see(current, 0, work.nowNanos());
        work.imageRead();
        Batch batch = flight.batch;
        if (flight.resend && flight.holdsCredit()) {
            lost(
                    batch.credits,
                    -1,
                    new StoreException.Uncertain("the answer was lost, and others wrote meanwhile", null));
            batch.credits.clear();
        }
        boolean refill = flight.kind == Kind.REFILL_AND_CONSUME || flight.kind == Kind.SOFT_REFILL_AND_CONSUME;
        if (refill) {
            // The first try of new demands is no sign of a crowd, whatever the last ones met long ago.
            lostInARow = flight.attempt == 1 && !batch.demands.isEmpty() ? 1 : lostInARow + 1;
            markDue |= lostInARow > 0 && lostInARow % MARK_AFTER == 0 && storesEnough(batch);
            contend(batch, out);
        }
        putBack(batch, out);
        if (current == null && hadImage) {
            // It vanished, as a bucket does that nobody used; it is made anew from what is stored now.
            work.state.forget();
        }
        if (lostInARow > 1 && work.state.shared(work.nowNanos())) {
            long most = Math.min(MAX_PACE_NANOS, 1_000_000L << Math.min(lostInARow, 5));
            writer.pause(engine.environment().random().nextLong(most));
        }
    }

    /** Many writers want what refills: after some tries the demand is told to come back a little later. */
    private void contend(Batch batch, Outbox out) {
        BucketImage image = Work.imageOf(work.state);
        if (image == null) {
            return;
        }
        List<Demand> give = new ArrayList<>();
        for (Demand demand : batch.demands) {
            if (++demand.lostRefills >= CONTENDED_AFTER && storedShort(demand, batch, image)) {
                give.add(demand);
            }
        }
        for (Demand demand : give) {
            demand.finish(
                    new Demand.Outcome.Refused(
                            pipeline.outlook().statuses(demand.takes, false), CONTENDED_RETRY_MILLIS, false),
                    out);
        }
    }

    /** Whether it was for the ceiling alone that the bucket had to be refilled. */
    private boolean storesEnough(Batch batch) {
        BucketImage image = Work.imageOf(work.state);
        return image != null && batch.demands.stream().noneMatch(demand -> storedShort(demand, batch, image));
    }

    private static boolean storedShort(Demand demand, Batch batch, BucketImage image) {
        for (int k = 0; k < demand.takes.amounts().length; k++) {
            int i = Batch.index(demand, k);
            int at = i < 0 || batch.isSoft(i)
                    ? -1
                    : image.layout().indexOf(batch.base.layout().name(i));
            if (at >= 0 && image.tk()[at] < demand.takes.amounts()[k]) {
                return true;
            }
        }
        return false;
    }

    /** The write is surely not applied: its demands and corrections go back to where they came from. */
    void putBack(Batch batch, Outbox out) {
        List<Demand> back = new ArrayList<>(batch.demands.size());
        for (Demand demand : batch.demands) {
            demand.attempts++;
            if (demand.requeue()) {
                back.add(demand);
            }
        }
        Writer.toFront(work.waitlist.pending, back);
        (batch.metering ? work.corrections.meter : work.corrections.debits).addAll(batch.debits);
        work.corrections.credits.addAll(batch.credits);
    }

    /** A write brought no answer. */
    boolean failed(Flight flight, Throwable cause, Outbox out) {
        StoreException failure = SteadyStore.known(cause);
        report(flight, failure.maybeApplied() ? Outcome.UNCERTAIN : Outcome.FAILED, WriteResult.UNREPORTED);
        return unanswered(flight, failure, out);
    }

    /** A look that was to tell what became of a write brought no answer either. */
    boolean lookFailed(Flight flight, Throwable cause, Outbox out) {
        return unanswered(flight.identical(), SteadyStore.known(cause), out);
    }

    private boolean unanswered(Flight flight, StoreException failure, Outbox out) {
        failures++;
        lastFailure = failure;
        engine.telemetry().noteFailure(failure);
        if (!failure.retryable()) {
            unsettled = null;
            putBack(flight.batch, out);
            work.failAll(
                    new RateLimiterUnavailableException(
                            pipeline.entity(), pipeline.resource(), String.valueOf(failure.getMessage()), failure),
                    out);
            return true;
        }
        if (flight.kind == Kind.RECONCILE) {
            work.state.forget();
        } else if (failure.maybeApplied() || flight.resend) {
            unsettled = flight;
        } else {
            unsettled = null;
            putBack(flight.batch, out);
            work.giveUpOld(failure);
            if (failure instanceof StoreException.Throttled throttled && throttled.keyRange()) {
                work.division.throttled(out);
            }
        }
        writer.pause(engine.backoffNanos(failures));
        return false;
    }

    /** Finds out what became of a write whose answer was lost. */
    boolean settle(Outbox out) {
        Flight flight = unsettled;
        if (flight == null) {
            return true;
        }
        long age = work.nowNanos() - flight.firstSentNanos;
        if (age > engine.patienceNanos()) {
            unsettled = null;
            lost(flight.batch.debits, 1, lastFailure);
            lost(flight.batch.credits, -1, lastFailure);
            work.state.forget();
            return true;
        }
        if (Work.imageOf(work.state) == null && flight.kind != Kind.CREATE) {
            // The bucket has vanished: there is nothing that the write could have left its mark on.
            unsettled = null;
            lost(flight.batch.credits, -1, lastFailure);
            flight.batch.credits.clear();
            putBack(flight.batch, out);
            return true;
        }
        if (flight.kind == Kind.UNPINNED_CREDIT || !flight.wanted()) {
            return writer.lookFor(flight, out);
        }
        BucketState.Seen seen = work.state.seen();
        if (flight.isPlannedAnew() && seen != null && !flight.batch.isFor(seen.image())) {
            unsettled = null;
            if (wrote(flight, seen.item())) {
                landed(flight, out);
            } else {
                putBack(flight.batch, out);
            }
            return true;
        }
        return writer.resend(flight, out);
    }

    /** The bucket was looked at instead of sending the write again. */
    boolean seenInstead(Flight flight, @Nullable Item item, Outbox out) {
        unsettled = null;
        failures = 0;
        boolean wrote = wrote(flight, item);
        work.state.see(item, wrote ? flight.footprint : 0, work.nowNanos());
        if (wrote) {
            landed(flight, out);
        } else {
            lost(flight.batch.credits, -1, lastFailure);
        }
        return true;
    }

    private static boolean wrote(Flight flight, @Nullable Item item) {
        return item != null && item.whole(BucketSchema.WID, 0) == flight.wid;
    }

    private void landed(Flight flight, Outbox out) {
        flight.batch.credits.settled();
        flight.batch.debits.settled();
        flight.batch.credits.returnTo(work.debtors, out);
        grants.tell(flight.batch, out);
    }

    void lost(Adjustment adjustment, int sign, @Nullable Throwable cause) {
        if (!adjustment.isEmpty()) {
            engine.telemetry().lostAdjustment(pipeline.entity(), pipeline.resource(), adjustment, sign, cause);
            adjustment.settled();
        }
    }
}

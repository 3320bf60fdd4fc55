package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimiterFaultException;
import dev.zaelimiter.LimiterListener.BucketWrite.Kind;
import dev.zaelimiter.LimiterListener.BucketWrite.Outcome;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.Told;
import dev.zaelimiter.internal.guard.OneByOne;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the answer to a write means. What to do without one is {@link LostAnswers}' business. Belongs to the one who
 * works the pipeline.
 */
final class AnswerInterpreter {

    /** So many refills in a row are lost to others who may know of nobody else. */
    private static final int MARK_AFTER = 3;

    private static final long MAX_PACE_NANOS = 20_000_000;

    private final Engine engine;
    private final Site site;
    private final Work work;
    private final Outlook outlook;
    private final CallSlot slot;
    private final GrantNotifier grantNotifier;
    private final LostAnswers lost;
    private int lostInARow;
    private boolean markDue;

    AnswerInterpreter(
            Engine engine,
            Site site,
            Work work,
            Outlook outlook,
            CallSlot slot,
            GrantNotifier grantNotifier,
            LostAnswers lost) {
        this.engine = engine;
        this.site = site;
        this.work = work;
        this.outlook = outlook;
        this.slot = slot;
        this.grantNotifier = grantNotifier;
        this.lost = lost;
    }

    /** Whether others must learn that somebody else is there; said once. */
    boolean markDue() {
        boolean due = markDue;
        markDue = false;
        return due;
    }

    void answered(InFlightWrite flight, WriteResult result, Outbox out) {
        lost.succeeded();
        work.state.tookRoundTrip(work.nowNanos() - flight.sentNanos);
        try {
            if (result instanceof WriteResult.Written written) {
                work.reporter.wrote(flight, Outcome.WRITTEN, written.writeUnits(), work.nowNanos());
                written(flight, written.after(), out);
            } else if (result instanceof WriteResult.Refused refused) {
                Item current = refused.current();
                if (flight.resend && current != null && LostAnswers.wrote(flight, current)) {
                    work.reporter.wrote(flight, Outcome.ALREADY_WRITTEN, refused.writeUnits(), work.nowNanos());
                    written(flight, current, out);
                } else {
                    work.reporter.wrote(flight, Outcome.REFUSED, refused.writeUnits(), work.nowNanos());
                    refused(flight, current, out);
                }
            }
        } catch (DamagedBucketException damaged) {
            // What was seen before it was damaged must not be written by: whoever comes next looks again, and is told.
            work.state.forget();
            work.putBack(flight.batch);
            work.failAll(told(damaged), out);
        }
    }

    private RateLimiterUnavailableException told(DamagedBucketException damaged) {
        return new RateLimiterUnavailableException(
                site.entity(), site.resource(), engine.store().traits().name() + ": " + damaged.getMessage(), damaged);
    }

    /** The answer to a write that went the short way. */
    void writtenAtOnce(WriteResult.Written written, long footprint) {
        lost.succeeded();
        lostInARow = 0;
        work.gate.landed(false);
        left(written.after(), footprint);
    }

    /** What many have left who needed no write of their own. */
    void leftInPlace(Item after, long footprint) {
        left(after, footprint);
    }

    /**
     * Takes in the bucket as a write has left it.
     *
     * @return the damage, if it is damaged: its tokens were taken all the same, and whoever comes next is told; else
     *     null
     */
    private @Nullable DamagedBucketException left(@Nullable Item after, long footprint) {
        try {
            work.state.see(after, footprint, work.nowNanos(), work.wallMillis());
            return null;
        } catch (DamagedBucketException damaged) {
            work.state.forget();
            return damaged;
        }
    }

    private void written(InFlightWrite flight, @Nullable Item after, Outbox out) {
        lostInARow = 0;
        Batch batch = flight.batch;
        batch.landed = true;
        if (flight.isUpkeep() || !(batch.isEmpty() || batch.metering)) {
            // A mark, say, helps nobody who waits.
            work.gate.landed(flight.isUpkeep());
        }
        reportTooDeep(batch);
        work.creditCuts.landed(flight);
        batch.debits.settled();
        batch.credits.settled();
        DamagedBucketException damaged = left(after, flight.footprint);
        if (damaged != null) {
            // How long a debt lasts nobody can tell.
            Demand.Outcome unknown = new Demand.Outcome.Failed(told(damaged));
            batch.demands.removeIf(demand -> demand.take.waitMillis() > 0 && demand.finish(unknown, out));
        } else if (flight.kind == Kind.CREATE) {
            work.state.made();
        }
        // Before the batch's own waiters come: what they wait is reckoned with these credits.
        work.returned(batch.credits, out);
        grantNotifier.tell(flight, !flight.resend, out);
    }

    /** A debt deeper than any that is written was cut. */
    void reportTooDeep(Batch batch) {
        if (!batch.metering && !batch.tooDeep().isEmpty()) {
            CorrectionSum cut = new CorrectionSum();
            cut.add(batch.tooDeep());
            cut.count(() -> {}, work.nowNanos());
            work.reporter.lost(cut, 1, new ArithmeticException("the debt is as deep as any that is written"));
        }
    }

    private void refused(InFlightWrite flight, @Nullable Item current, Outbox out) {
        boolean hadImage = Work.imageOf(work.state) != null;
        // What is sent again after a lost answer need not fit in the image that it is sent by: it goes back into the
        // queue.
        Item from = flight.resend ? null : flight.from;
        LimiterFaultException fault = work.gate.faultOf(flight.kind.toString(), flight.write, from, current);
        work.state.see(current, 0, work.nowNanos(), work.wallMillis());
        work.imageRead();
        work.state.countedOnOthers(flight.stampFloor);
        if (fault != null) {
            atFault(flight, fault, out);
            return;
        }
        long rest = work.gate.refused(flight.isUpkeep(), flight.batch.demands.isEmpty() ? 0 : flight.attempt);
        Batch batch = flight.batch;
        if (flight.resend && flight.holdsCredit()) {
            work.reporter.lost(
                    batch.credits,
                    -1,
                    new StoreException.Uncertain("the answer was lost, and others wrote meanwhile", null));
            batch.credits.clear();
        }
        boolean refill = flight.kind == Kind.REFILL_AND_CONSUME || flight.kind == Kind.SOFT_REFILL_AND_CONSUME;
        if (refill) {
            othersRefilled(flight, out);
        }
        work.putBack(batch);
        if (current == null && hadImage) {
            // It vanished, as a bucket does that nobody used; it is made anew from what is stored now.
            work.state.forget();
        }
        restAfterRefusal(rest);
        work.giveUpOld(new StoreException.Conflict("others wrote to the bucket each time", null));
    }

    private void othersRefilled(InFlightWrite flight, Outbox out) {
        Batch batch = flight.batch;
        // The first try of new demands is no sign of a crowd, whatever the last ones met long ago.
        lostInARow = flight.attempt == 1 && !batch.demands.isEmpty() ? 1 : lostInARow + 1;
        markDue |= lostInARow > 0 && lostInARow % MARK_AFTER == 0 && storesEnough(batch);
        contend(batch, out);
    }

    /** Keeps out of the others' way for a moment, the longer the more often they were faster. */
    private void restAfterRefusal(long least) {
        if (lostInARow > 1 && work.state.shared(work.nowNanos())) {
            long most = Math.min(MAX_PACE_NANOS, 1_000_000L << Math.min(lostInARow, 5));
            slot.rest(Math.max(least, engine.environment().random().nextLong(most)));
        } else if (least > 0) {
            slot.rest(least);
        }
    }

    /** A plan of ours was wrong. Whoever is in it is told, and nobody tries the same again. */
    private void atFault(InFlightWrite flight, LimiterFaultException fault, Outbox out) {
        Batch batch = flight.batch;
        OneByOne turns = new OneByOne();
        turns.run(() -> OneByOne.each(batch.demands, demand -> demand.finish(new Demand.Outcome.Failed(fault), out)));
        turns.run(() -> work.reporter.lost(batch.debits, 1, fault));
        turns.run(() -> work.reporter.lost(batch.credits, -1, fault));
        turns.end();
        if (flight.isUpkeep()) {
            work.gate.rewriteFailed(fault);
        } else if (flight.callLimits) {
            work.waitlist.failDemands(fault, out);
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
            if (Contention.ends(++demand.lostRefills) && storedShort(demand, batch, image)) {
                give.add(demand);
            }
        }
        OneByOne.each(
                give,
                demand -> demand.finish(
                        new Demand.Outcome.Refused(
                                outlook.statuses(demand.take, Told.BEFORE), Contention.RETRY_MILLIS, false),
                        out));
    }

    /** Whether it was for the ceiling alone that the bucket had to be refilled. */
    private boolean storesEnough(Batch batch) {
        BucketImage image = Work.imageOf(work.state);
        return image != null && batch.demands.stream().noneMatch(demand -> storedShort(demand, batch, image));
    }

    private static boolean storedShort(Demand demand, Batch batch, BucketImage image) {
        for (int k = 0; k < demand.take.amounts().length; k++) {
            int i = Batch.index(demand, k);
            int at = i < 0 || batch.isSoft(i)
                    ? -1
                    : image.layout().indexOf(batch.base.layout().name(i));
            if (at >= 0 && image.tk()[at] < demand.take.amounts()[k] + batch.by.reserve(i)) {
                return true;
            }
        }
        return false;
    }

    void keep(ColdBucket cold) {
        cold.flag(ColdBucket.MARK_DUE, markDue);
        if (lostInARow != 0) {
            cold.rare().lostInARow = lostInARow;
        }
    }

    void goOn(ColdBucket cold) {
        ColdBucket.Rare rare = cold.anyRare();
        markDue = cold.is(ColdBucket.MARK_DUE);
        lostInARow = rare == null ? 0 : rare.lostInARow;
    }
}

package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimiterListener.BucketWrite.Kind;
import dev.zaelimiter.LimiterListener.BucketWrite.Outcome;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.kernel.SteadyStore;
import dev.zaelimiter.internal.schema.BucketSchema;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.WriteResult;
import org.jspecify.annotations.Nullable;

/**
 * What to do about a write that brought no answer. Belongs to the one who works the pipeline.
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
final class LostAnswers {

    private final Engine engine;
    private final Site site;
    private final Work work;
    private final CallSlot slot;
    private final Division division;
    private final Grants grants;
    private @Nullable Flight unsettled;
    private int failures;

    LostAnswers(Engine engine, Site site, Work work, CallSlot slot, Division division, Grants grants) {
        this.engine = engine;
        this.site = site;
        this.work = work;
        this.slot = slot;
        this.division = division;
        this.grants = grants;
    }

    /** A write of which it is not known whether it was applied, or null. */
    @Nullable
    Flight unsettled() {
        return unsettled;
    }

    /** An answer came. */
    void succeeded() {
        failures = 0;
        work.lastFailure(null);
    }

    /** The answer that was waited for came. */
    void over() {
        unsettled = null;
        succeeded();
    }

    /** A write brought no answer. */
    boolean failed(Flight flight, Throwable cause, Outbox out) {
        StoreException failure = SteadyStore.known(cause);
        work.reports.wrote(
                flight,
                failure.maybeApplied() ? Outcome.UNCERTAIN : Outcome.FAILED,
                WriteResult.UNREPORTED,
                work.nowNanos());
        return unanswered(flight, failure, out);
    }

    /** A look that was to tell what became of a write brought no answer either. */
    boolean lookFailed(Flight flight, Throwable cause, Outbox out) {
        return unanswered(flight.identical(), SteadyStore.known(cause), out);
    }

    private boolean unanswered(Flight flight, StoreException failure, Outbox out) {
        failures++;
        work.lastFailure(failure);
        engine.telemetry().noteFailure(failure);
        if (flight.isUpkeep()) {
            work.gate.rewriteFailed(failure);
        }
        if (!failure.retryable()) {
            unsettled = null;
            if (!flight.isUpkeep()) {
                work.putBack(flight.batch);
                work.failWrites(
                        engine.ended()
                                ? new RepositoryClosedException()
                                : new RateLimiterUnavailableException(
                                        site.entity(), site.resource(), String.valueOf(failure.getMessage()), failure),
                        out);
            }
            return true;
        }
        if (flight.kind == Kind.RECONCILE) {
            work.state.forget();
        } else if (failure.maybeApplied() || flight.resend) {
            unsettled = flight;
        } else {
            unsettled = null;
            work.putBack(flight.batch);
            work.giveUpOld(failure);
            if (failure instanceof StoreException.Throttled throttled && throttled.keyRange()) {
                division.throttled(out);
            }
        }
        slot.pause(engine.backoffNanos(failures));
        return false;
    }

    /** How it is found out what became of a write. */
    enum Remedy {
        /** It is settled. */
        NONE,
        LOOK,
        RESEND
    }

    /** What is to be done to find out what became of the write whose answer was lost. */
    Remedy settle(Outbox out) {
        Flight flight = unsettled;
        if (flight == null) {
            return Remedy.NONE;
        }
        long age = work.nowNanos() - flight.firstSentNanos;
        if (age > engine.patienceNanos()) {
            unsettled = null;
            work.reports.lost(flight.batch.debits, 1, work.lastFailure());
            work.reports.lost(flight.batch.credits, -1, work.lastFailure());
            work.state.forget();
            return Remedy.NONE;
        }
        if (Work.imageOf(work.state) == null && flight.kind != Kind.CREATE) {
            // The bucket has vanished: there is nothing that the write could have left its mark on.
            unsettled = null;
            work.reports.lost(flight.batch.credits, -1, work.lastFailure());
            flight.batch.credits.clear();
            work.putBack(flight.batch);
            return Remedy.NONE;
        }
        if (flight.kind == Kind.UNPINNED_CREDIT || !flight.wanted()) {
            return Remedy.LOOK;
        }
        BucketState.Seen seen = work.state.seen();
        if (flight.isPlannedAnew() && seen != null && !flight.batch.isFor(seen.image())) {
            unsettled = null;
            if (wrote(flight, seen.item())) {
                landed(flight, out);
            } else {
                work.putBack(flight.batch);
            }
            return Remedy.NONE;
        }
        return Remedy.RESEND;
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
            work.reports.lost(flight.batch.credits, -1, work.lastFailure());
        }
        return true;
    }

    /** Whether an item shows that a write was the last one. */
    static boolean wrote(Flight flight, @Nullable Item item) {
        return item != null && item.whole(BucketSchema.WID, 0) == flight.wid;
    }

    private void landed(Flight flight, Outbox out) {
        work.cuts.landed(flight);
        flight.batch.credits.settled();
        flight.batch.debits.settled();
        work.returned(flight.batch.credits, out);
        grants.tell(flight.batch, out);
    }
}

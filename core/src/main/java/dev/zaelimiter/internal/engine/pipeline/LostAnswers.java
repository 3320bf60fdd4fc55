package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimiterListener.BucketWrite.Kind;
import dev.zaelimiter.LimiterListener.BucketWrite.Outcome;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.GuardedStore;
import dev.zaelimiter.internal.engine.kernel.Outbox;
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
    private final GrantNotifier grantNotifier;
    private int failures;

    LostAnswers(Engine engine, Site site, Work work, CallSlot slot, Division division, GrantNotifier grantNotifier) {
        this.engine = engine;
        this.site = site;
        this.work = work;
        this.slot = slot;
        this.division = division;
        this.grantNotifier = grantNotifier;
    }

    /** An answer came. */
    void succeeded() {
        failures = 0;
        work.lastFailure(null);
    }

    /** A write brought no answer. */
    void failed(InFlightWrite flight, Throwable cause, Outbox out) {
        StoreException failure = GuardedStore.known(cause);
        work.reporter.wrote(
                flight,
                failure.maybeApplied() ? Outcome.UNCERTAIN : Outcome.FAILED,
                WriteResult.UNREPORTED,
                work.nowNanos());
        unanswered(flight, failure, out);
    }

    /** A look that was to tell what became of a write brought no answer either. */
    void lookFailed(InFlightWrite flight, Throwable cause, Outbox out) {
        unanswered(flight.identical(), GuardedStore.known(cause), out);
    }

    private void unanswered(InFlightWrite flight, StoreException failure, Outbox out) {
        failures++;
        work.lastFailure(failure);
        engine.telemetry().noteFailure(failure);
        if (flight.isUpkeep()) {
            work.gate.rewriteFailed(failure);
        }
        if (!failure.retryable()) {
            slot.settled();
            if (!flight.isUpkeep()) {
                work.putBack(flight.batch);
                work.failWrites(
                        engine.ended()
                                ? new RepositoryClosedException()
                                : new RateLimiterUnavailableException(
                                        site.entity(), site.resource(), String.valueOf(failure.getMessage()), failure),
                        out);
            }
            return;
        }
        if (flight.kind == Kind.RECONCILE) {
            work.state.forget();
        } else if (failure.maybeApplied() || flight.resend) {
            slot.lost(flight);
        } else {
            slot.settled();
            work.putBack(flight.batch);
            work.giveUpOld(failure);
            if (failure instanceof StoreException.Throttled throttled && throttled.keyRange()) {
                division.throttled(work.nowNanos());
                work.avoid(out);
            }
        }
        slot.rest(engine.backoffNanos(failures));
    }

    /** What is to be done to find out what became of a write whose answer was lost. */
    enum Remedy {
        /** Nothing more: it took too long. */
        GIVE_UP,
        /** The bucket has to be read first. */
        READ,
        /** There is nothing that the write could have left its mark on: the bucket has vanished. */
        VANISHED,
        /** The bucket is looked at, since the write must not be sent again. */
        LOOK,
        /** It landed on a bucket that has other limits by now. */
        LANDED,
        /** It did not land on a bucket that has other limits by now: those who wait are chosen anew. */
        PUT_BACK,
        /** It is sent again. */
        RESEND
    }

    /** Chooses the remedy. A pure function. */
    static Remedy remedy(InFlightWrite flight, @Nullable BucketSnapshot seen, long nowNanos, long patienceNanos) {
        if (nowNanos - flight.firstSentNanos > patienceNanos) {
            return Remedy.GIVE_UP;
        }
        if (seen == null) {
            return Remedy.READ;
        }
        if (seen.image() == null && flight.kind != Kind.CREATE) {
            return Remedy.VANISHED;
        }
        if (flight.kind == Kind.UNPINNED_CREDIT || !flight.wanted()) {
            return Remedy.LOOK;
        }
        if (flight.isPlannedAnew() && !flight.batch.isFor(seen.image())) {
            return wrote(flight, seen.item()) ? Remedy.LANDED : Remedy.PUT_BACK;
        }
        return Remedy.RESEND;
    }

    /** Carries out a remedy that needs no call. */
    void settle(InFlightWrite flight, Remedy remedy, Outbox out) {
        slot.settled();
        switch (remedy) {
            case GIVE_UP -> {
                work.reporter.lost(flight.batch.debits, 1, work.lastFailure());
                work.reporter.lost(flight.batch.credits, -1, work.lastFailure());
                work.state.forget();
            }
            case VANISHED -> {
                work.reporter.lost(flight.batch.credits, -1, work.lastFailure());
                flight.batch.credits.clear();
                work.putBack(flight.batch);
            }
            case LANDED -> landed(flight, out);
            case PUT_BACK -> work.putBack(flight.batch);
            case READ, LOOK, RESEND -> throw new IllegalArgumentException(remedy + " is a call");
        }
    }

    /** The bucket was looked at instead of sending the write again. */
    void seenInstead(InFlightWrite flight, @Nullable Item item, Outbox out) {
        slot.settled();
        failures = 0;
        boolean wrote = wrote(flight, item);
        flight.batch.landed = wrote;
        work.state.see(item, wrote ? flight.footprint : 0, work.nowNanos(), work.wallMillis());
        if (wrote) {
            landed(flight, out);
        } else {
            work.reporter.lost(flight.batch.credits, -1, work.lastFailure());
        }
    }

    /** Whether an item shows that a write was the last one. */
    static boolean wrote(InFlightWrite flight, @Nullable Item item) {
        return item != null && item.whole(BucketSchema.WID, 0) == flight.wid;
    }

    private void landed(InFlightWrite flight, Outbox out) {
        flight.batch.landed = true;
        work.creditCuts.landed(flight);
        flight.batch.credits.settled();
        flight.batch.debits.settled();
        work.returned(flight.batch.credits, out);
        grantNotifier.tell(flight, false, out);
    }

    void keep(ColdBucket cold) {
        if (failures != 0) {
            cold.rare().writeFailures = failures;
        }
    }

    void goOn(ColdBucket cold) {
        ColdBucket.Rare rare = cold.anyRare();
        failures = rare == null ? 0 : rare.writeFailures;
    }
}

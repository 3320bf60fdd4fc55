package dev.zaelimiter.internal.engine;

import dev.zaelimiter.LimiterListener.BucketWrite.Kind;
import dev.zaelimiter.LimiterListener.BucketWrite.Outcome;
import dev.zaelimiter.RateLimiterUnavailableException;
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
    private final BucketPipeline pipeline;
    private final Work work;
    private final Writer writer;
    private final Answers answers;
    private final Grants grants;
    private @Nullable Flight unsettled;
    private @Nullable Throwable lastFailure;
    private int failures;

    LostAnswers(Engine engine, BucketPipeline pipeline, Work work, Writer writer, Answers answers, Grants grants) {
        this.engine = engine;
        this.pipeline = pipeline;
        this.work = work;
        this.writer = writer;
        this.answers = answers;
        this.grants = grants;
    }

    /** A write of which it is not known whether it was applied, or null. */
    @Nullable
    Flight unsettled() {
        return unsettled;
    }

    /** The last failure since an answer came, or null. */
    @Nullable
    Throwable lastFailure() {
        return lastFailure;
    }

    void lastFailure(Throwable failure) {
        lastFailure = failure;
    }

    /** An answer came. */
    void succeeded() {
        failures = 0;
        lastFailure = null;
    }

    /** The answer that was waited for came. */
    void over() {
        unsettled = null;
        succeeded();
    }

    /** A write brought no answer. */
    boolean failed(Flight flight, Throwable cause, Outbox out) {
        StoreException failure = SteadyStore.known(cause);
        answers.report(flight, failure.maybeApplied() ? Outcome.UNCERTAIN : Outcome.FAILED, WriteResult.UNREPORTED);
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
        if (flight.isUpkeep()) {
            writer.gate.rewriteFailed(failure);
        }
        if (!failure.retryable()) {
            unsettled = null;
            if (!flight.isUpkeep()) {
                answers.putBack(flight.batch, out);
                work.failWrites(
                        new RateLimiterUnavailableException(
                                pipeline.entity(), pipeline.resource(), String.valueOf(failure.getMessage()), failure),
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
            answers.putBack(flight.batch, out);
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
            report(flight.batch.debits, 1, lastFailure);
            report(flight.batch.credits, -1, lastFailure);
            work.state.forget();
            return true;
        }
        if (Work.imageOf(work.state) == null && flight.kind != Kind.CREATE) {
            // The bucket has vanished: there is nothing that the write could have left its mark on.
            unsettled = null;
            report(flight.batch.credits, -1, lastFailure);
            flight.batch.credits.clear();
            answers.putBack(flight.batch, out);
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
                answers.putBack(flight.batch, out);
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
            report(flight.batch.credits, -1, lastFailure);
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
        flight.batch.credits.returnTo(work.debtors, out);
        grants.tell(flight.batch, out);
    }

    /** Tells that corrections were lost: debits by the sign 1, give-backs by -1. */
    void report(Adjustment adjustment, int sign, @Nullable Throwable cause) {
        if (!adjustment.isEmpty()) {
            engine.telemetry().lostAdjustment(pipeline.entity(), pipeline.resource(), adjustment, sign, cause);
            adjustment.settled();
        }
    }
}

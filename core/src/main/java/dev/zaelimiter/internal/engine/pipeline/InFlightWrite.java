package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimiterListener.BucketWrite;
import dev.zaelimiter.internal.bucket.Plan;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import org.jspecify.annotations.Nullable;

/** One write on its way, or one whose answer was lost. Belongs to the pipeline. */
final class InFlightWrite {

    final BucketWrite.Kind kind;
    final Batch batch;
    final long wid;
    final Write write;

    /** The item that it was planned from, and for which it holds; null if it was planned for another, or for none. */
    final @Nullable Item from;

    /** What the write adds to the bucket's counters and stamp, to tell it from what others add. */
    final long footprint;

    final long firstSentNanos;
    final boolean resend;
    final int attempt;
    long sentNanos;
    /** What stamp it needs at least, counting on others; {@link Plan#NO_FLOOR} if it counts on nobody. */
    long stampFloor = Plan.NO_FLOOR;
    /** Whether it gives the bucket limits that came with a call, which somebody waits for. */
    boolean callLimits;

    /** What of its credits does not fit under the ceiling, in millitokens by limit; null if all does. */
    long @Nullable [] cut;

    InFlightWrite(
            BucketWrite.Kind kind,
            Batch batch,
            long wid,
            Write write,
            @Nullable Item from,
            long footprint,
            long firstSentNanos,
            boolean resend,
            int attempt) {
        this.kind = kind;
        this.batch = batch;
        this.wid = wid;
        this.write = write;
        this.from = from;
        this.footprint = footprint;
        this.firstSentNanos = firstSentNanos;
        this.resend = resend;
        this.attempt = attempt;
    }

    /** The very same write once more. */
    InFlightWrite identical() {
        InFlightWrite again =
                new InFlightWrite(kind, batch, wid, write, from, footprint, firstSentNanos, true, attempt + 1);
        again.cut = cut;
        return again;
    }

    /** Whether sending it once more means another plan for the same batch. */
    boolean isPlannedAnew() {
        return kind != BucketWrite.Kind.CREATE && !holdsCredit();
    }

    /** Whether it is a rewrite that nobody waits for: it brings the bucket in line, or repairs it. */
    boolean isUpkeep() {
        return kind == BucketWrite.Kind.RECONCILE && !callLimits;
    }

    boolean holdsCredit() {
        return !batch.credits.isEmpty();
    }

    /** Whether anybody still waits for this, or must not lose by it. */
    boolean wanted() {
        if (!batch.debits.isEmpty() || holdsCredit()) {
            return true;
        }
        for (Demand demand : batch.demands) {
            if (demand.alive()) {
                return true;
            }
        }
        return false;
    }

    /** What a plan is called, for the listener. */
    static BucketWrite.Kind kind(Plan plan, boolean onlyCredit) {
        if (onlyCredit) {
            return BucketWrite.Kind.CREDIT;
        } else if (plan instanceof Plan.Move move) {
            return move.stampFloor() == Plan.NO_FLOOR ? BucketWrite.Kind.CONSUME : BucketWrite.Kind.SOFT_CONSUME;
        }
        return plan instanceof Plan.Refill refill && refill.soft()
                ? BucketWrite.Kind.SOFT_REFILL_AND_CONSUME
                : BucketWrite.Kind.REFILL_AND_CONSUME;
    }
}

package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.kernel.Telemetry;
import org.jspecify.annotations.Nullable;

/**
 * How corrections come into one pipeline: on a store at hand they are written immediately, else they queue; as do those
 * that come from within the turn of another pipeline, which may have ended hundreds of callers. Safe for use by many
 * threads.
 */
final class CorrectionIntake {

    /** How often a thread tries again that finds the pipeline worked by another, before it queues up. */
    private static final int MOST_TRIES = 8;

    private final Engine engine;
    private final Mailbox mailbox;
    private final Work work;
    private final BucketWorker worker;

    CorrectionIntake(Engine engine, Mailbox mailbox, Work work, BucketWorker worker) {
        this.engine = engine;
        this.mailbox = mailbox;
        this.work = work;
        this.worker = worker;
    }

    /** Corrects balances; never refused, and never forgotten over what is thrown on the way. */
    void adjust(Correction asked, Outbox out) {
        if (asked.size() == 0) {
            return;
        }
        Lane tried = worker.lanes.now();
        Correction correction = leftInPlace(tried, asked);
        if (correction == null) {
            return;
        }
        // Counted until it is written or queued, so that a repository that closes meanwhile waits for it.
        engine.adjustmentQueued();
        try {
            Correction left = leftNow(tried, correction, out);
            if (left != null) {
                queue(left.toBeWritten(engine), left.owner(), out);
            }
        } finally {
            engine.adjustmentSettled();
        }
    }

    /** Corrects in place; what can't be done there is left, or null. What is done there is done, whatever is thrown. */
    private @Nullable Correction leftInPlace(@Nullable Lane lane, Correction correction) {
        Correction left = correction;
        try {
            left = lane == null ? correction : lane.correct(correction);
            if (lane != null && left == null) {
                tell(lane, correction);
            }
        } catch (RuntimeException | Error thrown) {
            engine.telemetry().fault(thrown);
        }
        return left;
    }

    private void tell(Lane lane, Correction correction) {
        Telemetry telemetry = engine.telemetry();
        telemetry.countInPlace(Lane.kind(correction));
        if (telemetry.hearsImmediateGrants()) {
            telemetry.wroteInPlace(lane.event(Lane.kind(correction), correction.size()));
        }
    }

    /**
     * Corrects on a store at hand; what has to wait is left, or null. In a lane if one was opened meanwhile: whoever
     * works the pipeline in its place ends it, for all who would use it.
     */
    @SuppressWarnings("ReferenceEquality") // the very lane
    private @Nullable Correction leftNow(@Nullable Lane tried, Correction correction, Outbox out) {
        Correction left = correction;
        Lane last = tried;
        for (int tries = 0; tries <= MOST_TRIES && mayGoNow(out); tries++) {
            Lane open = worker.lanes.now();
            if (open != null && open != last) {
                last = open;
                left = leftInPlace(open, left);
            }
            if (left == null) {
                return null;
            }
            if (mailbox.takeTurn()) {
                if (!worker.lanes.isAnother(last)) {
                    return correctedInTurn(left, out) ? null : left;
                }
                mailbox.endTurn(false, () -> out);
            }
            // Else it tries again immediately: a lease may be ended on any thread, one of an event loop too.
        }
        return left;
    }

    /** Not where others may follow, since it would go alone. */
    private boolean mayGoNow(Outbox out) {
        return engine.hasShortWay() && !engine.closed() && !mailbox.isGated() && !mailbox.mayHaveCompany(out);
    }

    private boolean correctedInTurn(Correction correction, Outbox out) {
        boolean sent = false;
        try {
            sent = worker.correct(correction, out);
        } catch (RuntimeException | Error thrown) {
            mailbox.faulted(thrown, out);
        } finally {
            mailbox.endTurn(sent, () -> out);
        }
        return sent;
    }

    private void queue(Correction.Halves halves, @Nullable String owner, Outbox out) {
        mailbox.postWithOthers(o -> work.correctionQueued(halves, owner), true, out);
    }

    /** Counts as consumed, or no longer, what was let through past the limits; no balance moves. */
    void count(Correction correction, Outbox out) {
        CorrectionSum counted = new CorrectionSum();
        for (int k = 0; k < correction.size(); k++) {
            counted.add(correction.name(k), correction.milli(k));
        }
        long now = engine.safeClock().monotonicNanos();
        engine.adjustmentQueued();
        counted.count(engine::adjustmentSettled, now);
        mailbox.postWithOthers(o -> work.countQueued(counted, correction.owner()), true, out);
    }

    /** Takes in what goes back, and did not fit in another shard. It is counted already. */
    void goesBack(CorrectionSum part, Outbox out) {
        mailbox.post(o -> work.creditQueued(part), true, out);
    }

    /** Counts what another shard let through. */
    void meter(CorrectionSum taken, Outbox out) {
        mailbox.post(o -> work.countQueued(taken, null), true, out);
    }
}

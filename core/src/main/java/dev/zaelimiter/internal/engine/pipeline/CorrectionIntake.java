package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimiterListener.BucketWrite;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.kernel.Telemetry;

/** How corrections come into one pipeline: on a store at hand they are written immediately, else they queue. Safe for use by many threads. */
final class CorrectionIntake {

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

    /** Corrects balances; never refused. */
    void adjust(Correction correction, Outbox out) {
        if (correction.size() == 0 || inPlace(correction, out)) {
            return;
        }
        // Counted until it is written or queued, so that a repository that closes meanwhile waits for it.
        engine.adjustmentQueued();
        try {
            if (!correctedNow(correction, out)) {
                queue(correction.toBeWritten(engine), out);
            }
        } finally {
            engine.adjustmentSettled();
        }
    }

    private boolean inPlace(Correction correction, Outbox out) {
        Lane lane = worker.lanes.now();
        if (lane == null || !lane.correct(correction)) {
            return false;
        }
        Telemetry telemetry = engine.telemetry();
        telemetry.countWrite();
        telemetry.countAnswered(Lane.kind(correction), BucketWrite.Outcome.WRITTEN);
        if (telemetry.hearsImmediateGrants()) {
            BucketWrite event = lane.event(Lane.kind(correction), correction.size());
            out.defer(() -> telemetry.listener().wrote(event));
        }
        return true;
    }

    private boolean correctedNow(Correction correction, Outbox out) {
        if (!engine.hasShortWay() || engine.closed() || mailbox.isGated() || !mailbox.takeTurn()) {
            return false;
        }
        boolean sent = false;
        try {
            sent = worker.correct(correction, out);
        } finally {
            mailbox.endTurn(sent, () -> out);
        }
        return sent;
    }

    private void queue(Correction.Halves halves, Outbox out) {
        mailbox.post(
                o -> {
                    work.debits.addAll(halves.debit());
                    work.creditQueued(halves.credit());
                },
                true,
                out);
    }

    /** Counts as consumed, or no longer, what was let through past the limits; no balance moves. */
    void count(Correction correction, Outbox out) {
        CorrectionSum counted = new CorrectionSum();
        for (int k = 0; k < correction.size(); k++) {
            counted.add(correction.name(k), correction.milli(k));
        }
        engine.adjustmentQueued();
        counted.count(engine::adjustmentSettled, engine.environment().monotonicNanos());
        meter(counted, out);
    }

    /** Takes in what goes back, and did not fit in another shard. It is counted already. */
    void goesBack(CorrectionSum part, Outbox out) {
        mailbox.post(o -> work.creditQueued(part), true, out);
    }

    /** Counts what another shard let through. */
    void meter(CorrectionSum taken, Outbox out) {
        mailbox.post(o -> work.meter.addAll(taken), true, out);
    }
}

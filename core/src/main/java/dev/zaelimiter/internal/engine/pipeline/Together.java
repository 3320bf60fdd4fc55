package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimiterFaultException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import java.util.ArrayList;
import java.util.List;

/**
 * What one turn of other pipelines brings to this one. In such a turn hundreds of callers may be let go, who go on to
 * their parent's bucket, or be ended, who give back there: that is taken in together, and leaves in one write. Belongs
 * to the thread whose turn it is.
 */
final class Together implements Outbox.Gathering {

    private final Engine engine;
    private final BucketPipeline pipeline;
    private final Mailbox mailbox;
    private final CorrectionIntake intake;
    private final List<Correction> corrections = new ArrayList<>(1);
    private final List<Correction> counts = new ArrayList<>(0);
    private final List<Demand> demands = new ArrayList<>(1);
    private boolean urgent;

    Together(Engine engine, BucketPipeline pipeline, Mailbox mailbox, CorrectionIntake intake) {
        this.engine = engine;
        this.pipeline = pipeline;
        this.mailbox = mailbox;
        this.intake = intake;
    }

    void asks(Demand demand, boolean blocks) {
        demands.add(demand);
        urgent |= blocks;
    }

    void corrects(Correction correction) {
        // Counted from now on, so that a repository that closes meanwhile waits for it.
        engine.adjustmentQueued();
        corrections.add(correction);
    }

    void counts(Correction correction) {
        engine.adjustmentQueued();
        counts.add(correction);
    }

    @Override
    public void bring(Outbox out) {
        try {
            if (corrections.size() + counts.size() + demands.size() == 1) {
                corrections.forEach(correction -> intake.adjust(correction, out));
                counts.forEach(correction -> intake.count(correction, out));
                demands.forEach(demand -> pipeline.submitNow(demand, urgent, out));
            } else {
                mailbox.postAll(messages(), urgent || !corrections.isEmpty() || !counts.isEmpty(), out);
            }
        } catch (RuntimeException | Error fault) {
            // Whoever's turn it is has nothing to do with it, and others are still to be told of theirs.
            engine.telemetry().fault(fault);
            RuntimeException told = LimiterFaultException.of(fault.getClass().getName() + ", see its cause", fault);
            demands.forEach(demand -> demand.finish(new Demand.Outcome.Failed(told), out));
        } finally {
            corrections.forEach(brought -> engine.adjustmentSettled());
            counts.forEach(brought -> engine.adjustmentSettled());
        }
    }

    /** What goes back comes first: there is the more for those who ask. */
    private List<Mailbox.Message> messages() {
        List<Mailbox.Message> all = new ArrayList<>(corrections.size() + counts.size() + demands.size());
        corrections.stream()
                .filter(correction -> correction.size() > 0)
                .map(intake::queueing)
                .forEach(all::add);
        counts.stream().map(intake::counting).forEach(all::add);
        demands.forEach(demand -> all.add(out -> pipeline.enqueue(demand)));
        return all;
    }
}

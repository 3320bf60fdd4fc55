package dev.zaelimiter.internal.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * What to do at a shard that is not there: nothing is made of it. A bucket that is missing is full, but a shard may have
 * been merged, or not been split off yet, and then its tokens lie with another. Belongs to the one who works the pipeline.
 */
final class AbsentShard {

    private final BucketPipeline pipeline;
    private final Work work;

    AbsentShard(BucketPipeline pipeline, Work work) {
        this.pipeline = pipeline;
        this.work = work;
    }

    /** Sends demands on to another shard, and corrections to the first. Returns as a step of the work does. */
    boolean turnAway(boolean fresh, Outbox out) {
        boolean redirected = !work.debits.isEmpty() || !work.credits.isEmpty() || !work.meter.isEmpty();
        if (!work.meter.isEmpty()) {
            pipeline.home().meter(work.meter.drain(), out);
        }
        redirect(work.debits.drain(), 1, out);
        redirect(work.credits.drain(), -1, out);
        if (work.waitlist.pending.isEmpty()) {
            return redirected;
        }
        if (!fresh) {
            work.state.forget();
            return true;
        }
        List<Demand> all = new ArrayList<>(work.waitlist.pending);
        work.waitlist.pending.clear();
        for (Demand demand : all) {
            demand.finish(new Demand.Outcome.Refused(List.of(), -1, false), out);
        }
        return true;
    }

    private void redirect(Adjustment adjustment, int sign, Outbox out) {
        if (!adjustment.isEmpty()) {
            List<Long> amounts = adjustment.amounts().values().stream()
                    .map(milli -> sign * milli)
                    .toList();
            pipeline.home().adjust(List.copyOf(adjustment.amounts().keySet()), amounts, out);
            adjustment.settled();
        }
    }
}

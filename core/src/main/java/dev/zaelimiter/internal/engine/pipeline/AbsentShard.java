package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import java.util.ArrayList;
import java.util.List;

/**
 * What to do at a shard that is not there: nothing is made of it. A bucket that is missing is full, but a shard may
 * have been merged, or not been split off yet, and then its tokens lie with another. If there is to be one, it is split
 * off from that other; if not, or if nobody knows whose tokens it should have, those who ask go elsewhere. Belongs to
 * the one who works the pipeline.
 */
final class AbsentShard {

    private final Site site;
    private final Work work;
    private final Transferrer transferrer;

    AbsentShard(Site site, Work work, Transferrer transferrer) {
        this.site = site;
        this.work = work;
        this.transferrer = transferrer;
    }

    /** Sends demands on to another shard, and corrections to the first. */
    void turnAway(boolean fresh, Outbox out) {
        if (!work.meter.isEmpty()) {
            site.home().meter(work.meter.drain(), out);
        }
        redirect(work.debits.drain(), out);
        CorrectionSum back = work.credits.drain();
        if (!back.isEmpty()) {
            // It is not tried here again, when others are full.
            back.tried(site.shard());
            back.helpsNobody();
            site.home().goesBack(back, out);
        }
        if (work.waitlist.pending.isEmpty()) {
            return;
        }
        if (!fresh) {
            transferrer.found();
            work.state.forget();
            return;
        }
        // The tokens of a shard that is to be split off lie with one that is asked as well.
        if (site.home().outlook().loaded()
                && !transferrer.inVain()
                && work.waitlist.pending.stream().anyMatch(Demand::firstChoice)) {
            transferrer.splitOff(out);
            return;
        }
        List<Demand> all = new ArrayList<>(work.waitlist.pending);
        work.waitlist.pending.clear();
        for (Demand demand : all) {
            demand.finish(new Demand.Outcome.Refused(List.of(), -1, false), out);
        }
    }

    private void redirect(CorrectionSum sum, Outbox out) {
        if (!sum.isEmpty()) {
            site.home().adjust(new Correction(sum.amounts(), DebtQueue.LAST, null), out);
            sum.settled();
        }
    }
}

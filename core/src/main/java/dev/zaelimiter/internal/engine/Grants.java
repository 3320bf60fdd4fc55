package dev.zaelimiter.internal.engine;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Rates;

/** Tells the demands of a written batch that they have their tokens, or will have them. Belongs to the pipeline. */
final class Grants {

    private final Engine engine;
    private final Work work;

    Grants(Engine engine, Work work) {
        this.engine = engine;
        this.work = work;
    }

    /** Tells each demand of a batch that was written. */
    void tell(Batch batch, Outbox out) {
        long[] waits = batch.anyWaits ? waits(batch) : null;
        work.letGo(batch.demands.size());
        for (int d = 0; d < batch.demands.size(); d++) {
            Demand demand = batch.demands.get(d);
            Demand.Outcome outcome =
                    waits == null || waits[d] == 0 ? Demand.Outcome.NOW : new Demand.Outcome.Granted(waits[d]);
            if (!demand.finish(outcome, out) && !demand.keepIfLate) {
                giveBack(demand, batch);
            }
        }
    }

    /** How long each demand waits until its part of the debt has come back: those in front owe less. */
    private long[] waits(Batch batch) {
        long[] waits = new long[batch.demands.size()];
        BucketImage image = Work.imageOf(work.state);
        if (image == null) {
            return waits;
        }
        long now = engine.environment().wallMillis();
        long[] later = new long[batch.base.layout().size()];
        for (int d = batch.demands.size() - 1; d >= 0; d--) {
            Demand demand = batch.demands.get(d);
            for (int k = 0; k < demand.takes.amounts().length; k++) {
                int i = Batch.index(demand, k);
                long amount = demand.takes.amounts()[k];
                if (i >= 0 && amount > 0 && !batch.isSoft(i)) {
                    int at = image.layout().indexOf(batch.base.layout().name(i));
                    if (demand.takes.waitMillis() > 0 && at >= 0) {
                        waits[d] = Math.max(
                                waits[d], image.millisUntil(at, governing(batch, i, image, at), -later[i], now));
                    }
                    later[i] += amount;
                }
            }
        }
        return waits;
    }

    /** The numbers of a limit, which may stand elsewhere in the image that came back: others add and remove limits. */
    private static Rates governing(Batch batch, int i, BucketImage image, int at) {
        return image.layout() == batch.base.layout()
                ? batch.by
                : image.rates().with(at, batch.by.cap(i), batch.by.ra(i), batch.by.rp(i));
    }

    /** Nobody waits for these tokens any more. */
    private void giveBack(Demand demand, Batch batch) {
        Adjustment credit = new Adjustment();
        for (int k = 0; k < demand.takes.amounts().length; k++) {
            int i = Batch.index(demand, k);
            if (i >= 0 && demand.takes.amounts()[k] > 0) {
                credit.add(batch.base.layout().name(i), demand.takes.amounts()[k]);
            }
        }
        engine.adjustmentQueued();
        credit.count(engine::adjustmentSettled, work.nowNanos());
        work.creditQueued(credit);
    }
}

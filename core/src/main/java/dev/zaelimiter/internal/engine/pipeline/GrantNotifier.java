package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.guard.OneByOne;

/** Tells the demands of a written batch that they have their tokens, or will have them. Belongs to the pipeline. */
final class GrantNotifier {

    private final Engine engine;
    private final Work work;
    private final Holdback holdback;

    GrantNotifier(Engine engine, Work work, Holdback holdback) {
        this.engine = engine;
        this.work = work;
        this.holdback = holdback;
    }

    /**
     * Tells each demand of a batch that was written.
     *
     * @param flight its write
     * @param answered whether the last image is the one that it left; else others, who leave its mark there, may have
     *     taken since
     */
    void tell(InFlightWrite flight, boolean answered, Outbox out) {
        Batch batch = flight.batch;
        // It was written only if each debt comes back within its wait from then on, and not for a longer one of others.
        long agedMillis = answered ? -1 : (engine.environment().monotonicNanos() - flight.sentNanos) / 1_000_000;
        long[] waits = batch.anyWaits ? waits(batch, agedMillis) : null;
        holdback.letGo(batch.demands.size());
        batch.told = true;
        OneByOne thrown = null;
        for (int d = 0; d < batch.demands.size(); d++) {
            try {
                tell(batch.demands.get(d), waits == null ? 0 : waits[d], batch, out);
            } catch (RuntimeException | Error fault) {
                thrown = OneByOne.also(thrown, fault);
            }
        }
        if (thrown != null) {
            thrown.end();
        }
    }

    private void tell(Demand demand, long wait, Batch batch, Outbox out) {
        demand.place = demand.debt == null ? work.debts.place() : demand.debt.place();
        Demand.Outcome outcome = wait == 0 ? Demand.Outcome.NOW : new Demand.Outcome.Granted(wait);
        if (!demand.finish(outcome, out)) {
            unheard(demand, batch);
        }
    }

    /** What was taken for somebody who is told that it failed goes back; where he stood among others is not known. */
    void takeBack(Demand demand, Batch batch) {
        demand.place = DebtQueue.LAST;
        unheard(demand, batch);
    }

    /** How long each demand waits until its part of the debt has come back: those in front owe less. */
    private long[] waits(Batch batch, long agedMillis) {
        long[] waits = new long[batch.demands.size()];
        BucketImage image = Work.imageOf(work.state);
        if (image == null) {
            return waits;
        }
        long[] behind = new long[batch.base.layout().size()];
        for (Demand demand : batch.demands) {
            addTo(behind, demand, 1);
        }
        long now = engine.environment().wallMillis();
        for (int d = 0; d < waits.length; d++) {
            Demand demand = batch.demands.get(d);
            addTo(behind, demand, -1);
            if (demand.take.waitMillis() > 0) {
                // Another has taken the stamp back meanwhile, and left out what was to come back, or has set it so far
                // ahead that the next one does so: by hours, perhaps.
                boolean bound = agedMillis >= 0 || image.takenBackAfter(now) != null;
                long most = bound ? Math.max(0, demand.take.waitMillis() - Math.max(0, agedMillis)) : Long.MAX_VALUE;
                waits[d] = owe(demand, batch, image, behind, now, most);
            }
        }
        return waits;
    }

    private static void addTo(long[] amounts, Demand demand, int sign) {
        for (int k = 0; k < demand.take.amounts().length; k++) {
            int i = Batch.index(demand, k);
            if (i >= 0) {
                amounts[i] += sign * demand.take.amounts()[k];
            }
        }
    }

    /** Notes what a demand has to wait for, and says how long: no longer than it may. */
    private long owe(Demand demand, Batch batch, BucketImage image, long[] behind, long now, long mayWait) {
        long most = 0;
        for (int k = 0; k < demand.take.amounts().length; k++) {
            int i = Batch.index(demand, k);
            int at = i < 0 || batch.isSoft(i)
                    ? -1
                    : image.layout().indexOf(batch.base.layout().name(i));
            if (at >= 0 && demand.take.amounts()[k] > 0) {
                Rates by = governing(batch, i, image, at);
                long wait = Math.min(mayWait, image.millisUntil(at, by, -behind[i], now));
                if (wait > 0) {
                    demand.debt = demand.debt == null ? work.debts.enter(image.shardCount()) : demand.debt;
                    long paidAt = engine.environment().monotonicNanos() + wait * 1_000_000;
                    demand.debt.owes(image.layout().name(at), by.ra(at), by.rp(at), paidAt);
                    most = Math.max(most, wait);
                }
            }
        }
        return most;
    }

    /** The numbers of a limit, which may stand elsewhere in the image that came back: others add and remove limits. */
    private static Rates governing(Batch batch, int i, BucketImage image, int at) {
        return image.layout() == batch.base.layout()
                ? batch.by
                : image.rates()
                        .with(at, batch.by.cap(i), batch.by.ra(i), batch.by.rp(i))
                        .reserving(at, batch.by.reserve(i));
    }

    /** Nobody waits for these tokens any more: they go back, unless their caller was let through without an answer. */
    private void unheard(Demand demand, Batch batch) {
        if (demand.debt != null) {
            demand.debt.leave();
        }
        if (demand.keepIfLate) {
            return;
        }
        CorrectionSum credit = new CorrectionSum();
        for (int k = 0; k < demand.take.amounts().length; k++) {
            int i = Batch.index(demand, k);
            if (i >= 0 && demand.take.amounts()[k] > 0) {
                credit.add(batch.base.layout().name(i), demand.take.amounts()[k]);
            }
        }
        engine.adjustmentQueued();
        credit.grantedAt(demand.place);
        credit.count(engine::adjustmentSettled, work.nowNanos());
        work.creditQueued(credit);
    }
}

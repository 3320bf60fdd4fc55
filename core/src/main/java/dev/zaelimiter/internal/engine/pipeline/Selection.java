package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.CallLimits;
import dev.zaelimiter.internal.engine.planning.LimitsInForce;
import dev.zaelimiter.internal.engine.planning.SoftLimits;
import dev.zaelimiter.internal.engine.planning.Statuses;
import dev.zaelimiter.store.Item;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Chooses from the queue what goes into the next write, first come first served, and answers what needs no write.
 * Belongs to the pipeline.
 */
final class Selection {

    private final Site site;
    private final Binder binder;
    private final BucketImage base;
    private final @Nullable Item item;
    private final @Nullable Resolution config;
    private final long limitsMark;
    private final Gains gains;
    private final boolean fresh;

    Selection(
            Site site,
            BindingCache bindings,
            BucketImage base,
            @Nullable BucketSnapshot seen,
            @Nullable Resolution config,
            Gains gains,
            boolean fresh) {
        this.site = site;
        this.item = seen == null ? null : seen.item();
        this.limitsMark = seen == null ? -1 : seen.background().limitsMark();
        this.binder = new Binder(site, bindings, base, item, config);
        this.base = base;
        this.config = config;
        this.gains = gains;
        this.fresh = fresh;
    }

    /** What is in the way of demands that were left in the queue; of several obstacles the one that was met last. */
    Obstacle obstacle() {
        return binder.obstacle();
    }

    List<Limit> missingCallLimits() {
        return binder.missingCallLimits();
    }

    /** Moves what fits from the queue into a batch. Demands under limits of their own go in batches of their own. */
    Batch select(Queue<Demand> queue, CorrectionSum debits, CorrectionSum credits, Outbox out) {
        Batch batch = null;
        List<Limit> governing = null;
        for (Iterator<Demand> all = queue.iterator(); all.hasNext(); ) {
            Demand demand = all.next();
            if (!demand.queued()) {
                all.remove();
                continue;
            }
            if (batch != null && !Objects.equals(governing, demand.take.callLimits())) {
                continue;
            }
            if (!binder.bind(demand, out)) {
                if (!demand.alive()) {
                    all.remove();
                }
                continue;
            }
            if (asksNothing(demand)) {
                all.remove();
                demand.finish(Demand.Outcome.NOW, out);
                continue;
            }
            Batch open = batch != null ? batch : open(demand.take.heldTo(config).callLimits(), debits, credits);
            if (fits(demand, open)) {
                all.remove();
                if (joins(demand, open, out)) {
                    batch = open;
                    governing = demand.take.callLimits();
                }
            } else if (fresh) {
                all.remove();
                demand.finish(refusal(demand, open, true), out);
            } else {
                binder.met(Obstacle.STALE_IMAGE);
            }
        }
        return batch == null ? open(null, debits, credits) : batch;
    }

    /** Adds what fits; but a probe has its answer by that, and some are served sooner elsewhere. */
    private boolean joins(Demand demand, Batch open, Outbox out) {
        if (demand.probe) {
            demand.finish(Demand.Outcome.NOW, out);
            return false;
        }
        if (goesElsewhere(demand, open, out) || !demand.send()) {
            return false;
        }
        open.add(demand);
        return true;
    }

    private Batch open(@Nullable List<Limit> own, CorrectionSum debits, CorrectionSum credits) {
        int soft = SoftLimits.mask(config, own, base.layout());
        return new Batch(base, own == null ? gains : ownGains(own), debits, credits, soft);
    }

    private Gains ownGains(List<Limit> callLimits) {
        boolean besidePython = site.besidePython();
        Rates by = CallLimits.govern(
                base, callLimits, limit -> LimitsInForce.isStored(config, limitsMark, item, besidePython, limit));
        return Gains.of(base, by, gains.now(), null);
    }

    private static boolean asksNothing(Demand demand) {
        for (int k = 0; k < demand.take.amounts().length; k++) {
            if (Batch.index(demand, k) >= 0 && demand.take.amounts()[k] > 0) {
                return false;
            }
        }
        return true;
    }

    /** Would be granted as debt only, in one of several shards, and is served sooner in another one, perhaps. */
    private boolean goesElsewhere(Demand demand, Batch batch, Outbox out) {
        return demand.take.waitMillis() > 0
                && base.shardCount() > 1
                && !fits(demand, batch, false)
                && demand.waitElsewhere(out);
    }

    private boolean fits(Demand demand, Batch batch) {
        return fits(demand, batch, true);
    }

    private boolean fits(Demand demand, Batch batch, boolean mayOwe) {
        for (int k = 0; k < demand.take.amounts().length; k++) {
            int i = Batch.index(demand, k);
            long amount = demand.take.amounts()[k];
            if (i >= 0
                    && amount > 0
                    && !batch.isSoft(i)
                    && !Batch.fits(batch.totals, base, batch.gains, i, amount, mayOwe ? batch.mayOwe(demand, i) : 0)) {
                return false;
            }
        }
        return true;
    }

    Demand.Outcome refusal(Demand demand, Batch batch, boolean local) {
        return new Demand.Outcome.Refused(statuses(demand, batch), -1, local);
    }

    List<LimitStatus> statuses(Demand demand, Batch batch) {
        return Statuses.of(site.entity(), site.resource(), base, batch.by, gains.now(), new Statuses.Asked() {
            @Override
            public int size() {
                return demand.take.amounts().length;
            }

            @Override
            public int index(int k) {
                return Batch.index(demand, k);
            }

            @Override
            public long amount(int k) {
                return demand.take.amounts()[k];
            }

            @Override
            public long ahead(int i) {
                return batch.totals.taken(i) - batch.totals.credited(i);
            }

            @Override
            public long mayOwe(int i) {
                return batch.mayOwe(demand, i);
            }

            @Override
            public boolean soft(int i) {
                return batch.isSoft(i);
            }
        });
    }
}

package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.UnknownLimitException;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.CallLimits;
import dev.zaelimiter.internal.engine.planning.Held;
import dev.zaelimiter.internal.engine.planning.SoftLimits;
import dev.zaelimiter.internal.engine.planning.Statuses;
import dev.zaelimiter.internal.schema.KeptNames;
import dev.zaelimiter.store.Item;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Chooses from the queue what goes into the next write, first come first served, and answers what needs no write.
 * Belongs to the pipeline.
 */
final class Selection {

    /** What is in the way of demands that were left in the queue. */
    enum Obstacle {
        NONE,
        /** The image is too old to refuse from. */
        STALE_IMAGE,
        /** The bucket lacks a limit that is stored. */
        MISSING_LIMIT,
        /** The bucket lacks a limit that came with the call. */
        MISSING_CALL_LIMIT,
        /** What is known of the configuration is older than the demand. */
        STALE_CONFIG
    }

    private final Site site;
    private final Bindings bindings;
    private final BucketImage base;
    private final @Nullable Item item;
    private final @Nullable Resolution config;
    private final Gains gains;
    private final boolean fresh;
    private Obstacle obstacle = Obstacle.NONE;
    private @Nullable List<Limit> missingCallLimits;

    Selection(
            Site site,
            Bindings bindings,
            BucketImage base,
            @Nullable Item item,
            @Nullable Resolution config,
            Gains gains,
            boolean fresh) {
        this.site = site;
        this.bindings = bindings;
        this.base = base;
        this.item = item;
        this.config = config;
        this.gains = gains;
        this.fresh = fresh;
    }

    Obstacle obstacle() {
        return obstacle;
    }

    List<Limit> missingCallLimits() {
        return missingCallLimits == null ? List.of() : missingCallLimits;
    }

    /** Moves what fits from the queue into a batch. Demands under limits of their own go in batches of their own. */
    Batch select(Queue<Demand> queue, Adjustment debits, Adjustment credits, Outbox out) {
        Batch batch = null;
        List<Limit> governing = null;
        for (Iterator<Demand> all = queue.iterator(); all.hasNext(); ) {
            Demand demand = all.next();
            if (!demand.queued()) {
                all.remove();
                continue;
            }
            if (batch != null && !Objects.equals(governing, demand.takes.callLimits())) {
                continue;
            }
            if (!bind(demand, out)) {
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
            Batch open =
                    batch != null ? batch : open(demand.takes.heldTo(config).callLimits(), debits, credits);
            if (fits(demand, open)) {
                all.remove();
                if (demand.probe) {
                    demand.finish(Demand.Outcome.NOW, out);
                } else if (demand.send()) {
                    open.add(demand);
                    batch = open;
                    governing = demand.takes.callLimits();
                }
            } else if (fresh) {
                all.remove();
                demand.finish(refusal(demand, open, true), out);
            } else {
                obstacle = Obstacle.STALE_IMAGE;
            }
        }
        return batch == null ? open(null, debits, credits) : batch;
    }

    private Batch open(@Nullable List<Limit> own, Adjustment debits, Adjustment credits) {
        int soft = SoftLimits.mask(config, own, base.layout());
        return new Batch(base, own == null ? gains : ownGains(own), debits, credits, soft);
    }

    private Gains ownGains(List<Limit> callLimits) {
        return Gains.of(base, CallLimits.govern(base, callLimits), gains.now(), null);
    }

    /** Finds each name in the bucket. False if that has to wait, or if it ended the demand. */
    private boolean bind(Demand demand, Outbox out) {
        if (demand.boundTo == base.layout()) {
            return true;
        }
        boolean stored = config == null || !config.nothingStored();
        if (!stored && !mayHold(demand, out)) {
            return false;
        }
        int[] known = stored ? bindings.known(demand.takes, base.layout()) : null;
        if (known != null) {
            demand.bound = known;
            demand.boundTo = base.layout();
            return true;
        }
        String[] names = demand.takes.names();
        int[] bound = new int[names.length];
        boolean plain = stored;
        for (int k = 0; k < names.length; k++) {
            bound[k] = Held.holds(config, item, demand.takes, names[k])
                    ? base.layout().indexOf(names[k])
                    : -1;
            plain &= bound[k] >= 0;
            if (bound[k] < 0 && !absent(demand, names[k], out)) {
                return false;
            }
        }
        if (plain) {
            bindings.bound(demand.takes, base.layout(), bound);
        }
        demand.bound = bound;
        demand.boundTo = base.layout();
        if (demand.removed != null && !demand.removedReported) {
            demand.removed.forEach(site::skipped);
            demand.removedReported = true;
        }
        return true;
    }

    /**
     * Whether any limit holds for a demand where nothing is stored: one that came with a call, this or another. What else the
     * bucket carries has been deleted, and is as if it were not there.
     */
    private boolean mayHold(Demand demand, Outbox out) {
        if (demand.takes.callLimits() != null || Held.anyOfCalls(item)) {
            return true;
        }
        if (config == null || config.oldestRead() <= demand.configMark) {
            obstacle = Obstacle.STALE_CONFIG;
        } else {
            demand.finish(new Demand.Outcome.Failed(new NoLimitsException(site.entity(), site.resource())), out);
        }
        return false;
    }

    /** What to do about a name that the bucket does not have. True if the demand can go on without it. */
    private boolean absent(Demand demand, String name, Outbox out) {
        Limit callLimit = demand.takes.callLimit(name);
        if (callLimit != null) {
            missingCallLimits = missingCallLimits == null ? new ArrayList<>() : missingCallLimits;
            if (base.layout().size() + missingCallLimits.size() >= BucketLayout.MAX_LIMITS) {
                demand.finish(
                        new Demand.Outcome.Failed(new InvalidInputException(
                                "limits",
                                name,
                                "at most " + (BucketLayout.MAX_LIMITS - 1)
                                        + " limits on one bucket, those of calls included; use the same few names")),
                        out);
                return false;
            }
            obstacle = Obstacle.MISSING_CALL_LIMIT;
            if (missingCallLimits.stream().noneMatch(limit -> limit.name().equals(name))) {
                missingCallLimits.add(callLimit);
            }
            return false;
        }
        if (config != null && config.limit(name) != null) {
            obstacle = Obstacle.MISSING_LIMIT;
            return false;
        }
        if ((config != null && config.gone().contains(name))
                || KeptNames.removed(item).contains(name)) {
            demand.removed = with(demand.removed, name);
            return true;
        }
        if (demand.takes.callLimits() == null && (config == null || config.oldestRead() <= demand.configMark)) {
            obstacle = Obstacle.STALE_CONFIG;
            return false;
        }
        if (demand.tolerant) {
            demand.unknown = with(demand.unknown, name);
            return true;
        }
        Set<String> known = new TreeSet<>();
        for (int i = 0; i < base.layout().size(); i++) {
            if (i != base.layout().wcu()
                    && Held.holds(config, item, demand.takes, base.layout().name(i))) {
                known.add(base.layout().name(i));
            }
        }
        demand.finish(
                new Demand.Outcome.Failed(new UnknownLimitException(site.entity(), site.resource(), name, known)), out);
        return false;
    }

    private static Set<String> with(@Nullable Set<String> names, String name) {
        Set<String> more = names == null ? new TreeSet<>() : names;
        more.add(name);
        return more;
    }

    private static boolean asksNothing(Demand demand) {
        for (int k = 0; k < demand.takes.amounts().length; k++) {
            if (Batch.index(demand, k) >= 0 && demand.takes.amounts()[k] > 0) {
                return false;
            }
        }
        return true;
    }

    private boolean fits(Demand demand, Batch batch) {
        for (int k = 0; k < demand.takes.amounts().length; k++) {
            int i = Batch.index(demand, k);
            long amount = demand.takes.amounts()[k];
            if (i >= 0 && amount > 0 && !batch.isSoft(i)) {
                long balance =
                        Math.min(batch.by.cap(i), BucketMath.plus(batch.gains.balance(base, i), batch.ask.credited(i)));
                if (amount > batch.by.most(i) || !batch.ask.fits(i, amount, batch.mayOwe(demand, i), balance)) {
                    return false;
                }
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
                return demand.takes.amounts().length;
            }

            @Override
            public int index(int k) {
                return Batch.index(demand, k);
            }

            @Override
            public long amount(int k) {
                return demand.takes.amounts()[k];
            }

            @Override
            public long ahead(int i) {
                return batch.ask.taken(i) - batch.ask.credited(i);
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

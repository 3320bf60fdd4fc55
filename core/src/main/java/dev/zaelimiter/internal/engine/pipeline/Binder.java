package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.UnknownLimitException;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.LimitsInForce;
import dev.zaelimiter.internal.schema.KeptNames;
import dev.zaelimiter.store.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the limits that demands name in one bucket, and says what is in the way of those that can't go on without one
 * that it lacks. Belongs to the one who works the pipeline.
 */
@SuppressWarnings("ReferenceEquality") // a demand is bound to one layout, and anew to any other
final class Binder {

    private final Site site;
    private final BindingCache bindings;
    private final BucketImage base;
    private final @Nullable Item item;
    private final @Nullable Resolution config;
    private Obstacle obstacle = Obstacle.NONE;
    private @Nullable List<Limit> missingCallLimits;

    /**
     * For one bucket as it was seen, or as it would be made.
     *
     * @param base its image
     * @param item its item, or null if it is not there
     * @param config what is stored for it, or null if that is not known
     */
    Binder(Site site, BindingCache bindings, BucketImage base, @Nullable Item item, @Nullable Resolution config) {
        this.site = site;
        this.bindings = bindings;
        this.base = base;
        this.item = item;
        this.config = config;
    }

    Obstacle obstacle() {
        return obstacle;
    }

    /** Something is in the way of a demand. */
    void met(Obstacle another) {
        obstacle = another;
    }

    List<Limit> missingCallLimits() {
        return missingCallLimits == null ? List.of() : missingCallLimits;
    }

    /** Finds each name in the bucket. False if that has to wait, or if it ended the demand. */
    boolean bind(Demand demand, Outbox out) {
        if (demand.boundTo == base.layout()) {
            return true;
        }
        boolean stored = config == null || !config.nothingStored();
        if (!stored && !mayHold(demand, out)) {
            return false;
        }
        int[] known = stored ? bindings.known(demand.take, base.layout()) : null;
        if (known != null) {
            demand.bound = known;
            demand.boundTo = base.layout();
            return true;
        }
        String[] names = demand.take.names();
        int[] bound = new int[names.length];
        boolean plain = stored;
        for (int k = 0; k < names.length; k++) {
            bound[k] = LimitsInForce.holds(config, item, demand.take, names[k])
                    ? base.layout().indexOf(names[k])
                    : -1;
            plain &= bound[k] >= 0;
            if (bound[k] < 0 && !absent(demand, names[k], out)) {
                return false;
            }
        }
        if (plain) {
            bindings.bound(demand.take, base.layout(), bound);
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
     * Whether any limit holds for a demand where nothing is stored: one that came with a call, this or another. What
     * else the bucket carries has been deleted, and is as if it were not there.
     */
    private boolean mayHold(Demand demand, Outbox out) {
        if (demand.take.callLimits() != null || LimitsInForce.anyOfCalls(item)) {
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
        Limit callLimit = demand.take.callLimit(name);
        if (callLimit != null) {
            comesWithTheCall(demand, callLimit, out);
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
        if (demand.take.callLimits() == null
                && (config == null || Math.min(config.oldestRead(), config.goneRead()) <= demand.configMark)) {
            obstacle = Obstacle.STALE_CONFIG;
            return false;
        }
        if (demand.tolerant) {
            demand.unknown = with(demand.unknown, name);
            return true;
        }
        demand.finish(
                new Demand.Outcome.Failed(
                        new UnknownLimitException(site.entity(), site.resource(), name, known(demand))),
                out);
        return false;
    }

    /** The bucket is to be given it first, unless it has as many as a bucket may have. */
    private void comesWithTheCall(Demand demand, Limit limit, Outbox out) {
        missingCallLimits = missingCallLimits == null ? new ArrayList<>() : missingCallLimits;
        if (base.layout().size() + missingCallLimits.size() >= BucketLayout.MAX_LIMITS) {
            demand.finish(
                    new Demand.Outcome.Failed(new InvalidInputException(
                            "limits",
                            limit.name(),
                            "at most " + (BucketLayout.MAX_LIMITS - 1)
                                    + " limits on one bucket, those of calls included; use the same few names")),
                    out);
            return;
        }
        obstacle = Obstacle.MISSING_CALL_LIMIT;
        if (missingCallLimits.stream().noneMatch(each -> each.name().equals(limit.name()))) {
            missingCallLimits.add(limit);
        }
    }

    /** The names that hold for a request here. */
    private Set<String> known(Demand demand) {
        Set<String> known = new TreeSet<>();
        for (int i = 0; i < base.layout().size(); i++) {
            if (i != base.layout().wcu()
                    && LimitsInForce.holds(
                            config, item, demand.take, base.layout().name(i))) {
                known.add(base.layout().name(i));
            }
        }
        return known;
    }

    private static Set<String> with(@Nullable Set<String> names, String name) {
        Set<String> more = names == null ? new TreeSet<>() : names;
        more.add(name);
        return more;
    }
}

package dev.zaelimiter.internal.engine.shards;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.PlanContext;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.MultiShardDemand;
import dev.zaelimiter.internal.engine.planning.ItemSize;
import dev.zaelimiter.internal.engine.planning.MultiShardPlanner;
import dev.zaelimiter.internal.engine.planning.ShardTotals;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.engine.planning.Tokens;
import dev.zaelimiter.internal.engine.planning.Told;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One reading of all shards of a bucket, spread over those who wait under the same limits of the call as the first of
 * them. Belongs to the one who works the pipeline of the first shard.
 */
final class MultiShardRound {

    private final Engine engine;
    private final BucketPipeline home;
    private final List<MultiShardReader.Shard> shards;
    private final @Nullable List<Limit> governing;
    private final MultiShardPlanner planner;
    private final List<MultiShardTransaction.Granted> granted = new ArrayList<>();
    /** By all who take. */
    private Tokens taken = Tokens.NONE;

    MultiShardRound(Engine engine, BucketPipeline home, List<MultiShardReader.Shard> shards, MultiShardDemand first) {
        this.engine = engine;
        this.home = home;
        this.shards = shards;
        this.governing = first.take.callLimits();
        this.planner = planner(engine);
        shards.forEach(shard -> planner.add(
                shard.seen(),
                home.outlook().governing(first.take, shard.seen()),
                shard.pipeline().outlook().soft(first.take, shard.seen().image())));
    }

    /** No shards yet. */
    static MultiShardPlanner planner(Engine engine) {
        return new MultiShardPlanner(engine.environment().wallMillis());
    }

    /**
     * The shard that serves a part by itself, by its place; negative if several are to serve it, or none can. What was
     * read decides whether there are several: the first shard's pipeline may not have heard of a merge yet.
     */
    static int alone(BucketPipeline home, MultiShardDemand part, MultiShardPlanner planner) {
        return planner.shards() > 1 && ShardRouter.isServedTogether(home, part.take)
                ? -1
                : planner.alone(part.wanted());
    }

    boolean isFor(MultiShardDemand part) {
        return Objects.equals(governing, part.take.callLimits());
    }

    /**
     * Takes what a part wants, sends it elsewhere, or refuses it.
     *
     * @return whether it is to be planned again: it does not fit behind others that take, and what it would be told is
     *     what they leave
     */
    boolean serve(MultiShardDemand part, Outbox out) {
        TakeRequest wanted = part.wanted();
        int alone = alone(home, part, planner);
        if (alone >= 0) {
            part.goTo(shards.get(alone).pipeline().shard(), out);
            return false;
        }
        int lacking = planner.lacking(wanted);
        if (lacking >= 0) {
            // It learns the limit there, and comes back.
            part.learnAt(shards.get(lacking).pipeline().shard(), out);
            return false;
        }
        // Before anything is asked of a shard: what nobody waits for must not be taken.
        MultiShardPlanner.Fit fit = part.send() ? planner.take(wanted) : null;
        if (fit != null) {
            granted.add(granted(part, fit));
            return false;
        }
        if (!granted.isEmpty() && part.requeue()) {
            return true;
        }
        part.refuse(-1, false, out);
        return false;
    }

    private MultiShardTransaction.Granted granted(MultiShardDemand part, MultiShardPlanner.Fit fit) {
        List<MultiShardTarget.Given> given = new ArrayList<>();
        fit.given()
                .forEach(from -> given.add(
                        new MultiShardTarget.Given(shards.get(from.place()).pipeline(), from.tokens())));
        fit.given().forEach(from -> taken = taken.plus(from.tokens()));
        return new MultiShardTransaction.Granted(part, fit.waitMillis(), given, left(part));
    }

    /** How the limits of all shards stand after what is taken so far. */
    private List<LimitStatus> left(MultiShardDemand part) {
        ShardTotals totals = new ShardTotals(
                home.outlook().heldToStored(part.take),
                Told.AFTER,
                home.outlook().finest(),
                engine.environment().wallMillis());
        shards.forEach(shard -> totals.add(
                shard.seen().image(),
                home.outlook().governing(part.take, shard.seen()),
                shard.pipeline().outlook().soft(part.take, shard.seen().image())));
        totals.less(taken);
        return totals.statuses(home.entity(), home.resource());
    }

    /** Those who take. */
    List<MultiShardTransaction.Granted> granted() {
        return granted;
    }

    /**
     * Renders the writes of all that is taken.
     *
     * @param wid the id of this set of takes
     * @param writes where they are added
     * @return how long some partition has to rest first, in milliseconds; 0 if all was written
     */
    long render(long wid, List<Write> writes) {
        long rest = planner.render(wid, engine.store().traits().writesMayLandLate(), this::context, writes);
        for (int s = 0; rest == 0 && writes.size() < 2; s++) {
            Key key = shards.get(s).pipeline().key();
            if (writes.stream().noneMatch(write -> write.key().equals(key))) {
                writes.add(Write.of(WriteShape.check(Condition.itemExists()), key));
            }
        }
        return rest;
    }

    /** In a transaction a write costs twice. */
    private PlanContext context(ShardTransfer.Seen seen) {
        long cost = 2 * BucketMath.MILLI * ItemSize.writeUnits(seen.item());
        boolean gate = engine.store().traits().writeUnitsPerSecond() > 0;
        return new PlanContext(false, 0, 0, 0, cost, gate, engine.options().ttlMultiplier());
    }

    /** The items that all is planned from. */
    Map<Key, Item> items() {
        Map<Key, Item> from = new HashMap<>();
        shards.forEach(shard -> from.put(shard.pipeline().key(), shard.seen().item()));
        return from;
    }
}

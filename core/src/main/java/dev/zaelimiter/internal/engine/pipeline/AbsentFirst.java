package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimiterFaultException;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.internal.schema.MissingShards;
import dev.zaelimiter.internal.schema.ShardTransfer.Seen;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What to do beside the Python system where the first shard is not there, which gives each shard an end of its own:
 * made as a bucket of its own it would hold the whole limit beside the others. So others are looked for before, and if
 * there is one, the first is made under its count, with nothing in it. Belongs to the one who works the pipeline.
 *
 * <p>What a read has shown counts until another read shows something else. A call that brings no answer shows nothing:
 * it is made again, after a rest, until nobody waits any more; and one that the store denies is told.
 */
final class AbsentFirst implements ShardCalls.Trouble {

    private final Engine engine;
    private final Site site;
    private final Work work;
    private final ShardCalls calls;

    AbsentFirst(Engine engine, Site site, Work work) {
        this.engine = engine;
        this.site = site;
        this.work = work;
        this.calls = new ShardCalls(engine, work, this);
    }

    /** Whether no read has shown yet that the bucket may be made as one of its own. */
    boolean mayBeBesideOthers() {
        return engine.python().isKnown() && !work.state.sawNoOther();
    }

    /** Looks for others, and makes the first shard beside them. */
    void makeBesideOthers(Outbox out) {
        Map<Key, Integer> shards = new LinkedHashMap<>();
        for (int shard : work.state.shardsToLookFor()) {
            shards.put(engine.keys().bucket(site.entity(), site.resource(), shard), shard);
        }
        engine.telemetry().countRead();
        calls.await(engine.store().batchGet(shards.keySet()), out, (items, o) -> {
            Map<Integer, Seen> there = new TreeMap<>();
            items.forEach((key, item) -> {
                Integer shard = shards.get(key);
                if (shard != null) {
                    there.put(shard, Seen.of(item, engine.schema(item.layout())));
                }
            });
            read(there, items, o);
        });
    }

    private void read(Map<Integer, Seen> there, Map<Key, Item> items, Outbox out) {
        Seen first = there.get(0);
        Seen other = MissingShards.finest(there);
        if (first != null || other == null) {
            work.state.see(first == null ? null : first.item(), 0, work.nowNanos(), work.wallMillis());
            work.imageRead();
            calls.succeeded();
            if (first == null) {
                work.state.seesNoOther();
            }
            return;
        }
        long now = engine.environment().wallMillis();
        List<Write> writes = MissingShards.first(engine.keys(), other, now, engine.newWid());
        calls.transact("a shard that was missing", writes, items, out, o -> {});
    }

    @Override
    public void forestalled(Outbox out) {
        // Corrections alone have nobody's deadline: they are lost when they are too old, and nothing is tried for ever.
        work.giveUpOld(new StoreException.Conflict("others changed the shards each time", null));
        work.slot.rest(calls.backoffNanos());
    }

    @Override
    public void fault(LimiterFaultException fault, Outbox out) {
        work.failWrites(fault, out);
        work.slot.rest(calls.backoffNanos());
    }

    @Override
    public void damaged(DamagedBucketException damaged, Outbox out) {
        work.failWrites(told(engine.store().traits().name() + ": " + damaged.getMessage(), damaged), out);
    }

    @Override
    public void failed(StoreException failure, Outbox out) {
        work.lastFailure(failure);
        if (failure.retryable()) {
            work.giveUpOld(failure);
            work.slot.rest(calls.backoffNanos());
        } else {
            work.failWrites(
                    engine.ended()
                            ? new RepositoryClosedException()
                            : told(String.valueOf(failure.getMessage()), failure),
                    out);
        }
    }

    private RateLimiterUnavailableException told(String reason, RuntimeException cause) {
        return new RateLimiterUnavailableException(site.entity(), site.resource(), reason, cause);
    }

    void keep(ColdBucket cold) {
        if (calls.failures() != 0) {
            cold.rare().firstFailures = calls.failures();
        }
    }

    void goOn(ColdBucket cold) {
        ColdBucket.Rare rare = cold.anyRare();
        calls.goOn(rare == null ? 0 : rare.firstFailures);
    }
}

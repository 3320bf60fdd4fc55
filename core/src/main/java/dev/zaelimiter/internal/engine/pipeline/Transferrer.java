package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimiterFaultException;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.internal.schema.MissingShards;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.internal.schema.ShardTransfer.Seen;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sends splits and merges from one pipeline, which waits meanwhile. Belongs to the one who works it.
 *
 * <p>Each is decided on what was just read, and pinned. Nothing is sent twice, and nothing has to be known of how it
 * ended: landed or not, now or later, it moves tokens and makes none. The shard is looked at afterwards.
 */
final class Transferrer implements ShardCalls.Trouble {

    private static final int MAX_TRIES = 6;
    /** For the sake of a time that is told a missing shard is looked for so often at most. */
    private static final long MAKES_AGAIN_NANOS = 1_000_000_000;

    /** What is denied, or at fault, stays so for some time. */
    private static final long HOPELESS_NANOS = 10_000_000_000L;

    private final Engine engine;
    private final Site site;
    private final Work work;
    private final Division division;
    private final ShardCalls calls;
    private int tries;
    /** When missing shards were last to be made for the sake of a time. */
    private @Nullable Long triedToMake;

    Transferrer(Engine engine, Site site, Work work, Division division) {
        this.engine = engine;
        this.site = site;
        this.work = work;
        this.division = division;
        this.calls = new ShardCalls(engine, work, this);
    }

    private interface Choice {
        /** The transaction, or null if there is nothing to be moved. */
        @Nullable
        List<Write> of(Map<Integer, Seen> shards, long nowMillis, long wid);
    }

    /** Divides the pipeline's shard, as it was last seen; beside the Python system, all shards. */
    void split(Item shard, Outbox out) {
        found();
        if (engine.python().isKnown()) {
            read(all(), this::splitEvenly, out);
            return;
        }
        long now = engine.environment().wallMillis();
        send(
                ShardTransfer.split(engine.keys(), Seen.of(shard, engine.schema(shard.layout())), now, engine.newWid()),
                Map.of(shard.key(), shard),
                out);
    }

    /**
     * Divides all that believe in the fewest shards, in one transaction: whoever sees one of them with the new count
     * finds the others. The Python system makes each shard that it does not find, full.
     */
    private @Nullable List<Write> splitEvenly(Map<Integer, Seen> shards, long now, long wid) {
        long count = shards.values().stream()
                .mapToLong(seen -> seen.image().shardCount())
                .min()
                .orElse(Shares.MAX);
        List<Write> writes = new ArrayList<>();
        for (int shard = 0; shard < count; shard++) {
            Seen seen = shards.get(shard);
            if (seen == null || count >= Shares.MAX) {
                return null;
            }
            if (seen.image().shardCount() == count) {
                writes.addAll(ShardTransfer.split(engine.keys(), seen, now, wid));
            }
        }
        return writes;
    }

    /** Makes the pipeline's shard one with its upper half, or first that one with its own. */
    void merge(Outbox out) {
        found();
        read(
                all(),
                (shards, now, wid) -> {
                    Seen own = shards.get(site.shard());
                    Seen home = shards.get(0);
                    if (own == null || home == null) {
                        return null;
                    }
                    boolean follows = site.shard() > 0;
                    return (follows && own.image().shardCount() <= home.image().shardCount())
                                    || Division.inDebt(own.image(), now)
                            ? null
                            : Merging.upwards(shards, own, now, wid);
                },
                out);
    }

    /** Whether it was tried often enough to have the pipeline's shard split off, which is not there. */
    boolean inVain() {
        return tries >= MAX_TRIES;
    }

    /**
     * Has the pipeline's shard split off from the one that owns its slot, if there are to be so many; unless somebody
     * waits here whom only the whole serves, and who is better sent there.
     */
    void splitOff(Outbox out) {
        tries++;
        read(
                all(),
                (shards, now, wid) -> {
                    Seen home = shards.get(0);
                    boolean expected =
                            home != null && site.shard() < home.image().shardCount();
                    Seen owner = expected ? MissingShards.owner(shards, site.shard()) : null;
                    if (owner == null) {
                        tries = MAX_TRIES;
                        List<Write> missing = engine.python().isKnown() && expected
                                ? MissingShards.all(engine.keys(), shards, now, wid)
                                : List.of();
                        return missing.isEmpty() ? null : missing;
                    }
                    if (work.waitlist.pending.stream()
                            .anyMatch(demand -> Division.servesOnlyWhole(owner.image(), demand.take, now))) {
                        tries = MAX_TRIES;
                        return null;
                    }
                    return ShardTransfer.split(engine.keys(), owner, now, wid);
                },
                out);
    }

    boolean mayMake() {
        return triedToMake == null || work.nowNanos() - triedToMake >= MAKES_AGAIN_NANOS;
    }

    /** Makes all shards, empty, that the Python system has counted and not made. */
    void makeMissing(Outbox out) {
        triedToMake = work.nowNanos();
        read(
                all(),
                (shards, now, wid) -> {
                    List<Write> missing = MissingShards.all(engine.keys(), shards, now, wid);
                    return missing.isEmpty() ? null : missing;
                },
                out);
    }

    /** The shard is there. */
    void found() {
        tries = 0;
    }

    private List<Integer> all() {
        List<Integer> all = new ArrayList<>();
        for (int shard = 0; shard < Shares.MAX; shard++) {
            all.add(shard);
        }
        return all;
    }

    private void read(List<Integer> shards, Choice choice, Outbox out) {
        List<Key> keys = new ArrayList<>();
        for (int shard : shards) {
            keys.add(engine.keys().bucket(site.entity(), site.resource(), shard));
        }
        engine.telemetry().countRead();
        long began = engine.environment().monotonicNanos();
        calls.await(engine.store().batchGet(keys), out, (items, o) -> {
            Map<Integer, Seen> found = new TreeMap<>();
            for (int i = 0; i < keys.size(); i++) {
                Item item = items.get(keys.get(i));
                if (item != null) {
                    found.put(shards.get(i), Seen.of(item, engine.schema(item.layout())));
                }
            }
            Item home = items.get(keys.get(0));
            if (home != null && site.shard() > 0) {
                site.home().saw(home, began, o);
            }
            List<Write> writes = choice.of(found, engine.environment().wallMillis(), engine.newWid());
            if (writes == null) {
                division.nothingToMove(work.nowNanos());
            } else {
                send(writes, items, o);
            }
        });
    }

    private void send(List<Write> writes, Map<Key, Item> from, Outbox out) {
        calls.transact("a transfer between shards", writes, from, out, o -> outdateOthers(writes, o));
    }

    @Override
    public void forestalled(Outbox out) {
        division.failed(calls.backoffNanos(), work.nowNanos());
    }

    /** It would come to the same for some time. */
    @Override
    public void fault(LimiterFaultException fault, Outbox out) {
        division.failed(HOPELESS_NANOS, work.nowNanos());
        tries = MAX_TRIES;
    }

    /** The shard at the other end has another pipeline, which knows nothing of this. */
    private void outdateOthers(List<Write> writes, Outbox out) {
        for (Write write : writes) {
            String pk = write.key().pk();
            int shard = Integer.parseInt(pk.substring(pk.lastIndexOf('#') + 1));
            if (shard != site.shard()) {
                site.sibling(shard).outdate(out);
            }
        }
    }

    @Override
    public void damaged(DamagedBucketException damaged, Outbox out) {
        division.nothingToMove(work.nowNanos());
    }

    @Override
    public void failed(StoreException failure, Outbox out) {
        division.failed(failure.retryable() ? calls.backoffNanos() : HOPELESS_NANOS, work.nowNanos());
        if (failure instanceof StoreException.Throttled || !failure.retryable()) {
            // To ask for more immediately would make it worse.
            tries = MAX_TRIES;
        }
    }

    void keep(ColdBucket cold) {
        if (tries != 0 || calls.failures() != 0) {
            cold.rare().splitTries = tries;
            cold.rare().transferFailures = calls.failures();
        }
    }

    void goOn(ColdBucket cold) {
        ColdBucket.Rare rare = cold.anyRare();
        tries = rare == null ? 0 : rare.splitTries;
        calls.goOn(rare == null ? 0 : rare.transferFailures);
    }
}

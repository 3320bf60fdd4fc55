package dev.zaelimiter.internal.engine.shards;

import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.Demand;
import dev.zaelimiter.internal.engine.pipeline.MultiShardDemand;
import dev.zaelimiter.internal.engine.pipeline.MultiShardHost;
import dev.zaelimiter.internal.engine.pipeline.MultiShardTakes;
import dev.zaelimiter.internal.engine.planning.MultiShardPlanner;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.guard.OneByOne;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.internal.schema.MissingShards;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Takes of more than any one shard's share: from several shards in one transaction, which does not go through their
 * pipelines. Belongs to the one who works the pipeline of the first shard.
 *
 * <p>A queue with a phase of its own, which the pipeline of the first shard lets go on: {@link MultiShardStep} says
 * what is next. All shards are read, what waits is spread over them by {@link MultiShardRound} in order of its coming,
 * and goes together, by {@link MultiShardWriter}. A transaction that is lost to others is planned anew, a few times.
 */
final class MultiShardWorker implements MultiShardTakes, MultiShardReader.Reading, MultiShardWriter.Returning {

    /** Shards that could not be made are left alone for so long. */
    private static final long MAKES_AGAIN_NANOS = 1_000_000_000;

    private final Engine engine;
    private final BucketPipeline home;
    private final MultiShardHost host;
    private final ArrayDeque<MultiShardDemand> pending = new ArrayDeque<>();
    private final MultiShardCallSlot calls;
    private final MultiShardReader reader;
    private final MultiShardWriter writer;
    /** Who neither waits nor is part of a transaction just now: a fault here must not forget them. */
    private final List<MultiShardDemand> inHand = new ArrayList<>();

    /** When missing shards were last made, and whether they ever were. */
    private long madeNanos;

    private boolean made;

    MultiShardWorker(Engine engine, BucketPipeline home, MultiShardHost host) {
        this.engine = engine;
        this.home = home;
        this.host = host;
        this.calls = new MultiShardCallSlot(engine, host.newSlot(), host.failedBefore());
        this.reader = new MultiShardReader(engine, home, host, calls);
        this.writer = new MultiShardWriter(engine, host, calls);
    }

    @Override
    public void add(MultiShardDemand part) {
        pending.add(part);
    }

    private MultiShardStep next() {
        return MultiShardStep.of(calls.busy(), writer.isUnsettled(), !pending.isEmpty(), engine.closed());
    }

    @Override
    public boolean due() {
        // Who has withdrawn is not kept.
        pending.removeIf(part -> !part.queued());
        return next() != MultiShardStep.WAIT;
    }

    @Override
    public boolean atRest(long nowNanos) {
        boolean justMade = made && nowNanos - madeNanos < MAKES_AGAIN_NANOS;
        return !justMade && !calls.busy() && !writer.isUnsettled() && all().isEmpty();
    }

    @Override
    public int failures() {
        return calls.failures();
    }

    @Override
    public void step(Outbox out) {
        switch (next()) {
            case SETTLE -> writer.settle(this, out);
            case CLOSE -> {
                host.touch();
                failAll(new RepositoryClosedException(), out);
            }
            case SERVE -> {
                host.touch();
                if (!refusedFromImages(out)) {
                    reader.read(ShardRouter.count(home), this, out);
                }
            }
            case WAIT -> {}
        }
    }

    @Override
    public void found(List<MultiShardReader.Shard> shards, Outbox out) {
        if (shards.isEmpty()) {
            // A bucket that is not there is full, and undivided when it is made.
            OneByOne.each(List.copyOf(pending), part -> part.goTo(0, out));
        } else if (!makesMissing(shards, out)) {
            plan(shards, out);
        }
    }

    @Override
    public void damaged(DamagedBucketException damage, Outbox out) {
        unavailable(damage, out);
    }

    /** Refuses without a call, if every shard was seen a moment ago and they do not hold what the first one asks. */
    private boolean refusedFromImages(Outbox out) {
        MultiShardDemand first = pending.element();
        MultiShardPlanner planner = MultiShardRound.planner(engine);
        for (BucketPipeline shard : home.all()) {
            if (!shard.outlook().fresh()) {
                return false;
            }
            ShardTransfer.Seen seen = shard.outlook().seen();
            if (seen != null) {
                planner.add(
                        seen,
                        home.outlook().governing(first.take, seen),
                        shard.outlook().soft(first.take, seen.image()));
            }
        }
        TakeRequest take = first.wanted();
        boolean refused = MultiShardRound.alone(home, first, planner) < 0
                && planner.lacking(take) < 0
                && planner.leastWait(take) < 0;
        if (refused) {
            pending.remove();
            first.refuse(-1, true, out);
        }
        return refused;
    }

    /** What the Python system has counted and not made holds a part of the limit that nobody could ever take. */
    private boolean makesMissing(List<MultiShardReader.Shard> shards, Outbox out) {
        boolean justMade = made && host.nowNanos() - madeNanos < MAKES_AGAIN_NANOS;
        if (!engine.python().isKnown() || justMade) {
            return false;
        }
        Map<Integer, ShardTransfer.Seen> there = new TreeMap<>();
        shards.forEach(shard -> there.put(shard.pipeline().shard(), shard.seen()));
        List<Write> missing =
                MissingShards.all(engine.keys(), there, engine.environment().wallMillis(), engine.newWid());
        if (missing.isEmpty()) {
            return false;
        }
        made = true;
        madeNanos = host.nowNanos();
        // However it ends, all are read again.
        calls.await(
                host.transact(missing, Long.toHexString(engine.newWid())),
                out,
                (result, o) -> calls.succeeded(),
                this::failed);
        return true;
    }

    private void plan(List<MultiShardReader.Shard> shards, Outbox out) {
        pending.removeIf(part -> !part.queued());
        MultiShardDemand first = pending.peek();
        if (first == null) {
            return;
        }
        MultiShardRound round = new MultiShardRound(engine, home, shards, first);
        for (MultiShardDemand part : List.copyOf(pending)) {
            if (round.isFor(part)) {
                pending.remove(part);
                inHand.add(part);
                if (round.serve(part, out)) {
                    pending.add(part);
                }
            }
        }
        if (!round.granted().isEmpty()) {
            send(round, out);
        }
        inHand.clear();
    }

    private void send(MultiShardRound round, Outbox out) {
        List<Write> writes = new ArrayList<>();
        long wid = engine.newWid();
        long rest = round.render(wid, writes);
        if (rest > 0) {
            putBack(round.granted());
            calls.pause(rest * 1_000_000);
            return;
        }
        writer.send(
                new MultiShardTransaction(writes, wid, round.granted(), host.nowNanos(), false),
                round.items(),
                this,
                out);
    }

    @Override
    public void putBack(List<MultiShardTransaction.Granted> parts) {
        for (int p = parts.size() - 1; p >= 0; p--) {
            if (parts.get(p).part().requeue()) {
                pending.addFirst(parts.get(p).part());
            }
        }
    }

    @Override
    public void failed(StoreException failure, Outbox out) {
        if (failure.retryable()) {
            if (failure instanceof StoreException.Throttled throttled && throttled.keyRange()) {
                OneByOne.each(List.copyOf(pending), part -> {
                    if (part.goElsewhere(out)) {
                        pending.remove(part);
                    }
                });
            }
            calls.failed(failure);
        } else {
            unavailable(failure, out);
        }
    }

    private void unavailable(RuntimeException cause, Outbox out) {
        failAll(
                engine.ended()
                        ? new RepositoryClosedException()
                        : new RateLimiterUnavailableException(
                                home.entity(), home.resource(), String.valueOf(cause.getMessage()), cause),
                out);
    }

    private List<MultiShardDemand> all() {
        List<MultiShardDemand> all = new ArrayList<>(pending);
        all.addAll(inHand);
        all.addAll(writer.parts());
        return all;
    }

    @Override
    public long earliestDeadline() {
        long earliest = Long.MAX_VALUE;
        for (MultiShardDemand part : all()) {
            if (part.alive()) {
                earliest = Math.min(earliest, part.deadlineNanos());
            }
        }
        return earliest;
    }

    @Override
    public void expire(long nowNanos, Outbox out) {
        OneByOne.each(all(), part -> {
            if (part.deadlineNanos() - nowNanos <= 0) {
                part.expire(new Demand.Outcome.Unavailable(calls.lastFailure()), out);
            }
        });
    }

    @Override
    public void failAll(RuntimeException cause, Outbox out) {
        List<MultiShardDemand> waiting = new ArrayList<>(pending);
        waiting.addAll(inHand);
        pending.clear();
        inHand.clear();
        OneByOne turns = new OneByOne();
        // On a store at hand these are among those who wait here: the one who ends them gives back what they took.
        turns.run(() -> writer.failInHand(cause, out));
        turns.run(() -> OneByOne.each(waiting, part -> part.finish(new Demand.Outcome.Failed(cause), out)));
        if (engine.ended()) {
            turns.run(() -> writer.ended(out));
        }
        turns.end();
    }
}

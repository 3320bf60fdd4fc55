package dev.zaelimiter.internal.engine;

import dev.zaelimiter.Limit;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Planner;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes of more than any one shard's share: from several shards, in one transaction, beside their pipelines. Belongs to
 * the one who works the pipeline of the first shard.
 *
 * <p>All shards are read, what waits is spread over them by {@link Spread} in order of its coming, and goes together. A
 * transaction that is lost to others is planned anew, a few times.
 *
 * <p>One whose answer was lost is sent again as it was, under its token, which the store applies once: so it is known in the
 * end whether it landed, and what nobody waits for any more goes back. It is not planned anew before.
 */
final class SpreadTakes {

    private static final int CONTENDED_AFTER = 3;
    private static final long CONTENDED_RETRY_MILLIS = 100;

    private final Engine engine;
    private final BucketPipeline home;
    private final Work work;
    private final ArrayDeque<Part> pending = new ArrayDeque<>();
    /** Of these nobody's debt is shortened by what comes back to one shard alone. */
    private final Debtors debtors = new Debtors();

    private final SpreadCalls calls;
    private final SpreadReader reader;
    /** Who is neither waiting nor part of a transaction just now: a fault here must not forget them. */
    private final List<Part> inHand = new ArrayList<>();

    private @Nullable SpreadTransaction underWay;
    private @Nullable SpreadTransaction unsettled;

    SpreadTakes(Engine engine, BucketPipeline home, Work work) {
        this.engine = engine;
        this.home = home;
        this.work = work;
        this.calls = new SpreadCalls(engine, home, work);
        this.reader = new SpreadReader(engine, home, work, calls, new SpreadReader.Reading() {
            @Override
            public void found(List<SpreadReader.Shard> shards, Outbox out) {
                if (shards.isEmpty()) {
                    // A bucket that is not there is full, and undivided when it is made.
                    List.copyOf(pending).forEach(part -> part.goTo(home, out));
                } else {
                    plan(shards, out);
                }
            }

            @Override
            public void damaged(DamagedBucketException damage, Outbox out) {
                unavailable(damage, out);
            }

            @Override
            public void failed(StoreException failure, Outbox out) {
                SpreadTakes.this.failed(failure, out);
            }
        });
    }

    void add(Part part) {
        pending.add(part);
    }

    /** One step. False if there is nothing to do, or something has to be waited for. */
    boolean step(Outbox out) {
        if (calls.busy()) {
            return false;
        }
        SpreadTransaction lost = unsettled;
        if (lost != null) {
            unsettled = null;
            work.touch();
            if (work.nowNanos() - lost.firstSentNanos() < engine.patienceNanos()) {
                send(lost.again(), out);
            }
            return true;
        }
        pending.removeIf(part -> !part.queued());
        if (pending.isEmpty()) {
            return false;
        }
        work.touch();
        if (engine.closed()) {
            failAll(new RepositoryClosedException(), out);
        } else if (!refusedFromImages(out)) {
            reader.read(Shards.count(home), out);
        }
        return true;
    }

    /** Refuses without a call, if every shard was seen a moment ago and they do not hold what the first one asks. */
    private boolean refusedFromImages(Outbox out) {
        Part first = pending.element();
        Spread spread =
                new Spread(first.takes.callLimits(), engine.environment().wallMillis());
        for (BucketPipeline shard : engine.shards().all(home)) {
            if (!shard.outlook().fresh()) {
                return false;
            }
            ShardTransfer.Seen seen = shard.outlook().seen();
            if (seen != null) {
                spread.add(shard, seen, shard.outlook().soft(first.takes, seen.image()));
            }
        }
        Spread.Take take = first.wanted();
        boolean refused = spread.alone(take) < 0 && spread.lacking(take) < 0 && spread.leastWait(take) < 0;
        if (refused) {
            pending.remove();
            refuse(first, -1, true, out);
        }
        return refused;
    }

    private void plan(List<SpreadReader.Shard> shards, Outbox out) {
        pending.removeIf(part -> !part.queued());
        Part first = pending.peek();
        if (first == null) {
            return;
        }
        List<Limit> governing = first.takes.callLimits();
        Spread spread = new Spread(governing, engine.environment().wallMillis());
        shards.forEach(shard -> spread.add(
                shard.pipeline(),
                shard.seen(),
                shard.pipeline().outlook().soft(first.takes, shard.seen().image())));
        List<SpreadTransaction.Granted> granted = new ArrayList<>();
        for (Part part : List.copyOf(pending)) {
            if (Objects.equals(governing, part.takes.callLimits())) {
                pending.remove(part);
                inHand.add(part);
                Spread.Fit fit = fit(part, spread, shards, out);
                if (fit != null) {
                    granted.add(new SpreadTransaction.Granted(part, fit));
                }
            }
        }
        if (!granted.isEmpty()) {
            send(spread, shards, granted, out);
        }
        inHand.clear();
    }

    /** What a part takes of each shard; null if it goes elsewhere, is refused, or has been withdrawn. */
    private Spread.@Nullable Fit fit(Part part, Spread spread, List<SpreadReader.Shard> shards, Outbox out) {
        Spread.Take wanted = part.wanted();
        int alone = spread.alone(wanted);
        if (alone >= 0) {
            part.goTo(shards.get(alone).pipeline(), out);
            return null;
        }
        int lacking = spread.lacking(wanted);
        if (lacking >= 0) {
            // It learns the limit there, and comes back.
            part.learnAt(shards.get(lacking).pipeline(), out);
            return null;
        }
        // Before anything is asked of a shard: what nobody waits for must not be taken.
        Spread.Fit fit = part.send() ? spread.take(wanted) : null;
        if (fit == null) {
            refuse(part, -1, false, out);
        }
        return fit;
    }

    private void send(
            Spread spread, List<SpreadReader.Shard> shards, List<SpreadTransaction.Granted> granted, Outbox out) {
        List<Write> writes = new ArrayList<>();
        long wid = engine.newWid();
        long rest = spread.render(wid, engine.store().traits().remote(), this::context, writes);
        if (rest > 0) {
            putBack(granted);
            calls.pause(rest * 1_000_000);
            return;
        }
        for (int s = 0; writes.size() < 2; s++) {
            Key key = shards.get(s).pipeline().key();
            if (writes.stream().noneMatch(write -> write.key().equals(key))) {
                writes.add(Write.of(WriteShape.check(Condition.itemExists()), key));
            }
        }
        send(new SpreadTransaction(writes, wid, granted, work.nowNanos(), false), out);
    }

    /** In a transaction a write costs twice. */
    private Planner.Context context(ShardTransfer.Seen seen) {
        long cost = 2 * BucketMath.MILLI * ItemSize.writeUnits(seen.item());
        boolean gate = engine.store().traits().writeUnitsPerSecond() > 0;
        return new Planner.Context(false, 0, 0, 0, cost, gate, engine.options().ttlMultiplier());
    }

    private void send(SpreadTransaction next, Outbox out) {
        engine.telemetry().countWrite();
        underWay = next;
        calls.await(
                engine.store().transact(next.writes(), next.token()),
                out,
                (result, o) -> {
                    underWay = null;
                    next.parts().forEach(granted -> inHand.add(granted.part()));
                    answered(next, result, o);
                    inHand.clear();
                },
                (failure, o) -> {
                    underWay = null;
                    if (failure.maybeApplied() || next.resent()) {
                        unsettled = next;
                        calls.failed(failure);
                    } else {
                        if (failure instanceof StoreException.Conflict) {
                            contend(next, o);
                        }
                        putBack(next.parts());
                        failed(failure, o);
                    }
                });
    }

    private void answered(SpreadTransaction sent, TransactionResult result, Outbox out) {
        calls.succeeded();
        if (result instanceof TransactionResult.Committed) {
            for (SpreadTransaction.Granted granted : sent.parts()) {
                for (SeveralShards.Given given : granted.fit().given()) {
                    ((BucketPipeline) given.shard()).overtake(out);
                }
            }
            sent.parts().forEach(granted -> grant(granted, out));
            return;
        }
        contend(sent, out);
        putBack(sent.parts());
    }

    /** Others were faster. After some tries the caller is told to come back a little later. */
    private void contend(SpreadTransaction lost, Outbox out) {
        for (SpreadTransaction.Granted granted : lost.parts()) {
            if (++granted.part().lostRefills >= CONTENDED_AFTER) {
                refuse(granted.part(), CONTENDED_RETRY_MILLIS, false, out);
            }
        }
    }

    private void grant(SpreadTransaction.Granted granted, Outbox out) {
        Part part = granted.part();
        part.takenFrom(new SeveralShards(granted.fit().given()));
        part.place = Debtors.LAST;
        long wait = granted.fit().waitMillis();
        if (wait > 0) {
            part.debt = debtors.enter();
            long paidAt = engine.environment().monotonicNanos() + wait * 1_000_000;
            part.debt.owes(part.takes.names()[0], 1, 1, paidAt);
        }
        Demand.Outcome outcome = wait == 0 ? Demand.Outcome.NOW : new Demand.Outcome.Granted(wait);
        if (!part.finish(outcome, out) && !part.keepIfLate) {
            part.giveBack(out);
        }
    }

    private void refuse(Part part, long contendedRetryMillis, boolean local, Outbox out) {
        part.finish(
                new Demand.Outcome.Refused(home.outlook().statuses(part.takes, false), contendedRetryMillis, local),
                out);
    }

    private void putBack(List<SpreadTransaction.Granted> parts) {
        for (int p = parts.size() - 1; p >= 0; p--) {
            if (parts.get(p).part().requeue()) {
                pending.addFirst(parts.get(p).part());
            }
        }
    }

    private void failed(StoreException failure, Outbox out) {
        if (failure.retryable()) {
            calls.failed(failure);
        } else {
            unavailable(failure, out);
        }
    }

    private void unavailable(RuntimeException cause, Outbox out) {
        failAll(
                new RateLimiterUnavailableException(
                        home.entity(), home.resource(), String.valueOf(cause.getMessage()), cause),
                out);
    }

    private List<Part> all() {
        List<Part> all = new ArrayList<>(pending);
        all.addAll(inHand);
        SpreadTransaction sent = underWay != null ? underWay : unsettled;
        if (sent != null) {
            sent.parts().forEach(granted -> all.add(granted.part()));
        }
        return all;
    }

    /** When the first of those who wait will wait no longer. */
    long earliestDeadline() {
        long earliest = Long.MAX_VALUE;
        for (Part part : all()) {
            if (part.alive()) {
                earliest = Math.min(earliest, part.deadlineNanos());
            }
        }
        return earliest;
    }

    /** Tells those whose time is up. */
    void expire(long nowNanos, Outbox out) {
        for (Part part : all()) {
            if (part.deadlineNanos() - nowNanos <= 0) {
                part.expire(new Demand.Outcome.Unavailable(calls.lastFailure()), out);
            }
        }
    }

    /** Tells all who wait why they wait in vain. */
    void failAll(RuntimeException cause, Outbox out) {
        List<Part> waiting = new ArrayList<>(pending);
        waiting.addAll(inHand);
        pending.clear();
        inHand.clear();
        waiting.forEach(part -> part.finish(new Demand.Outcome.Failed(cause), out));
    }
}

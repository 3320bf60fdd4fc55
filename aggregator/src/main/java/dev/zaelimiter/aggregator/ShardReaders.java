package dev.zaelimiter.aggregator;

import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.StreamShard;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The shards of the stream that one poller reads, and its leases of them: takes them, renews them, gives them back. Its
 * state is guarded by its lock, and nothing is called under it.
 */
final class ShardReaders {

    private static final SafeLog LOG = SafeLog.of(StreamPoller.class);

    private static final int IN_FLIGHT = 8;

    /** For how long a shard that could not be read is left to others. */
    private static final long LEFT_NANOS = TimeUnit.SECONDS.toNanos(50);

    private final PollerParts parts;
    private final String me;
    private final Runnable soon;
    private final Map<StreamShard, ShardReader> readers = new LinkedHashMap<>();
    private final Map<StreamShard, Long> leftUntilNanos = new HashMap<>();
    private boolean closing;

    /**
     * None yet.
     *
     * @param me the poller's name
     * @param soon is run when a shard is read to its end, or can't be read
     */
    ShardReaders(PollerParts parts, String me, Runnable soon) {
        this.parts = parts;
        this.me = me;
        this.soon = soon;
    }

    synchronized List<ShardReader> all() {
        return List.copyOf(readers.values());
    }

    synchronized Set<StreamShard> shards() {
        return Set.copyOf(readers.keySet());
    }

    /** The shards that are left to others for a while. */
    synchronized Set<StreamShard> left() {
        long now = parts.environment().monotonicNanos();
        leftUntilNanos.values().removeIf(until -> now - until >= 0);
        return Set.copyOf(leftUntilNanos.keySet());
    }

    CompletableFuture<Void> renewAll() {
        List<Supplier<CompletableFuture<Void>>> tasks = new ArrayList<>();
        for (ShardReader each : all()) {
            tasks.add(() -> each.isGivenUp() ? leave(each) : renew(each));
        }
        return InFlight.run(tasks, IN_FLIGHT);
    }

    private CompletableFuture<Void> renew(ShardReader reader) {
        StreamLease lease = reader.lease();
        boolean through = reader.isThrough();
        String position = reader.position();
        StreamLease next = lease.renewed(position);
        CompletableFuture<Void> done = new CompletableFuture<>();
        Futures.whenDone(write(through ? lease.finish() : lease.renew(position), next), (kept, failure) -> {
            if (failure != null) {
                // Perhaps it landed all the same; the next refusal shows. Meanwhile it is read on, which does no harm.
                parts.failed("renewing a lease of the stream", failure);
            } else if (!kept) {
                drop(reader);
                parts.figures().lost.increment();
                LOG.info("shard {} is read by another poller now", lease.shard().id());
            } else if (through) {
                drop(reader);
            } else {
                reader.renewed(next);
            }
            done.complete(null);
        });
        return done;
    }

    /** Leaves a shard to others that could not be read here. */
    private CompletableFuture<Void> leave(ShardReader reader) {
        StreamLease lease = reader.lease();
        synchronized (this) {
            leftUntilNanos.put(lease.shard(), parts.environment().monotonicNanos() + LEFT_NANOS);
        }
        drop(reader);
        return release(reader, lease);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for the batch that it has in hand
    private void drop(ShardReader reader) {
        synchronized (this) {
            readers.remove(reader.lease().shard());
        }
        reader.stop();
    }

    CompletableFuture<Void> carryOut(LeasePlan plan) {
        List<Supplier<CompletableFuture<Void>>> tasks = new ArrayList<>();
        for (LeasePlan.Take each : plan.takes()) {
            tasks.add(() -> take(each));
        }
        for (StreamLease each : plan.forgets()) {
            tasks.add(() -> forget(each));
        }
        return InFlight.run(tasks, IN_FLIGHT);
    }

    private CompletableFuture<Void> take(LeasePlan.Take take) {
        StreamShard shard = LeasePlan.named(take.shard());
        StreamLease seen = take.seen();
        StreamLease mine = seen == null ? StreamLease.firstOf(shard, me) : seen.taken(me);
        Write write = seen == null ? StreamLease.first(shard, me) : seen.take(me);
        return noted("taking a lease of the stream", write(write, mine).thenAccept(taken -> {
            ShardReader reader = new ShardReader(parts, mine, soon);
            boolean start;
            synchronized (this) {
                start = taken && !closing;
                if (taken) {
                    readers.put(shard, reader);
                }
            }
            if (taken) {
                parts.figures().taken.increment();
                LOG.info("reading shard {} of the stream, from {}", shard.id(), mine.position());
            }
            if (start) {
                reader.start();
            }
        }));
    }

    /** The stream has dropped a shard. If it was not read to its end, changes are lost. */
    private CompletableFuture<Void> forget(StreamLease lease) {
        return noted(
                "forgetting a shard of the stream",
                parts.attempts().make(() -> parts.store().write(lease.forget())).thenAccept(result -> {
                    if (result instanceof WriteResult.Written && !lease.done()) {
                        parts.gap(lease.shard().id());
                    }
                }));
    }

    /** From now on no shard is begun that is taken. */
    synchronized void closing() {
        closing = true;
    }

    /** Finishes what was read, and gives all leases back; done however that ends. */
    CompletableFuture<Void> giveBack() {
        List<Supplier<CompletableFuture<Void>>> tasks = new ArrayList<>();
        for (ShardReader each : all()) {
            tasks.add(() -> each.stop().thenCompose(stopped -> release(each, each.lease())));
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        Futures.whenDone(InFlight.run(tasks, IN_FLIGHT), (nothing, failure) -> {
            synchronized (this) {
                readers.clear();
            }
            done.complete(null);
        });
        return done;
    }

    private CompletableFuture<Void> release(ShardReader reader, StreamLease lease) {
        Write write = reader.isThrough() ? lease.finish() : lease.release(reader.position());
        return noted(
                "giving a lease back",
                parts.attempts().make(() -> parts.store().write(write)).thenAccept(result -> {}));
    }

    /** Whether a write was applied: its answer may have been lost, and a repetition then finds what it did. */
    private CompletableFuture<Boolean> write(Write write, StreamLease after) {
        return parts.attempts().make(() -> parts.store().write(write)).thenApply(result -> {
            if (result instanceof WriteResult.Refused refused) {
                Item now = refused.current();
                StreamLease lease = now == null ? null : StreamLease.of(now);
                return lease != null
                        && lease.counter() == after.counter()
                        && (lease.done() || me.equals(lease.owner()));
            }
            return true;
        });
    }

    private CompletableFuture<Void> noted(String what, CompletableFuture<Void> task) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Futures.whenDone(task, (nothing, failure) -> {
            if (failure != null) {
                parts.failed(what, failure);
            }
            done.complete(null);
        });
        return done;
    }
}

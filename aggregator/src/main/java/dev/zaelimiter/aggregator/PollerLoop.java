package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.ChangeStream;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StreamShard;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes round, one round after another: renews the leases of the shards that are read here, looks which shards and leases there
 * are, and takes what it should. Its state is guarded by its lock, and nothing is called under it.
 */
final class PollerLoop {

    private static final Logger LOG = LoggerFactory.getLogger(StreamPoller.class);

    private static final long CARE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int IN_FLIGHT = 8;

    /** A stream has some seven shards for each partition of its table; an answer without an end is none. */
    private static final int MOST_PAGES = 1000;

    private final PollerParts parts;
    private final Settings settings;
    private final LeaseBook book;
    private final Map<StreamShard, ShardReader> readers = new LinkedHashMap<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final List<Catching> catching = new ArrayList<>();

    private Environment.@Nullable Timer timer;
    private boolean running;
    private boolean again;
    private boolean closing;
    private long lastCareNanos;
    private @Nullable LeasePlan lastPlan;

    /**
     * How it behaves.
     *
     * @param me the poller's name, unlike any other's
     * @param leaseNanos for how long a lease must not move to be over
     * @param most how many shards to read at most
     * @param sinceMillis from when on to count, should this be the first poller of the table; 0 for all
     */
    record Settings(String me, long leaseNanos, int most, long sinceMillis) {}

    /** Somebody who waits until all is counted that was written before a time. */
    private record Catching(long millis, CompletableFuture<Void> done) {}

    PollerLoop(PollerParts parts, Settings settings) {
        this.parts = parts;
        this.settings = settings;
        this.book = new LeaseBook(settings.leaseNanos);
        this.lastCareNanos = parts.environment().monotonicNanos();
    }

    /** Begins. Done with the first round, however that ended; then it goes on by itself. */
    CompletableFuture<Void> start() {
        synchronized (this) {
            running = true;
        }
        return round();
    }

    /** Done when all is counted that was written before now, but what other pollers read. */
    CompletableFuture<Void> caughtUp() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        synchronized (this) {
            if (closing) {
                return closed;
            }
            catching.add(new Catching(parts.environment().wallMillis(), done));
        }
        soon();
        return done;
    }

    /** Finishes what was read, gives the leases back, and stops. */
    CompletableFuture<Void> close() {
        boolean idle;
        synchronized (this) {
            if (closing) {
                return closed;
            }
            closing = true;
            idle = !running;
            if (timer != null) {
                timer.cancel();
                timer = null;
            }
        }
        if (idle) {
            giveBack();
        }
        return closed;
    }

    synchronized PollerStatus status() {
        PollerParts.Figures figures = parts.figures();
        return new PollerStatus(
                settings.me,
                readers.size(),
                lastPlan == null ? 0 : lastPlan.foreign().size(),
                lastPlan == null ? 0 : lastPlan.waiting(),
                figures.reads.sum(),
                figures.emptyReads.sum(),
                figures.taken.sum(),
                figures.lost.sum(),
                figures.gaps.sum(),
                figures.failures.sum(),
                readers.values().stream()
                        .mapToLong(ShardReader::lagMillis)
                        .max()
                        .orElse(0));
    }

    /** Looks sooner than it would: a shard is read to its end. */
    private void soon() {
        synchronized (this) {
            if (closing) {
                return;
            }
            if (running || timer == null) {
                again = true;
                return;
            }
            timer.cancel();
            timer = parts.environment().schedule(this::wake, SOON_NANOS);
        }
    }

    private void wake() {
        synchronized (this) {
            if (closing || timer == null) {
                return;
            }
            timer = null;
            running = true;
        }
        parts.environment().executor().execute(() -> {
            CompletableFuture<Void> unused = round();
        });
    }

    private CompletableFuture<Void> round() {
        synchronized (this) {
            again = false;
        }
        CompletableFuture<Void> told = new CompletableFuture<>();
        CompletableFuture<Void> round =
                renewAll().thenCompose(renewed -> look()).thenCompose(this::carryOut);
        Futures.whenDone(round, (nothing, failure) -> {
            if (failure != null) {
                parts.failed("looking after the shards of the stream", failure);
            }
            Futures.whenDone(care(), (merged, careless) -> {
                roundEnded(failure);
                if (failure == null) {
                    told.complete(null);
                } else {
                    told.completeExceptionally(failure);
                }
            });
        });
        return told;
    }

    private void roundEnded(@Nullable Throwable failure) {
        boolean end;
        List<Catching> reached = new ArrayList<>();
        synchronized (this) {
            running = false;
            end = closing;
            if (!end) {
                if (failure == null) {
                    catching.stream().filter(this::isReached).forEach(reached::add);
                    catching.removeAll(reached);
                }
                long usual = settings.leaseNanos / 3;
                long pause =
                        again || !catching.isEmpty() ? Math.min(usual, Math.max(SOON_NANOS, parts.pollNanos())) : usual;
                timer = parts.environment()
                        .schedule(
                                this::wake, pause - parts.environment().random().nextLong(pause / 10 + 1));
            }
        }
        reached.forEach(each -> each.done.complete(null));
        if (end) {
            giveBack();
        }
    }

    /** Whoever reads another shard counts it, if he lives; and what waits for its parent is read when that has ended. */
    private boolean isReached(Catching each) {
        LeasePlan plan = lastPlan;
        return plan != null
                && plan.takes().isEmpty()
                && plan.waiting() == 0
                && plan.foreign().stream().allMatch(book::isAlive)
                && readers.values().stream().allMatch(reader -> !reader.isThrough() && reader.hasReached(each.millis));
    }

    private CompletableFuture<Integer> care() {
        long now = parts.environment().monotonicNanos();
        synchronized (this) {
            if (closing || now - lastCareNanos < CARE_NANOS) {
                return CompletableFuture.completedFuture(0);
            }
            lastCareNanos = now;
        }
        return parts.aggregator().mergeIdle();
    }

    private synchronized List<ShardReader> readers() {
        return List.copyOf(readers.values());
    }

    private CompletableFuture<Void> renewAll() {
        List<Supplier<CompletableFuture<Void>>> tasks = new ArrayList<>();
        for (ShardReader each : readers()) {
            tasks.add(() -> renew(each));
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

    @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for the batch that it has in hand
    private void drop(ShardReader reader) {
        synchronized (this) {
            readers.remove(reader.lease().shard());
        }
        reader.stop();
    }

    /** Whether a write was applied: its answer may have been lost, and a repetition then finds what it did. */
    private CompletableFuture<Boolean> write(Write write, StreamLease after) {
        return parts.attempts().make(() -> parts.store().write(write)).thenApply(result -> {
            if (result instanceof WriteResult.Refused refused) {
                Item now = refused.current();
                StreamLease lease = now == null ? null : StreamLease.of(now);
                return lease != null
                        && lease.counter() == after.counter()
                        && (lease.done() || settings.me.equals(lease.owner()));
            }
            return true;
        });
    }

    private CompletableFuture<LeasePlan> look() {
        return parts.attempts()
                .make(() -> parts.stream().shards())
                .thenCompose(listing -> StreamHead.note(
                                parts.store(), parts.attempts(), listing.newest(), settings.sinceMillis)
                        .thenCompose(found -> {
                            parts.countFrom(found.head().sinceMillis());
                            if (found.another()) {
                                parts.gap(listing.newest());
                            }
                            return leases(null, new ArrayList<>(), MOST_PAGES);
                        })
                        .thenApply(leases -> plan(listing, leases)));
    }

    private CompletableFuture<List<StreamLease>> leases(@Nullable String after, List<StreamLease> found, int pages) {
        Query query = Query.of(Query.Index.TABLE, StreamLease.PARTITION)
                .sortPrefix(StreamLease.PREFIX)
                .limit(Query.MAX_LIMIT)
                .after(after);
        return parts.attempts().make(() -> parts.store().query(query)).thenCompose(page -> {
            for (Item each : page.items()) {
                StreamLease lease = StreamLease.of(each);
                if (lease != null) {
                    found.add(lease);
                }
            }
            if (page.next() == null) {
                return CompletableFuture.completedFuture(found);
            }
            return pages == 1
                    ? CompletableFuture.failedFuture(new IllegalStateException("the leases have no end"))
                    : leases(page.next(), found, pages - 1);
        });
    }

    private synchronized LeasePlan plan(ChangeStream.Listing listing, List<StreamLease> leases) {
        long now = parts.environment().monotonicNanos();
        book.note(leases, now);
        Set<StreamShard> mine = new HashSet<>(readers.keySet());
        LeasePlan plan = LeasePlan.of(
                new LeasePlan.Sight(listing.shards(), leases, book.over(now), settings.me, mine, settings.most));
        lastPlan = plan;
        return plan;
    }

    private CompletableFuture<Void> carryOut(LeasePlan plan) {
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
        StreamLease mine = seen == null ? StreamLease.firstOf(shard, settings.me) : seen.taken(settings.me);
        Write write = seen == null ? StreamLease.first(shard, settings.me) : seen.take(settings.me);
        return noted("taking a lease of the stream", write(write, mine).thenAccept(taken -> {
            ShardReader reader = new ShardReader(parts, mine, this::soon);
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

    private void giveBack() {
        List<Supplier<CompletableFuture<Void>>> tasks = new ArrayList<>();
        for (ShardReader each : readers()) {
            tasks.add(() -> each.stop().thenCompose(stopped -> {
                StreamLease lease = each.lease();
                Write write = each.isThrough() ? lease.finish() : lease.release(each.position());
                return noted(
                        "giving a lease back",
                        parts.attempts().make(() -> parts.store().write(write)).thenAccept(result -> {}));
            }));
        }
        Futures.whenDone(InFlight.run(tasks, IN_FLIGHT), (nothing, failure) -> {
            List<Catching> waiting;
            synchronized (this) {
                readers.clear();
                waiting = List.copyOf(catching);
            }
            waiting.forEach(each -> each.done.complete(null));
            closed.complete(null);
        });
    }
}

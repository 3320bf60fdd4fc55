package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.schema.UsageMark;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Archives expired records of changes, each once. What a shard of the stream has archived is marked in the store, after
 * the objects are there: who begins anew behind the mark makes an object of the same name, finds it there, and goes on
 * after the last record in it.
 *
 * <p>While the archive fails, records are put aside in the store, so that usage does not wait for it; those of a shard
 * that come after them go there, too, so that they are archived in order. From time to time it is tried again. Safe for
 * use by many threads.
 */
final class Archiving {

    /** Of a shard that somebody else archives at the same time, by mistake. */
    private static final int MOST_ROUNDS = 10;

    private static final int AT_ONCE = 1000;
    private static final int IN_FLIGHT = 16;
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(15);

    /** What other processes have put aside is looked for as often. */
    private static final long LOOK_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final ItemStore store;
    private final Environment environment;
    private final Attempts attempts;
    private final ArchiveParts parts;
    private final Patience patience;
    private long lookAtNanos;
    private boolean failing;
    private boolean looking;

    Archiving(ItemStore store, Environment environment, ArchiveSink sink) {
        this.store = store;
        this.environment = environment;
        this.attempts = new Attempts(environment);
        this.parts = new ArchiveParts(attempts, sink);
        this.patience = new Patience(environment, FIRST_PAUSE_NANOS, LONGEST_PAUSE_NANOS, Long.MAX_VALUE);
        this.lookAtNanos = environment.monotonicNanos();
    }

    /**
     * Archives the records of a batch, or puts them aside; done when that is done, or it is noted that they must come
     * again.
     */
    CompletableFuture<Void> archive(String streamShard, List<ChangeRecord> expired, Tally tally) {
        if (expired.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        Futures.whenDone(round(streamShard, expired, MOST_ROUNDS, tally), (nothing, failure) -> {
            if (failure != null) {
                tally.failed("archiving", failure, expired.get(0).sequence());
            }
            done.complete(null);
        });
        return done;
    }

    /** The mark is read after what is put aside: who empties that moves the mark first. */
    private CompletableFuture<Void> round(String streamShard, List<ChangeRecord> expired, int left, Tally tally) {
        return attempts.make(() -> store.query(Unarchived.query(streamShard, 1)))
                .thenCompose(aside -> attempts.make(() -> store.get(ArchiveMark.key(streamShard)))
                        .thenCompose(item -> {
                            ArchiveMark mark = ArchiveMark.of(item);
                            List<ChangeRecord> fresh = mark.fresh(expired);
                            if (fresh.isEmpty()) {
                                return CompletableFuture.<Void>completedFuture(null);
                            }
                            boolean wait = !aside.items().isEmpty() || isFailing();
                            return stored(streamShard, fresh, mark, wait, tally)
                                    .thenCompose(stored -> moved(streamShard, mark, fresh, stored))
                                    .thenCompose(moved -> {
                                        if (moved) {
                                            return CompletableFuture.<Void>completedFuture(null);
                                        }
                                        return left > 1
                                                ? round(streamShard, expired, left - 1, tally)
                                                : CompletableFuture.failedFuture(new IllegalStateException(
                                                        "the mark changes all the time: does another aggregator read the"
                                                                + " same?"));
                                    });
                        }));
    }

    /**
     * Where records are.
     *
     * @param ahead how far which parts are archived
     * @param aside whether they are put aside
     */
    private record Stored(Map<String, String> ahead, boolean aside) {}

    /** Archives, or puts aside if that must wait or fails. */
    private CompletableFuture<Stored> stored(
            String streamShard, List<ChangeRecord> fresh, ArchiveMark mark, boolean wait, Tally tally) {
        if (wait) {
            return putAside(streamShard, fresh, tally).thenApply(put -> new Stored(mark.ahead(), true));
        }
        CompletableFuture<Stored> stored = new CompletableFuture<>();
        Futures.whenDone(parts.store(streamShard, fresh, mark.ahead(), tally), (ahead, failure) -> {
            if (failure == null) {
                succeeded();
                stored.complete(new Stored(ahead, false));
            } else {
                failed(tally, failure);
                Futures.whenDone(
                        putAside(streamShard, fresh, tally),
                        (put, lost) -> Futures.complete(stored, new Stored(mark.ahead(), true), lost));
            }
        });
        return stored;
    }

    private CompletableFuture<Void> putAside(String streamShard, List<ChangeRecord> fresh, Tally tally) {
        long now = environment.wallMillis();
        // In order: what is there when somebody dies is archived as far as it goes, and the rest comes after it.
        return all(
                        fresh.stream()
                                .map(each -> new Unarchived(streamShard, each).put(now))
                                .toList(),
                        1)
                .thenAccept(put -> {
                    tally.putAside(fresh.size());
                    soon();
                });
    }

    private CompletableFuture<Boolean> moved(
            String streamShard, ArchiveMark mark, List<ChangeRecord> fresh, Stored stored) {
        String last = UsageMark.text(fresh.get(fresh.size() - 1).sequence());
        Write write = mark.moved(streamShard, last, stored.ahead(), !stored.aside(), expires());
        return attempts.make(() -> store.write(write)).thenApply(result -> result instanceof WriteResult.Written);
    }

    /** Tries to archive what is put aside, if it is time to; never fails. */
    CompletableFuture<Void> retry(Tally tally) {
        synchronized (this) {
            long now = environment.monotonicNanos();
            if (looking || now - lookAtNanos < 0) {
                return CompletableFuture.completedFuture(null);
            }
            looking = true;
            lookAtNanos = now + LOOK_NANOS;
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        CompletableFuture<Boolean> emptied = attempts.make(() -> store.query(Unarchived.query(null, AT_ONCE)))
                .thenCompose(page -> {
                    CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
                    for (Map.Entry<String, List<ChangeRecord>> each :
                            byShard(page.items(), tally).entrySet()) {
                        all = all.thenCompose(before -> retry(each.getKey(), each.getValue(), tally));
                    }
                    return all.thenApply(nothing -> page.next() == null);
                });
        Futures.whenDone(emptied, (empty, failure) -> {
            if (failure == null) {
                succeeded();
            } else {
                failed(tally, failure);
            }
            synchronized (this) {
                looking = false;
                if (failure == null && !empty) {
                    lookAtNanos = environment.monotonicNanos();
                }
            }
            done.complete(null);
        });
        return done;
    }

    private static Map<String, List<ChangeRecord>> byShard(List<Item> items, Tally tally) {
        Map<String, List<ChangeRecord>> shards = new LinkedHashMap<>();
        for (Item each : items) {
            Unarchived one = Unarchived.of(each);
            if (one == null) {
                tally.failed(
                        "archiving what was put aside",
                        new IllegalStateException(each.key()
                                + " is damaged; it is left as it is, until it is put aside as a dead letter"));
            } else {
                shards.computeIfAbsent(one.streamShard(), key -> new ArrayList<>())
                        .add(one.record());
            }
        }
        return shards;
    }

    /**
     * Archives what is put aside of a shard, moves the mark, and takes them away. A late write may put one of them
     * aside again: the mark says that it is archived. If the mark was moved meanwhile they stay, and their objects are
     * found the next time.
     */
    private CompletableFuture<Void> retry(String streamShard, List<ChangeRecord> records, Tally tally) {
        String last = UsageMark.text(records.get(records.size() - 1).sequence());
        return attempts.make(() -> store.get(ArchiveMark.key(streamShard))).thenCompose(item -> {
            ArchiveMark mark = ArchiveMark.of(item);
            List<ChangeRecord> left = mark.aside(records);
            CompletableFuture<Boolean> noted = left.isEmpty()
                    ? CompletableFuture.completedFuture(true)
                    : parts.store(streamShard, left, mark.ahead(), tally)
                            .thenCompose(ahead -> attempts.make(() ->
                                    store.write(mark.emptied(last).moved(streamShard, last, ahead, false, expires()))))
                            .thenApply(result -> result instanceof WriteResult.Written);
            return noted.thenCompose(archived -> archived
                    ? all(
                            records.stream()
                                    .map(each -> new Unarchived(streamShard, each).delete())
                                    .toList(),
                            IN_FLIGHT)
                    : CompletableFuture.<Void>completedFuture(null));
        });
    }

    /** Makes writes, each of which may be repeated, until one fails; fails then. */
    private CompletableFuture<Void> all(List<Write> writes, int atOnce) {
        List<Throwable> failures = new ArrayList<>();
        List<Supplier<CompletableFuture<Void>>> tasks = new ArrayList<>();
        for (Write each : writes) {
            tasks.add(() -> {
                CompletableFuture<Void> done = new CompletableFuture<>();
                synchronized (failures) {
                    if (!failures.isEmpty()) {
                        return CompletableFuture.completedFuture(null);
                    }
                }
                Futures.whenDone(attempts.make(() -> store.write(each)), (result, failure) -> {
                    if (failure != null) {
                        synchronized (failures) {
                            failures.add(failure);
                        }
                    }
                    done.complete(null);
                });
                return done;
            });
        }
        return InFlight.run(tasks, atOnce).thenCompose(ended -> {
            @Nullable Throwable first;
            synchronized (failures) {
                first = failures.isEmpty() ? null : failures.get(0);
            }
            return first == null ? CompletableFuture.completedFuture(null) : CompletableFuture.failedFuture(first);
        });
    }

    /** Somebody has put records aside: they are tried within a minute, unless it is known that this fails. */
    private synchronized void soon() {
        if (!failing) {
            lookAtNanos = Math.min(lookAtNanos, environment.monotonicNanos() + FIRST_PAUSE_NANOS);
        }
    }

    private synchronized boolean isFailing() {
        return failing;
    }

    private synchronized void succeeded() {
        failing = false;
        patience.succeeded();
    }

    /** Nothing is lost by it: what could not be archived is put aside, or stays there. */
    private void failed(Tally tally, Throwable failure) {
        tally.failed("archiving, which is tried again later", failure);
        synchronized (this) {
            failing = true;
            lookAtNanos = environment.monotonicNanos() + patience.failed();
        }
    }

    private long expires() {
        return environment.wallMillis() / 1000 + Unarchived.KEPT_SECONDS;
    }
}

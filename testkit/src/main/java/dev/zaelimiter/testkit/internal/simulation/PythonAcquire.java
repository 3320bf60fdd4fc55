package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One acquire as the Python system goes about it: a write on what it believes first; then, if a refill would help, a
 * read of all it needs and a write under the stamp that was read; then once more without a refill; then it gives up.
 */
final class PythonAcquire {

    /** How many other shards it asks of a divided bucket. */
    private static final int OTHERS = 2;

    private final PythonMemory memory;
    private final ItemStore store;
    private final PythonWrites writes;
    private final LongSupplier clock;
    private final String entity;
    private final Map<String, Long> amounts;

    PythonAcquire(
            PythonMemory memory,
            ItemStore store,
            PythonWrites writes,
            LongSupplier clock,
            String entity,
            Map<String, Long> amounts) {
        this.memory = memory;
        this.store = store;
        this.writes = writes;
        this.clock = clock;
        this.entity = entity;
        this.amounts = amounts;
    }

    /**
     * What a fast write came to: the shard as it is now, or as it was when the write was refused; null if there is
     * none.
     */
    private record Fast(
            String entity,
            int shard,
            boolean done,
            @Nullable PythonImage image) {}

    private static <T extends @Nullable Object> CompletableFuture<T> now(T value) {
        return CompletableFuture.completedFuture(value);
    }

    /** Null for a refusal. */
    CompletableFuture<@Nullable PythonLease> run() {
        String parent = memory.parent(entity);
        int shard = memory.draw(entity);
        CompletableFuture<Fast> own = fast(entity, shard);
        if (parent == null) {
            return own.thenCompose(child -> child.done() ? parentOf(child, null) : refused(child));
        }
        // It remembers the parent: both at once.
        CompletableFuture<Fast> parents = fast(parent, memory.draw(parent));
        return own.thenCompose(child -> parents.thenCompose(above -> {
            if (child.done()) {
                return parentOf(child, above);
            }
            CompletableFuture<?> undone = above.done() ? back(above) : CompletableFuture.completedFuture(null);
            return undone.thenCompose(done -> refused(child));
        }));
    }

    private CompletableFuture<Fast> fast(String whose, int shard) {
        return store.write(writes.fast(writes.shard(whose, shard), amounts, clock.getAsLong()))
                .thenApply(result -> {
                    boolean done = result instanceof WriteResult.Written;
                    Item item = result instanceof WriteResult.Written written
                            ? written.after()
                            : ((WriteResult.Refused) result).current();
                    PythonImage image = item == null ? null : PythonImage.of(item);
                    memory.saw(whose, image);
                    return new Fast(whose, shard, done, image);
                });
    }

    private CompletableFuture<?> back(Fast taken) {
        return new PythonLease(store, writes, amounts, List.of(image(taken))).giveBack();
    }

    private static PythonImage image(Fast taken) {
        if (taken.image() == null) {
            throw new IllegalStateException("taken from nothing: " + taken);
        }
        return taken.image();
    }

    /** The entity's own part is taken: now its parent's, if the bucket names one. */
    private CompletableFuture<@Nullable PythonLease> parentOf(Fast child, @Nullable Fast asked) {
        PythonImage own = image(child);
        String parent = own.cascade() ? own.parent() : null;
        if (parent == null) {
            CompletableFuture<?> undone =
                    asked != null && asked.done() ? back(asked) : CompletableFuture.completedFuture(null);
            return undone.thenApply(done -> new PythonLease(store, writes, amounts, List.of(own)));
        }
        CompletableFuture<Fast> answer = asked != null ? now(asked) : fast(parent, memory.draw(parent));
        return answer.thenCompose(above -> {
            if (above.done()) {
                return now(new PythonLease(store, writes, amounts, List.of(own, image(above))));
            }
            PythonImage seen = above.image();
            if (seen == null) {
                return back(child).thenCompose(done -> slow(child.shard(), memory.count(entity), above.shard()));
            }
            if (!seen.satisfies(amounts, clock.getAsLong())) {
                return back(child).thenApply(done -> null);
            }
            return parentAlone(child, above);
        });
    }

    /** The parent needs a refill: a read and a write, while the child's part stays taken. */
    private CompletableFuture<@Nullable PythonLease> parentAlone(Fast child, Fast above) {
        long planned = clock.getAsLong();
        Key key = writes.shard(above.entity(), above.shard());
        Key record = writes.record(above.entity());
        return store.batchGet(List.of(key, record)).thenCompose(items -> {
            Item item = items.get(key);
            if (item == null || !PythonImage.of(item).satisfies(amounts, planned)) {
                return back(child).thenCompose(done -> slow(child.shard(), memory.count(entity), above.shard()));
            }
            PythonImage image = PythonImage.of(item);
            Write write = writes.slow(image, amounts, planned, clock.getAsLong(), memory.ttl(), items.get(record));
            return store.write(write).thenCompose(result -> {
                if (result instanceof WriteResult.Written written && written.after() != null) {
                    List<PythonImage> both = List.of(image(child), PythonImage.of(written.after()));
                    return now(new PythonLease(store, writes, amounts, both));
                }
                return back(child).thenCompose(done -> slow(child.shard(), memory.count(entity), above.shard()));
            });
        });
    }

    /** The first write was refused. */
    private CompletableFuture<@Nullable PythonLease> refused(Fast child) {
        PythonImage image = child.image();
        long now = clock.getAsLong();
        if (image == null) {
            return slow(child.shard(), memory.count(entity), -1);
        }
        if (image.lacksWriteUnits(now)) {
            return image.satisfies(amounts, now) ? divide(child, image) : CompletableFuture.completedFuture(null);
        }
        if (image.count() > 1 && image.vu() == null) {
            return image.cascade()
                    ? elsewhere(child, image)
                    : others(child, image, new ArrayList<>(List.of(child.shard())));
        }
        return image.satisfies(amounts, now)
                ? slow(child.shard(), (int) image.count(), -1)
                : CompletableFuture.completedFuture(null);
    }

    /** The partition is full: twice as many shards, and this request makes one of them. */
    private CompletableFuture<@Nullable PythonLease> divide(Fast child, PythonImage image) {
        int count = (int) image.count();
        return new PythonDivision(store, writes, entity).run(count).thenCompose(become -> {
            memory.learn(entity, become);
            int shard = become > count ? count + memory.below(become - count) : child.shard();
            return slow(shard, become, -1);
        });
    }

    private CompletableFuture<@Nullable PythonLease> elsewhere(Fast child, PythonImage image) {
        if (!image.satisfies(amounts, clock.getAsLong())) {
            return CompletableFuture.completedFuture(null);
        }
        int shard = memory.below((int) image.count() - 1);
        return slow(shard >= child.shard() ? shard + 1 : shard, (int) image.count(), -1);
    }

    private CompletableFuture<@Nullable PythonLease> others(Fast child, PythonImage image, List<Integer> tried) {
        if (tried.size() > OTHERS || tried.size() >= image.count()) {
            return image.satisfies(amounts, clock.getAsLong())
                    ? slow(child.shard(), (int) image.count(), -1)
                    : CompletableFuture.completedFuture(null);
        }
        int place = memory.below((int) image.count() - tried.size());
        int shard = 0;
        while (tried.contains(shard) || place-- > 0) {
            shard++;
        }
        tried.add(shard);
        int chosen = shard;
        return fast(entity, chosen).thenCompose(other -> {
            if (other.done()) {
                return parentOf(other, null);
            }
            PythonImage seen = other.image();
            boolean trims = seen != null && seen.vu() != null;
            return seen == null || trims ? slow(chosen, (int) image.count(), -1) : others(child, image, tried);
        });
    }

    /** Reads all it needs, and writes once under what it read. */
    private CompletableFuture<@Nullable PythonLease> slow(int shard, int count, int parentShard) {
        long planned = clock.getAsLong();
        Key own = writes.shard(entity, shard);
        Key record = writes.record(entity);
        return store.batchGet(List.of(own, record)).thenCompose(items -> {
            Part child = new Part(entity, own, items.get(own), items.get(record), count);
            Item meta = child.owner;
            String parent =
                    meta != null && AttributeValue.of(true).equals(meta.get("cascade")) ? meta.text("parent_id") : null;
            memory.owns(entity, parent);
            if (parent == null) {
                return commit(List.of(child), planned);
            }
            Key above = writes.shard(parent, parentShard >= 0 ? parentShard : memory.draw(parent));
            Key aboveRecord = writes.record(parent);
            return store.batchGet(List.of(above, aboveRecord))
                    .thenCompose(more -> commit(
                            List.of(
                                    child,
                                    new Part(
                                            parent,
                                            above,
                                            more.get(above),
                                            more.get(aboveRecord),
                                            memory.count(parent))),
                            planned));
        });
    }

    /** What one bucket gives to the request. */
    private record Part(
            String whose,
            Key key,
            @Nullable Item item,
            @Nullable Item owner,
            int count) {}

    private boolean fits(Part part, long planned) {
        if (part.item != null) {
            return PythonImage.of(part.item).satisfies(amounts, planned);
        }
        return memory.limits(part.whose).stream()
                .allMatch(limit -> limit.capacity() * 1000 / part.count >= amounts.getOrDefault(limit.name(), 0L));
    }

    private CompletableFuture<@Nullable PythonLease> commit(List<Part> parts, long planned) {
        if (!parts.stream().allMatch(part -> fits(part, planned))) {
            return CompletableFuture.completedFuture(null);
        }
        long now = clock.getAsLong();
        List<Write> all = new ArrayList<>();
        List<Write> checks = new ArrayList<>();
        List<PythonImage> images = new ArrayList<>();
        for (Part part : parts) {
            if (part.item == null) {
                Item made = made(part, now);
                all.add(writes.create(made));
                checks.add(writes.unchanged(part.whose, part.owner));
                images.add(PythonImage.of(made));
            } else {
                PythonImage image = PythonImage.of(part.item);
                all.add(writes.slow(image, amounts, planned, now, memory.ttl(), part.owner));
                images.add(image.cut());
            }
        }
        List<Write> retries =
                parts.stream().map(part -> writes.retry(part.key, amounts)).toList();
        all.addAll(checks);
        return together(all)
                .thenCompose(done -> done ? now(true) : together(retries))
                .thenApply(done -> {
                    if (!done) {
                        return null;
                    }
                    parts.forEach(part -> memory.saw(part.whose, part.item == null ? null : PythonImage.of(part.item)));
                    return new PythonLease(store, writes, amounts, images);
                });
    }

    private Item made(Part part, long now) {
        Item made =
                writes.made(part.key, part.whose, part.count, memory.limits(part.whose), amounts, now, memory.ttl());
        return PythonWrites.owned(made, part.owner);
    }

    private CompletableFuture<Boolean> together(List<Write> all) {
        if (all.size() == 1) {
            return store.write(all.get(0)).thenApply(result -> result instanceof WriteResult.Written);
        }
        return store.transact(all, Long.toHexString(memory.token()))
                .thenApply(result -> result instanceof TransactionResult.Committed);
    }
}

package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.internal.schema.ShardTransfer.Seen;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Refills, divides and merges buckets, as planned. Each is one attempt, pinned on what was seen: refused, lost or
 * repeated, it makes no tokens, and whoever acquires does without it. So no failure here makes a batch come again.
 */
final class BucketCare {

    /** From one shard to all of them, each twice as many. */
    private static final int MOST_ROUNDS = 5;

    private final ItemStore store;
    private final Environment environment;
    private final Attempts attempts;

    BucketCare(ItemStore store, Environment environment) {
        this.store = store;
        this.environment = environment;
        this.attempts = new Attempts(environment);
    }

    /** Does what is planned for a shard, one step after another. */
    CompletableFuture<Void> carryOut(BucketActivity activity, BucketPlan plan, Tally tally) {
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        Seen seen = plan.seen();
        if (seen == null) {
            return done;
        }
        if (plan.steps().contains(BucketPlan.Step.DIVIDE)) {
            done = done.thenCompose(before -> divide(activity.id(), seen.image().shardCount(), tally));
        } else if (plan.steps().contains(BucketPlan.Step.REFILL)) {
            // A division refills, too.
            done = done.thenCompose(before -> refill(seen, tally));
        }
        if (plan.steps().contains(BucketPlan.Step.PROPAGATE)) {
            done = done.thenCompose(before -> propagate(activity.id(), MOST_ROUNDS, tally));
        }
        return done;
    }

    private CompletableFuture<Void> refill(Seen seen, Tally tally) {
        long[] nothing = new long[seen.image().layout().size()];
        Write write = ShardTransfer.give(seen, nothing, environment.wallMillis(), newId());
        CompletableFuture<Void> done = new CompletableFuture<>();
        Futures.whenDone(attempts.once(() -> store.write(write)), (result, failure) -> {
            if (failure != null) {
                tally.failed("refilling a bucket", failure);
            } else if (result instanceof WriteResult.Written) {
                tally.refilled();
            }
            done.complete(null);
        });
        return done;
    }

    /**
     * Divides a shard that is hot; if there are to be more than the first shard says, that one goes first. One that was
     * divided since it was seen has not shown yet that it is still hot: what comes late, or again, would divide it each
     * time.
     */
    private CompletableFuture<Void> divide(BucketId id, long seenCount, Tally tally) {
        return transfer(id, tally, (shards, now) -> {
            Seen own = shards.get(id.shard());
            Seen home = shards.get(0);
            if (own == null || home == null || own.image().shardCount() != seenCount) {
                return List.of();
            }
            Seen chosen = own.image().shardCount() < home.image().shardCount() ? own : home;
            return BucketPlan.mayBeDivided(chosen.image())
                    ? List.of(ShardTransfer.split(id.keys(), chosen, now, newId()))
                    : List.of();
        });
    }

    /** Divides each shard that believes in fewer than the first one does, until none is left or the rounds are over. */
    private CompletableFuture<Void> propagate(BucketId id, int rounds, Tally tally) {
        boolean[] more = {false};
        return transfer(id, tally, (shards, now) -> {
                    Seen home = shards.get(0);
                    List<List<Write>> transactions = new ArrayList<>();
                    for (Seen each : shards.values()) {
                        if (home != null
                                && each.image().shardCount() < home.image().shardCount()
                                && BucketPlan.mayBeDivided(each.image())) {
                            transactions.add(ShardTransfer.split(id.keys(), each, now, newId()));
                            more[0] = true;
                        }
                    }
                    return transactions;
                })
                .thenCompose(done -> more[0] && rounds > 1
                        ? propagate(id, rounds - 1, tally)
                        : CompletableFuture.completedFuture(null));
    }

    /**
     * Makes an idle bucket whole, one pair of shards after another, until it is, or a pair does not want to; gives
     * whether that is because of a debt.
     */
    CompletableFuture<Boolean> mergeAll(BucketId id, Tally tally) {
        return merge(id, Shares.MAX, tally);
    }

    private CompletableFuture<Boolean> merge(BucketId id, int most, Tally tally) {
        boolean[] more = {false};
        boolean[] inDebt = {false};
        return transfer(id, tally, (shards, now) -> {
                    Seen home = shards.get(0);
                    List<Write> merge = home == null ? null : merge(shards, home, now);
                    more[0] = merge != null;
                    inDebt[0] = merge == null
                            && home != null
                            && home.image().shardCount() > 1
                            && shards.values().stream().anyMatch(each -> BucketPlan.isInDebt(each.image(), now));
                    return merge == null ? List.of() : List.of(merge);
                })
                .thenCompose(done -> more[0] && most > 1
                        ? merge(id, most - 1, tally)
                        : CompletableFuture.completedFuture(inDebt[0]));
    }

    private @Nullable List<Write> merge(NavigableMap<Integer, Seen> shards, Seen lower, long now) {
        long count = lower.image().shardCount();
        Seen upper = count < 2 ? null : shards.get((int) (lower.image().shard() + count / 2));
        if (upper == null || BucketPlan.isInDebt(lower.image(), now) || BucketPlan.isInDebt(upper.image(), now)) {
            return null;
        }
        if (upper.image().shardCount() > count) {
            return merge(shards, upper, now);
        }
        return ShardTransfer.pair(lower, upper) ? ShardTransfer.merge(lower, upper, now, newId()) : null;
    }

    /** Reads all shards of a bucket, and sends what is to be done with them. */
    private CompletableFuture<Void> transfer(
            BucketId id, Tally tally, BiFunction<NavigableMap<Integer, Seen>, Long, List<List<Write>>> choice) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        List<Key> keys = new ArrayList<>();
        for (int shard = 0; shard < Shares.MAX; shard++) {
            keys.add(id.keys().bucket(id.entity(), id.resource(), shard));
        }
        Futures.whenDone(attempts.make(() -> store.batchGet(keys)), (items, failure) -> {
            try {
                if (failure != null) {
                    tally.failed("dividing a bucket", failure);
                    done.complete(null);
                    return;
                }
                NavigableMap<Integer, Seen> shards = new TreeMap<>();
                for (int shard = 0; shard < keys.size(); shard++) {
                    Item item = items.get(keys.get(shard));
                    if (item != null) {
                        shards.put(shard, Seen.of(item));
                    }
                }
                boolean plain = items.values().stream().allMatch(BucketPlan::isPlain);
                List<List<Write>> transactions = plain ? choice.apply(shards, environment.wallMillis()) : List.of();
                Futures.whenDone(
                        InFlight.run(
                                transactions.stream()
                                        .map(each -> (java.util.function.Supplier<CompletableFuture<Void>>)
                                                () -> send(each, tally))
                                        .toList(),
                                1),
                        (sent, none) -> done.complete(null));
            } catch (RuntimeException e) {
                // Most likely it is damaged. Whatever it is, who waits for this is told.
                tally.failed("dividing a bucket", e);
                done.complete(null);
            }
        });
        return done;
    }

    private CompletableFuture<Void> send(List<Write> transaction, Tally tally) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        String token = Long.toHexString(newId()) + Long.toHexString(newId());
        Futures.whenDone(attempts.once(() -> store.transact(transaction, token)), (result, failure) -> {
            if (failure != null) {
                tally.failed("dividing a bucket", failure);
            } else if (result instanceof TransactionResult.Committed) {
                tally.divided();
            }
            done.complete(null);
        });
        return done;
    }

    private long newId() {
        long id = environment.random().nextLong() & Long.MAX_VALUE;
        return id == 0 ? 1 : id;
    }
}

package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Verb;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** Bugs in splits and merges. */
final class ShardMutants {

    private ShardMutants() {}

    private interface Spoil {
        List<Write> of(Write stays, Write moves, boolean split);
    }

    private static UnaryOperator<ItemStore> transfers(Spoil spoil) {
        return below -> new Mutant(below) {
            @Override
            public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
                boolean transfer = writes.size() == 2
                        && Rewrite.isUpdate(writes.get(0))
                        && writes.get(1).shape().kind() != WriteShape.Kind.UPDATE;
                return store.transact(
                        transfer
                                ? spoil.of(
                                        writes.get(0),
                                        writes.get(1),
                                        writes.get(1).shape().kind() == WriteShape.Kind.PUT)
                                : writes,
                        token);
            }
        };
    }

    private static List<StoredBucket.Names> limits(Item item) {
        return StoredBucket.names(item.layout()).stream()
                .filter(names -> !names.limit().equals(StoredBucket.WCU))
                .toList();
    }

    private static Write put(Write write, Item item) {
        return Write.put(write.shape(), item, write.wholes(), write.values());
    }

    private static Item item(Write write) {
        Item item = write.item();
        if (item == null) {
            throw new IllegalArgumentException("not a put");
        }
        return item;
    }

    /** Case 14: what the new shard gets stays in the old one as well. */
    static UnaryOperator<ItemStore> splitCopies() {
        return transfers((stays, moves, split) -> {
            if (!split) {
                return List.of(stays, moves);
            }
            Rewrite rewrite = Rewrite.of(stays);
            for (StoredBucket.Names names : limits(item(moves))) {
                Verb verb = rewrite.has(Verb.ADD, names.tk()) ? Verb.ADD : Verb.SET;
                long moved = item(moves).whole(names.tk(), 0);
                rewrite.act(verb, names.tk(), rewrite.number(verb, names.tk(), 0) + moved);
            }
            return List.of(rewrite.build(), moves);
        });
    }

    /** As in the original: a new shard begins full. */
    static UnaryOperator<ItemStore> newShardIsFull() {
        return transfers((stays, moves, split) -> {
            if (!split) {
                return List.of(stays, moves);
            }
            Item.Builder full = item(moves).toBuilder();
            long count = item(moves).whole("shard_count", 1);
            limits(item(moves))
                    .forEach(names -> full.put(names.tk(), item(moves).whole(names.cp(), 0) / count));
            return List.of(stays, put(moves, full.build()));
        });
    }

    /** Case 14: the item that goes is trusted to be as it was seen. */
    static UnaryOperator<ItemStore> mergeTrustsAnOldImage() {
        return transfers((stays, moves, split) -> split
                ? List.of(stays, moves)
                : List.of(stays, Write.of(WriteShape.delete(Condition.itemExists()), moves.key())));
    }

    /** Case 3: the first of several shards may vanish, and is made anew, whole. */
    static UnaryOperator<ItemStore> splitKeepsTheTimeToLive() {
        return transfers((stays, moves, split) -> List.of(
                Rewrite.of(stays)
                        .withoutActions(action -> action.attribute().equals("ttl"))
                        .build(),
                moves));
    }

    /** A split that does not see to it that the bucket has not been refilled meanwhile. */
    static UnaryOperator<ItemStore> splitWithoutPins() {
        return transfers((stays, moves, split) -> List.of(
                split ? Rewrite.of(stays).without(ShardMutants::pinsRefill).build() : stays, moves));
    }

    private static boolean pinsRefill(Condition term) {
        if (term instanceof Condition.Compare compare) {
            return compare.attribute().equals("rf") || compare.attribute().endsWith("_rm");
        }
        return term instanceof Condition.NotExists absent && absent.attribute().endsWith("_rm");
    }

    /** A split that does not see to it that the shard was not split meanwhile. */
    static UnaryOperator<ItemStore> splitWithoutTheCount() {
        return transfers((stays, moves, split) -> {
            if (!split) {
                return List.of(stays, moves);
            }
            return List.of(
                    Rewrite.of(stays)
                            .without(term -> pinsRefill(term) || Rewrite.compares(term, Op.EQ, "shard_count"))
                            .build(),
                    Write.put(WriteShape.put(null), item(moves)));
        });
    }

    /** A merge that forgets what the other shard held. */
    static UnaryOperator<ItemStore> mergeDropsTheUpper() {
        return transfers((stays, moves, split) -> {
            Rewrite rewrite = Rewrite.of(stays);
            for (WriteShape.Action action : List.copyOf(rewrite.actions)) {
                if (!split && action.verb() == Verb.ADD && action.attribute().endsWith("_tk")) {
                    rewrite.act(Verb.ADD, action.attribute(), 0);
                }
            }
            return List.of(rewrite.build(), moves);
        });
    }

    /** Case 15: the bound rests on a share, and the count that it is a share of is not pinned. */
    static Write countNotPinned(Write write) {
        return Rewrite.of(write)
                .without(term -> Rewrite.compares(term, Op.EQ, "shard_count") || Rewrite.compares(term, Op.EQ, "rf"))
                .build();
    }

    /** Case 11: a shard's ceiling is the difference of two rounded parts, which do not add up in a mixed division. */
    static Write sharesByFloorDifferences(Write write) {
        Rewrite rewrite = Rewrite.of(write);
        long count = rewrite.number(Op.EQ, "shard_count", 1);
        if (rewrite.reconciles() || KeyReader.bucket(write.key()) == null || count < 2) {
            return write;
        }
        int shard = KeyReader.shard(write.key());
        for (WriteShape.Action action : List.copyOf(rewrite.actions)) {
            String tk = action.attribute();
            if (tk.startsWith("b_") && tk.endsWith("_tk") && !tk.equals("b_wcu_tk")) {
                long cap = rewrite.number(Op.EQ, tk.replace("_tk", "_cp"), 0);
                long share = cap / count + (shard % count < cap % count ? 1 : 0);
                long difference = cap * (shard + 1) / count - cap * shard / count - share;
                // The balance of a credit that is cut is pinned, and tells nothing of a ceiling.
                boolean pinned = rewrite.number(Op.LE, tk, 0) == rewrite.number(Op.GE, tk, 1);
                if (!pinned) {
                    rewrite.change(Op.LE, tk, bound -> bound + difference);
                }
                if (action.verb() == Verb.SET) {
                    rewrite.act(Verb.SET, tk, rewrite.number(Verb.SET, tk, 0) + difference);
                    if (!pinned) {
                        rewrite.change(Op.GE, tk, floor -> floor + difference);
                    }
                }
            }
        }
        return rewrite.build();
    }

    /** A limit that was added meanwhile is overlooked by a transfer. */
    static UnaryOperator<ItemStore> addedLimitOverlooked() {
        return transfers((stays, moves, split) -> List.of(
                Rewrite.of(stays)
                        .without(term -> pinsRefill(term)
                                || Rewrite.compares(term, Op.EQ, "lv")
                                || (term instanceof Condition.NotExists absent
                                        && absent.attribute().equals("lv")))
                        .build(),
                moves));
    }
}

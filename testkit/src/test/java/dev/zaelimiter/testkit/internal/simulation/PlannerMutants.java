package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Bugs in which write is chosen, and under which condition. */
final class PlannerMutants {

    private PlannerMutants() {}

    /** A mutant that changes each update. */
    static UnaryOperator<ItemStore> each(UnaryOperator<Write> change) {
        return store -> new Mutant(store) {
            @Override
            Write changed(Write write) {
                return change.apply(write);
            }
        };
    }

    private static String tk(String limit) {
        return "b_" + limit + "_tk";
    }

    /** Case 1: takes what is stored, if that is enough, and leaves the stamp. */
    static ItemStore fastWrite(ItemStore below) {
        return new Mutant(below) {
            @Override
            public CompletableFuture<WriteResult> write(Write write) {
                Map<String, Long> content = Written.consumption(write);
                boolean takes = Rewrite.isUpdate(write)
                        && !content.isEmpty()
                        && content.values().stream().allMatch(amount -> amount > 0);
                if (!takes) {
                    return store.write(write);
                }
                return store.write(Rewrite.fast(write, true))
                        .thenCompose(result -> result instanceof WriteResult.Written
                                ? CompletableFuture.completedFuture(result)
                                : store.write(write));
            }
        };
    }

    /** Case 7: what is never refused is not bounded above either. */
    static Write unboundedDebit(Write write) {
        Rewrite rewrite = Rewrite.of(write);
        Map<String, Long> content = Written.consumption(write);
        boolean debit = !content.isEmpty()
                && content.entrySet().stream()
                        .allMatch(taken -> taken.getValue() > 0 && !rewrite.has(Op.GE, tk(taken.getKey())));
        boolean atCeiling = content.keySet().stream().anyMatch(limit -> rewrite.has(Verb.SET, tk(limit)));
        return debit || (atCeiling && !content.isEmpty() && isDebitAtCeiling(rewrite, content))
                ? Rewrite.fast(write, false)
                : write;
    }

    /** At the ceiling a floor is part of the proof, and says nothing of who asks. */
    private static boolean isDebitAtCeiling(Rewrite rewrite, Map<String, Long> content) {
        return content.values().stream().allMatch(amount -> amount > 0) && !rewrite.has(Op.GE, "rf");
    }

    /** Case 8: a debt does not lengthen the time to live. */
    static Write ttlLeftAlone(Write write) {
        return Rewrite.of(write)
                .without(term -> Rewrite.compares(term, Op.LE, "ttl"))
                .withoutActions(action -> action.attribute().equals("ttl"))
                .build();
    }

    /** Case 9: the remainder is carried over into another period as it is. */
    static Write remainderCarriedOver(Write write) {
        Rewrite rewrite = Rewrite.of(write);
        long elapsed = Math.max(0, rewrite.number(Verb.SET, "rf", 0) - rewrite.number(Op.EQ, "rf", 0));
        for (Action action : List.copyOf(rewrite.actions)) {
            String name = action.attribute();
            if (name.endsWith("_rp") && rewrite.has(Verb.ADD, name.replace("_rp", "_tk"))) {
                String limit = name.substring(0, name.length() - 3);
                long before = rewrite.number(Op.EQ, name, 1);
                long gross =
                        elapsed * rewrite.number(Op.EQ, limit + "_ra", 0) + rewrite.number(Op.EQ, limit + "_rm", 0);
                rewrite.act(Verb.SET, limit + "_rm", gross % before);
            }
        }
        return rewrite.build();
    }

    /** Case 10: what a soft ceiling holds back is rounded down, here to whole tokens. */
    static Write softMarginRoundedDown(Write write) {
        Rewrite rewrite = Rewrite.of(write);
        boolean softMove = rewrite.has(Op.GE, "rf");
        Written.consumption(write).forEach((limit, amount) -> {
            long cap = rewrite.number(Op.EQ, "b_" + limit + "_cp", 0);
            if (softMove) {
                rewrite.change(Op.LE, tk(limit), bound -> Math.min(cap, roundedUp(bound)));
            } else if (rewrite.has(Verb.SET, tk(limit))) {
                long ceiling = rewrite.number(Verb.SET, tk(limit), 0) + amount;
                long higher = Math.min(cap, roundedUp(ceiling));
                rewrite.act(Verb.SET, tk(limit), higher - amount);
                rewrite.change(Op.GE, tk(limit), floor -> floor + higher - ceiling);
            }
        });
        return rewrite.build();
    }

    private static long roundedUp(long milli) {
        return -Math.floorDiv(-milli, 1000L) * 1000;
    }

    /** Case 12: a limit that nobody asked for may not be in debt. */
    static Write floorForAll(Write write) {
        Rewrite rewrite = Rewrite.of(write);
        if (!rewrite.reconciles() && rewrite.has(Verb.SET, "rf")) {
            List<String> untouched = new ArrayList<>();
            for (Action action : rewrite.actions) {
                boolean balance = action.attribute().endsWith("_tk") && action.verb() == Verb.ADD;
                if (balance && !rewrite.has(Op.GE, action.attribute())) {
                    untouched.add(action.attribute());
                }
            }
            untouched.forEach(attribute -> rewrite.compare(attribute, Op.GE, -rewrite.number(Verb.ADD, attribute, 0)));
        }
        return rewrite.build();
    }

    /** Case 15: the bound rests on a ceiling and a rate that nobody pins. */
    static Write ratesNotPinned(Write write) {
        Rewrite rewrite = Rewrite.of(write);
        return rewrite.reconciles()
                ? write
                : rewrite.without(PlannerMutants::pinsRate).build();
    }

    private static boolean pinsRate(Condition term) {
        return term instanceof Condition.Compare compare
                && compare.op() == Op.EQ
                && compare.attribute().startsWith("b_")
                && !compare.attribute().endsWith("_rm");
    }

    /** Case 16: a refill does not pin the stamp that it counts from. */
    static Write stampNotPinned(Write write) {
        return Rewrite.of(write)
                .without(term -> Rewrite.compares(term, Op.EQ, "rf")
                        || (term instanceof Condition.Compare compare
                                && compare.attribute().endsWith("_rm"))
                        || (term instanceof Condition.NotExists absent
                                && absent.attribute().endsWith("_rm")))
                .build();
    }

    /** Nothing of 5.11, but an oracle that misses it is blind: takes without looking whether there is enough. */
    static Write noFloor(Write write) {
        Map<String, Long> content = Written.consumption(write);
        return Rewrite.of(write)
                .without(term -> content.keySet().stream().anyMatch(limit -> Rewrite.compares(term, Op.GE, tk(limit))))
                .build();
    }

    /** Case 2: every other client trusts what it once read of the configuration. */
    static final class StaleConfig extends Mutant {
        private final Map<Key, @Nullable Item> first = new HashMap<>();

        StaleConfig(ItemStore store) {
            super(store);
        }

        @Override
        public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
            List<Key> asked = List.copyOf(keys);
            return store.batchGet(asked).thenApply(items -> {
                Map<Key, Item> shown = new HashMap<>(items);
                for (Key key : asked) {
                    if (key.sk().startsWith("#CONFIG")) {
                        first.putIfAbsent(key, items.get(key));
                        Item old = first.get(key);
                        if (old == null) {
                            shown.remove(key);
                        } else {
                            shown.put(key, old);
                        }
                    }
                }
                return shown;
            });
        }
    }
}

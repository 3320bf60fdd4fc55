package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Bugs in takes from several shards at once. */
final class SpreadMutants {

    private SpreadMutants() {}

    private interface Spoil {
        List<Write> of(List<Write> takes);
    }

    /** A transaction that takes, and is neither a split nor a merge. */
    private static boolean takes(List<Write> writes) {
        return writes.stream()
                .allMatch(write -> Rewrite.isUpdate(write) || write.shape().kind() == WriteShape.Kind.CHECK);
    }

    private static UnaryOperator<ItemStore> spoiled(Spoil spoil) {
        return below -> new Mutant(below) {
            @Override
            public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
                return store.transact(takes(writes) ? spoil.of(writes) : writes, token);
            }
        };
    }

    private static @Nullable String someLimit(Write write) {
        return Written.consumption(write).keySet().stream().findFirst().orElse(null);
    }

    /** One shard gives twice what is counted. */
    static UnaryOperator<ItemStore> takesFromOneTwice() {
        return spoiled(writes -> {
            List<Write> changed = new ArrayList<>(writes);
            Write last = changed.get(changed.size() - 1);
            String limit = someLimit(last);
            if (limit != null) {
                Rewrite rewrite = Rewrite.of(last);
                String tk = "b_" + limit + "_tk";
                long taken = Written.consumption(last).get(limit);
                Verb verb = rewrite.has(Verb.ADD, tk) ? Verb.ADD : Verb.SET;
                rewrite.act(verb, tk, rewrite.number(verb, tk, 0) - taken);
                changed.set(changed.size() - 1, rewrite.build());
            }
            return changed;
        });
    }

    /** One shard is left out, and the whole is granted all the same. */
    static UnaryOperator<ItemStore> leavesOneOut() {
        return spoiled(writes -> writes.size() < 3 ? writes : writes.subList(0, writes.size() - 1));
    }

    /** A shard gives what it does not have. */
    static UnaryOperator<ItemStore> withoutFloors() {
        return spoiled(writes -> {
            List<Write> changed = new ArrayList<>();
            for (Write write : writes) {
                if (Rewrite.isUpdate(write)) {
                    Rewrite rewrite = Rewrite.of(write);
                    changed.add(rewrite.without(term -> term instanceof Condition.Compare compare
                                    && compare.op() == Op.GE
                                    && compare.attribute().endsWith("_tk"))
                            .build());
                } else {
                    changed.add(write);
                }
            }
            return changed;
        });
    }

    /** What a shard could give is counted from an old stamp. */
    static UnaryOperator<ItemStore> withoutPins() {
        return spoiled(writes -> {
            List<Write> changed = new ArrayList<>();
            for (Write write : writes) {
                changed.add(Rewrite.isUpdate(write) ? PlannerMutants.stampNotPinned(write) : write);
            }
            return changed;
        });
    }

    /** A transaction whose answer is lost is sent again as another one. */
    static ItemStore sentAgainUnderAnotherToken(ItemStore below) {
        return new Mutant(below) {
            private int sent;

            @Override
            public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
                return store.transact(writes, takes(writes) ? token + "-" + sent++ : token);
            }
        };
    }

    /** A lost answer is taken for a refusal, so that the same demands are planned anew. */
    static ItemStore lostAnswerIsARefusal(ItemStore below) {
        return new Mutant(below) {
            @Override
            public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
                CompletableFuture<TransactionResult> answer = store.transact(writes, token);
                return !takes(writes)
                        ? answer
                        : answer.exceptionally(failure -> {
                            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
                            if (cause instanceof StoreException.Uncertain) {
                                return new TransactionResult.Refused(Map.of());
                            }
                            throw new CompletionException(cause);
                        });
            }
        };
    }

    /** What is given back to one of several shards is forgotten. */
    static ItemStore oneForgottenOnRollback(ItemStore below) {
        return new Mutant(below) {
            @Override
            public CompletableFuture<WriteResult> write(Write write) {
                boolean givesBack = Rewrite.isUpdate(write)
                        && KeyReader.bucket(write.key()) != null
                        && KeyReader.shard(write.key()) > 0
                        && !Written.consumption(write).isEmpty()
                        && Written.consumption(write).values().stream().allMatch(amount -> amount < 0);
                return store.write(givesBack ? emptied(write) : write);
            }
        };
    }

    private static Write emptied(Write write) {
        Rewrite rewrite = Rewrite.of(write);
        Written.consumption(write).forEach((limit, amount) -> {
            String tk = "b_" + limit + "_tk";
            if (rewrite.has(Verb.ADD, tk)) {
                rewrite.act(Verb.ADD, tk, rewrite.number(Verb.ADD, tk, 0) + amount);
                rewrite.act(Verb.ADD, "b_" + limit + "_tc", 0);
            }
        });
        return rewrite.build();
    }
}

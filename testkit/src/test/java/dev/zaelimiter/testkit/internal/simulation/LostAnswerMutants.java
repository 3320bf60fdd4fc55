package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Verb;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Bugs in what is done when an answer is lost. */
final class LostAnswerMutants {

    private LostAnswerMutants() {}

    private static boolean uncertain(@Nullable Throwable failure) {
        return failure instanceof StoreException.Uncertain || (failure != null && uncertain(failure.getCause()));
    }

    private static boolean givesBack(Write write) {
        return Rewrite.isUpdate(write)
                && Written.consumption(write).values().stream().anyMatch(amount -> amount < 0);
    }

    /** Case 4: a refund is planned anew when an image does not show that it landed. */
    static final class RefundOnEvidence extends Mutant {
        RefundOnEvidence(ItemStore store) {
            super(store);
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // it is composed with
        public CompletableFuture<WriteResult> write(Write write) {
            CompletableFuture<WriteResult> answer = store.write(write);
            if (!givesBack(write)) {
                return answer;
            }
            return answer.handle((result, failure) -> uncertain(failure) ? lookAndRepeat(write, answer) : answer)
                    .thenCompose(next -> next);
        }

        private CompletableFuture<WriteResult> lookAndRepeat(Write write, CompletableFuture<WriteResult> lost) {
            return store.get(write.key()).thenCompose(item -> {
                if (item == null || item.whole("wid", 0) == Written.wid(write)) {
                    return lost;
                }
                Rewrite anew = Rewrite.of(Rewrite.fast(write, false));
                anew.act(Verb.SET, "wid", Written.wid(write) ^ 1);
                return store.write(anew.build());
            });
        }
    }

    /**
     * A refund whose answer was lost goes to the first shard as well, as if its shard had been merged into that one.
     */
    static final class RefundElsewhere extends Mutant {
        RefundElsewhere(ItemStore store) {
            super(store);
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // it is composed with
        public CompletableFuture<WriteResult> write(Write write) {
            CompletableFuture<WriteResult> answer = store.write(write);
            if (!givesBack(write) || KeyReader.shard(write.key()) == 0) {
                return answer;
            }
            return answer.handle((result, failure) -> uncertain(failure) ? store.write(toFirst(write)) : answer)
                    .thenCompose(next -> next);
        }

        private static Write toFirst(Write write) {
            Rewrite fast = Rewrite.of(Rewrite.fast(write, false));
            fast.act(Verb.SET, "wid", Written.wid(write) ^ 1);
            fast.conditions.clear();
            fast.compare("rf", Condition.Op.GT, 0);
            String pk = write.key().pk();
            Key first = Key.of(
                    pk.substring(0, pk.lastIndexOf('#') + 1) + 0, write.key().sk());
            return Write.of(fast.build().shape(), first);
        }
    }

    /** Case 5: a write that takes and gives back is repeated as a consumption is. */
    static final class RepeatedAsConsumption extends Mutant {
        private final Set<Long> lost = new HashSet<>();

        RepeatedAsConsumption(ItemStore store) {
            super(store);
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // only remembers how it ended
        public CompletableFuture<WriteResult> write(Write write) {
            long wid = Written.wid(write);
            if (!givesBack(write)) {
                return store.write(write);
            }
            Write sent = write;
            if (lost.contains(wid)) {
                Rewrite renewed = Rewrite.of(Rewrite.fast(write, false));
                renewed.compare("wid", Condition.Op.NE, wid);
                sent = renewed.build();
            }
            CompletableFuture<WriteResult> answer = store.write(sent);
            answer.whenComplete((result, failure) -> {
                if (uncertain(failure)) {
                    lost.add(wid);
                }
            });
            return answer;
        }
    }

    /** Case 6: the id says who wrote, and not what. */
    static final class OneIdForAll extends Mutant {
        private final long mine;
        private final Set<Long> issued = new HashSet<>();

        OneIdForAll(ItemStore store, long mine) {
            super(store);
            this.mine = mine;
        }

        @Override
        public CompletableFuture<WriteResult> write(Write write) {
            long wid = Written.wid(write);
            if (wid == 0) {
                return store.write(write);
            }
            issued.add(wid);
            return store.write(disguised(write)).thenApply(result -> {
                if (result instanceof WriteResult.Written written) {
                    return new WriteResult.Written(shown(written.after(), wid), written.writeUnits());
                }
                WriteResult.Refused refused = (WriteResult.Refused) result;
                return new WriteResult.Refused(shown(refused.current(), wid), refused.writeUnits());
            });
        }

        private Write disguised(Write write) {
            Item item = write.item();
            if (item != null) {
                return Write.put(
                        write.shape(), item.toBuilder().put("wid", mine).build(), write.wholes(), write.values());
            }
            Rewrite rewrite = Rewrite.of(write);
            for (Condition.Op op : Condition.Op.values()) {
                rewrite.change(op, "wid", number -> issued.contains(number) ? mine : number);
            }
            rewrite.act(Verb.SET, "wid", mine);
            return rewrite.build();
        }

        private @Nullable Item shown(@Nullable Item item, long wid) {
            return item != null && item.whole("wid", 0) == mine
                    ? item.toBuilder().put("wid", AttributeValue.of(wid)).build()
                    : item;
        }
    }

    /**
     * A repeat has no condition that tells whether the original landed: nothing of 5.11, but the oracle must see it.
     */
    static final class SentTwice extends Mutant {
        SentTwice(ItemStore store) {
            super(store);
        }

        @Override
        public CompletableFuture<WriteResult> write(Write write) {
            return write.shape().kind() == WriteShape.Kind.UPDATE
                            && !Rewrite.of(write).has(Verb.SET, "rf")
                    ? store.write(write).thenCompose(first -> store.write(write))
                    : store.write(write);
        }
    }
}

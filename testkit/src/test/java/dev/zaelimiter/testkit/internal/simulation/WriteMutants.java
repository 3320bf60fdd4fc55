package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Bugs in what a write says, and in what its answer is taken for. */
final class WriteMutants {

    private WriteMutants() {}

    private static boolean isRefill(Rewrite rewrite) {
        return rewrite.has(Verb.SET, "rf") && rewrite.has(Op.EQ, "rf");
    }

    /** What a refill leaves over is counted as whole, and kept as well. */
    static Write remainderCountedTwice(Write write) {
        Rewrite rewrite = Rewrite.of(write);
        for (Action action : List.copyOf(rewrite.actions)) {
            String rm = action.attribute();
            if (rm.endsWith("_rm") && action.verb() == Verb.SET && rewrite.has(Verb.ADD, rm.replace("_rm", "_tk"))) {
                String tk = rm.replace("_rm", "_tk");
                rewrite.act(Verb.ADD, tk, rewrite.number(Verb.ADD, tk, 0) + 1);
            }
        }
        return rewrite.build();
    }

    /** What a refill leaves over is forgotten: less than a millitoken each time. */
    static Write remainderForgotten(Write write) {
        Rewrite rewrite = Rewrite.of(write);
        if (isRefill(rewrite)) {
            for (Action action : List.copyOf(rewrite.actions)) {
                if (action.verb() == Verb.SET && action.attribute().endsWith("_rm")) {
                    rewrite.act(Verb.SET, action.attribute(), 0);
                }
            }
        }
        return rewrite.build();
    }

    /** A refill that is not cut at the ceiling. */
    static Write clampMissing(Write write) {
        Rewrite rewrite = Rewrite.of(write);
        if (!isRefill(rewrite)) {
            return write;
        }
        for (Action action : List.copyOf(rewrite.actions)) {
            String tk = action.attribute();
            if (action.verb() == Verb.SET && tk.endsWith("_tk") && !tk.equals("b_wcu_tk")) {
                long gained = rewrite.number(Op.EQ, tk.replace("_tk", "_cp"), 0) - rewrite.number(Op.GE, tk, 0);
                long taken = rewrite.number(Verb.ADD, tk.replace("_tk", "_tc"), 0);
                rewrite.act(Verb.ADD, tk, gained - taken);
            }
        }
        return rewrite.build();
    }

    /** The stamp runs ahead of the clock. */
    static Write stampAhead(Write write) {
        Rewrite rewrite = Rewrite.of(write);
        if (isRefill(rewrite)) {
            rewrite.act(Verb.SET, "rf", rewrite.number(Verb.SET, "rf", 0) + 250);
        }
        return rewrite.build();
    }

    /** The stamp runs back, to the clock of one that is behind. */
    static Write stampBack(Write write) {
        Rewrite rewrite = Rewrite.of(write);
        if (isRefill(rewrite)) {
            rewrite.act(Verb.SET, "rf", rewrite.number(Op.EQ, "rf", 0) - 250);
        }
        return rewrite.build();
    }

    /** What goes back may lift a balance above its ceiling. */
    static Write creditWithoutTheBound(Write write) {
        Map<String, Long> content = Written.consumption(write);
        boolean credit = !content.isEmpty() && content.values().stream().allMatch(amount -> amount < 0);
        return credit ? Rewrite.fast(write, false) : write;
    }

    /** What is taken is not counted. */
    static Write consumptionNotCounted(Write write) {
        Rewrite rewrite = Rewrite.of(write);
        for (Action action : List.copyOf(rewrite.actions)) {
            if (action.verb() == Verb.ADD && action.attribute().endsWith("_tc")) {
                rewrite.act(Verb.ADD, action.attribute(), 0);
            }
        }
        return rewrite.build();
    }

    /** An image that was current a moment ago is taken for an admission. */
    static ItemStore refusalTakenForAWrite(ItemStore below) {
        return new Mutant(below) {
            @Override
            public CompletableFuture<WriteResult> write(Write write) {
                return store.write(write).thenApply(result -> {
                    Item current = result instanceof WriteResult.Refused refused ? refused.current() : null;
                    return current != null
                                    && Rewrite.isUpdate(write)
                                    && !Written.consumption(write).isEmpty()
                            ? new WriteResult.Written(current, WriteResult.UNREPORTED)
                            : result;
                });
            }
        };
    }

    /** A grant while the write is still under way. */
    static ItemStore grantedBeforeItIsWritten(ItemStore below) {
        return new Mutant(below) {
            @Override
            @SuppressWarnings("FutureReturnValueIgnored") // the bug
            public CompletableFuture<WriteResult> write(Write write) {
                if (!Rewrite.isUpdate(write) || Rewrite.of(write).has(Verb.SET, "rf")) {
                    return store.write(write);
                }
                return store.get(write.key()).thenCompose(item -> {
                    if (item == null) {
                        return store.write(write);
                    }
                    store.write(write);
                    return CompletableFuture.completedFuture(new WriteResult.Written(item, WriteResult.UNREPORTED));
                });
            }
        };
    }
}

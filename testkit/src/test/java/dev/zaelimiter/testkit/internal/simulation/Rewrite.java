package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;

/** An update taken apart, to be changed and put together again. */
final class Rewrite {

    private final Write original;
    final List<Condition> conditions = new ArrayList<>();
    final List<Action> actions = new ArrayList<>();

    private Rewrite(Write original) {
        this.original = original;
    }

    static boolean isUpdate(Write write) {
        return write.shape().kind() == WriteShape.Kind.UPDATE && KeyReader.bucket(write.key()) != null;
    }

    static Rewrite of(Write write) {
        Rewrite rewrite = new Rewrite(write);
        Condition condition = write.shape().condition();
        if (condition instanceof Condition.And and) {
            and.terms().forEach(term -> rewrite.conditions.add(rewrite.resolved(term)));
        } else if (condition != null) {
            rewrite.conditions.add(rewrite.resolved(condition));
        }
        for (Action action : write.shape().actions()) {
            rewrite.actions.add(
                    action.operand() == null
                            ? action
                            : new Action(action.verb(), action.attribute(), rewrite.resolved(action.operand())));
        }
        return rewrite;
    }

    private Condition resolved(Condition term) {
        return term instanceof Condition.Compare compare
                ? new Condition.Compare(compare.attribute(), compare.op(), resolved(compare.operand()))
                : term;
    }

    private Operand resolved(Operand operand) {
        return operand instanceof Operand.WholeSlot slot
                ? new Operand.Constant(AttributeValue.of(original.wholes()[slot.slot()]))
                : operand;
    }

    Write build() {
        return Write.of(WriteShape.update(new Condition.And(conditions), actions), original.key());
    }

    static boolean compares(Condition term, Condition.Op op, String attribute) {
        return term instanceof Condition.Compare compare
                && compare.op() == op
                && compare.attribute().equals(attribute);
    }

    boolean has(Condition.Op op, String attribute) {
        return conditions.stream().anyMatch(term -> compares(term, op, attribute));
    }

    boolean has(Verb verb, String attribute) {
        return actions.stream()
                .anyMatch(action -> action.verb() == verb && action.attribute().equals(attribute));
    }

    long number(Condition.Op op, String attribute, long otherwise) {
        for (Condition term : conditions) {
            if (compares(term, op, attribute)) {
                return Written.number(original, ((Condition.Compare) term).operand());
            }
        }
        return otherwise;
    }

    long number(Verb verb, String attribute, long otherwise) {
        for (Action action : actions) {
            if (action.verb() == verb && action.attribute().equals(attribute)) {
                return Written.number(original, action.operand());
            }
        }
        return otherwise;
    }

    Rewrite without(Predicate<Condition> terms) {
        conditions.removeIf(terms);
        return this;
    }

    Rewrite withoutActions(Predicate<Action> unwanted) {
        actions.removeIf(unwanted);
        return this;
    }

    void compare(String attribute, Condition.Op op, long number) {
        conditions.add(new Condition.Compare(attribute, op, constant(number)));
    }

    void act(Verb verb, String attribute, long number) {
        actions.removeIf(action -> action.attribute().equals(attribute));
        actions.add(new Action(verb, attribute, constant(number)));
    }

    void change(Condition.Op op, String attribute, LongUnaryOperator edit) {
        if (has(op, attribute)) {
            long before = number(op, attribute, 0);
            conditions.removeIf(term -> compares(term, op, attribute));
            compare(attribute, op, edit.applyAsLong(before));
        }
    }

    private static Operand constant(long number) {
        return new Operand.Constant(AttributeValue.of(number));
    }

    /** Whether it brings a bucket in line with other limits. */
    boolean reconciles() {
        return actions.stream().anyMatch(action -> action.attribute().endsWith("_cp"));
    }

    /** Takes and gives back stored tokens, leaves the stamp, and has no bound but a floor for what is taken. */
    static Write fast(Write write, boolean floors) {
        Rewrite rewrite = of(write);
        Rewrite fast = new Rewrite(write);
        Written.consumption(write).forEach((limit, amount) -> {
            if (floors && amount > 0) {
                fast.compare("b_" + limit + "_tk", Condition.Op.GE, amount);
            }
            fast.act(Verb.ADD, "b_" + limit + "_tk", -amount);
            fast.act(Verb.ADD, "b_" + limit + "_tc", amount);
        });
        fast.compare("shard_count", Condition.Op.EQ, 1);
        fast.act(Verb.SET, "wid", rewrite.number(Verb.SET, "wid", 0));
        return fast.build();
    }
}

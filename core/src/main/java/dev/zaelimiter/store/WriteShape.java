package dev.zaelimiter.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A prepared write: which attributes it touches and under which condition, without the numbers. Made once and used
 * often; a store compiles it once (DynamoDB: to an expression) and keeps the result here.
 *
 * <p>Immutable but for that memo; safe for use by many threads.
 */
public final class WriteShape {

    /** What kind of write. */
    public enum Kind {
        /** Replaces the item, or creates it. */
        PUT,
        /** Changes attributes; creates the item if there is none. */
        UPDATE,
        /** Deletes the item; deleting none is no error. */
        DELETE,
        /** Changes nothing; only for transactions. */
        CHECK
    }

    /** What an update does to one attribute. */
    public enum Verb {
        /** Gives it a value. */
        SET,
        /** Adds to a number (absent: 0), or adds elements to a set of strings (absent: empty). */
        ADD,
        /** Takes it away. */
        REMOVE,
        /** Takes elements out of a set of strings; an empty set goes away. */
        DELETE
    }

    /**
     * One step of an update.
     *
     * @param verb what to do
     * @param attribute to which attribute; each at most once in a shape
     * @param operand with what; null only for {@link Verb#REMOVE}
     */
    public record Action(
            Verb verb, String attribute, @Nullable Operand operand) {}

    private final Kind kind;
    private final @Nullable Condition condition;
    private final List<Action> actions;
    private final int wholeCount;
    private final int valueCount;
    private volatile @Nullable Memo memo;

    private WriteShape(Kind kind, @Nullable Condition condition, List<Action> actions, int wholes, int values) {
        this.kind = kind;
        this.condition = condition;
        this.actions = List.copyOf(actions);
        this.wholeCount = wholes;
        this.valueCount = values;
    }

    /**
     * A put.
     *
     * @param condition what must hold, or null
     * @return the shape; its writes carry the item
     */
    public static WriteShape put(@Nullable Condition condition) {
        return new WriteShape(Kind.PUT, condition, List.of(), slots(condition, true), slots(condition, false));
    }

    /**
     * A delete.
     *
     * @param condition what must hold, or null
     * @return the shape
     */
    public static WriteShape delete(@Nullable Condition condition) {
        return new WriteShape(Kind.DELETE, condition, List.of(), slots(condition, true), slots(condition, false));
    }

    /**
     * A check, for transactions.
     *
     * @param condition what must hold
     * @return the shape
     */
    public static WriteShape check(Condition condition) {
        return new WriteShape(Kind.CHECK, condition, List.of(), slots(condition, true), slots(condition, false));
    }

    /**
     * An update.
     *
     * @param condition what must hold, or null
     * @param actions at least one, each of another attribute, none of the key
     * @return the shape
     */
    public static WriteShape update(@Nullable Condition condition, List<Action> actions) {
        List<String> seen = new ArrayList<>();
        int wholes = slots(condition, true);
        int values = slots(condition, false);
        for (Action action : actions) {
            if (seen.contains(action.attribute())
                    || action.attribute().equals(Item.PK)
                    || action.attribute().equals(Item.SK)) {
                throw new IllegalArgumentException("an update may touch " + action.attribute() + " once, and no key");
            }
            seen.add(action.attribute());
            if (action.operand() != null) {
                wholes = Math.max(wholes, slots(action.operand(), true));
                values = Math.max(values, slots(action.operand(), false));
            }
        }
        if (actions.isEmpty()) {
            throw new IllegalArgumentException("an update without an action");
        }
        return new WriteShape(Kind.UPDATE, condition, actions, wholes, values);
    }

    private static int slots(Operand operand, boolean whole) {
        if (whole) {
            return operand instanceof Operand.WholeSlot slot ? slot.slot() + 1 : 0;
        }
        return operand instanceof Operand.ValueSlot slot ? slot.slot() + 1 : 0;
    }

    private static int slots(@Nullable Condition condition, boolean whole) {
        if (condition instanceof Condition.Compare compare) {
            return slots(compare.operand(), whole);
        } else if (condition instanceof Condition.BeginsWith begins) {
            return slots(begins.operand(), whole);
        } else if (condition instanceof Condition.Not not) {
            return slots(not.term(), whole);
        } else if (condition instanceof Condition.And and) {
            return and.terms().stream()
                    .mapToInt(term -> slots(term, whole))
                    .max()
                    .orElse(0);
        } else if (condition instanceof Condition.Or or) {
            return or.terms().stream()
                    .mapToInt(term -> slots(term, whole))
                    .max()
                    .orElse(0);
        }
        return 0;
    }

    /**
     * What kind of write.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * What must hold.
     *
     * @return the condition, or null for none
     */
    public @Nullable Condition condition() {
        return condition;
    }

    /**
     * The steps of an update.
     *
     * @return empty for other kinds
     */
    public List<Action> actions() {
        return actions;
    }

    /**
     * How many whole numbers a write of this shape carries.
     *
     * @return a count
     */
    public int wholeCount() {
        return wholeCount;
    }

    /**
     * How many other values a write of this shape carries.
     *
     * @return a count
     */
    public int valueCount() {
        return valueCount;
    }

    /**
     * What a store made of this shape: made on first use, and kept as long as the shape is used with that store.
     *
     * @param owner the store; compared by identity
     * @param type what the store keeps
     * @param compile makes it
     * @param <T> what the store keeps
     * @return the kept result
     */
    public <T> T compiled(Object owner, Class<T> type, Function<WriteShape, T> compile) {
        Memo kept = memo;
        if (kept == null || kept.owner != owner) {
            kept = new Memo(owner, Objects.requireNonNull(compile.apply(this)));
            memo = kept;
        }
        return type.cast(kept.value);
    }

    private record Memo(Object owner, Object value) {}

    @Override
    public String toString() {
        return kind + " " + actions + " if " + condition;
    }
}

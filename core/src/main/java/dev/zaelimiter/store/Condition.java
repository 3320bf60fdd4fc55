package dev.zaelimiter.store;

import java.util.List;

/**
 * What must hold of the stored item for a write to be applied. Closed and immutable.
 *
 * <p>As in DynamoDB, a comparison with an attribute that is absent, or of another type than the operand, does not hold;
 * only {@link Op#NE} then does.
 */
public sealed interface Condition {

    /**
     * The attribute is there, whatever its value.
     *
     * @param attribute its name
     */
    record Exists(String attribute) implements Condition {}

    /**
     * The attribute is absent.
     *
     * @param attribute its name
     */
    record NotExists(String attribute) implements Condition {}

    /**
     * A comparison: numbers by value, strings by UTF-8 bytes; other types know only equal and not equal.
     *
     * @param attribute the left side
     * @param op the relation
     * @param operand the right side
     */
    record Compare(String attribute, Op op, Operand operand) implements Condition {}

    /**
     * The attribute is a string that begins with the operand.
     *
     * @param attribute its name
     * @param operand a string
     */
    record BeginsWith(String attribute, Operand operand) implements Condition {}

    /**
     * All hold.
     *
     * @param terms at least one
     */
    record And(List<Condition> terms) implements Condition {
        /** Copies the terms. */
        public And {
            terms = List.copyOf(terms);
        }
    }

    /**
     * At least one holds.
     *
     * @param terms at least one
     */
    record Or(List<Condition> terms) implements Condition {
        /** Copies the terms. */
        public Or {
            terms = List.copyOf(terms);
        }
    }

    /**
     * Does not hold.
     *
     * @param term what must not hold
     */
    record Not(Condition term) implements Condition {}

    /** The relations. */
    enum Op {
        /** Equal. */
        EQ,
        /** Not equal, or absent. */
        NE,
        /** Less. */
        LT,
        /** Less or equal. */
        LE,
        /** Greater. */
        GT,
        /** Greater or equal. */
        GE
    }

    /**
     * There is an item.
     *
     * @return the condition
     */
    static Condition itemExists() {
        return new Exists(Item.PK);
    }

    /**
     * There is no item.
     *
     * @return the condition
     */
    static Condition itemAbsent() {
        return new NotExists(Item.PK);
    }

    /**
     * The attribute equals a constant.
     *
     * @param attribute its name
     * @param value the constant
     * @return the condition
     */
    static Condition equal(String attribute, AttributeValue value) {
        return new Compare(attribute, Op.EQ, new Operand.Constant(value));
    }
}

package dev.zaelimiter.embedded;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Operand;

/** A condition whose attributes have been found in one layout: it reads slots, never names. Immutable. */
abstract class BoundCondition {

    static final BoundCondition HOLDS = new Fixed(true);
    static final BoundCondition FAILS = new Fixed(false);

    abstract boolean holds(Item item, long[] wholes, AttributeValue[] values);

    /** What the layout alone decides. */
    private static final class Fixed extends BoundCondition {
        private final boolean answer;

        private Fixed(boolean answer) {
            this.answer = answer;
        }

        @Override
        boolean holds(Item item, long[] wholes, AttributeValue[] values) {
            return answer;
        }
    }

    /** A whole number against a whole number of the write, or of the shape. */
    static final class Wholes extends BoundCondition {
        private final int slot;
        private final Op op;
        private final int operandSlot;
        private final long constant;

        /** Takes a constant if the operand's slot is negative. */
        Wholes(int slot, Op op, int operandSlot, long constant) {
            this.slot = slot;
            this.op = op;
            this.operandSlot = operandSlot;
            this.constant = constant;
        }

        @Override
        boolean holds(Item item, long[] wholes, AttributeValue[] values) {
            long left = item.wholeAt(slot);
            return holds(left, op, operandSlot >= 0 ? wholes[operandSlot] : constant);
        }

        private static boolean holds(long left, Op op, long right) {
            return switch (op) {
                case EQ -> left == right;
                case NE -> left != right;
                case LT -> left < right;
                case LE -> left <= right;
                case GT -> left > right;
                case GE -> left >= right;
            };
        }
    }

    /** Any other comparison of an attribute that is there. */
    static final class Compared extends BoundCondition {
        private final boolean whole;
        private final int slot;
        private final Op op;
        private final Operand operand;

        Compared(boolean whole, int slot, Op op, Operand operand) {
            this.whole = whole;
            this.slot = slot;
            this.op = op;
            this.operand = operand;
        }

        @Override
        boolean holds(Item item, long[] wholes, AttributeValue[] values) {
            AttributeValue left = whole ? new AttributeValue.Whole(item.wholeAt(slot)) : item.otherAt(slot);
            return Values.holds(op, left, ConditionBinder.value(operand, wholes, values));
        }
    }

    /** An attribute that is no whole number against a prefix. */
    static final class Begins extends BoundCondition {
        private final int slot;
        private final Operand operand;

        Begins(int slot, Operand operand) {
            this.slot = slot;
            this.operand = operand;
        }

        @Override
        boolean holds(Item item, long[] wholes, AttributeValue[] values) {
            return item.otherAt(slot) instanceof AttributeValue.Text text
                    && ConditionBinder.value(operand, wholes, values) instanceof AttributeValue.Text prefix
                    && text.value().startsWith(prefix.value());
        }
    }

    /**
     * Whole numbers against whole numbers, all of them: what the limiter's own writes ask, and therefore without a call
     * for each.
     */
    static final class AllWholes extends BoundCondition {
        private final int[] slots;
        private final Op[] ops;
        private final int[] operandSlots;
        private final long[] constants;

        AllWholes(Wholes[] terms) {
            slots = new int[terms.length];
            ops = new Op[terms.length];
            operandSlots = new int[terms.length];
            constants = new long[terms.length];
            for (int i = 0; i < terms.length; i++) {
                slots[i] = terms[i].slot;
                ops[i] = terms[i].op;
                operandSlots[i] = terms[i].operandSlot;
                constants[i] = terms[i].constant;
            }
        }

        @Override
        boolean holds(Item item, long[] wholes, AttributeValue[] values) {
            for (int i = 0; i < slots.length; i++) {
                int operandSlot = operandSlots[i];
                long right = operandSlot >= 0 ? wholes[operandSlot] : constants[i];
                if (!Wholes.holds(item.wholeAt(slots[i]), ops[i], right)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** All of some. */
    static final class All extends BoundCondition {
        private final BoundCondition[] terms;

        All(BoundCondition[] terms) {
            this.terms = terms;
        }

        @Override
        boolean holds(Item item, long[] wholes, AttributeValue[] values) {
            for (BoundCondition term : terms) {
                if (!term.holds(item, wholes, values)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** One of some. */
    static final class Any extends BoundCondition {
        private final BoundCondition[] terms;

        Any(BoundCondition[] terms) {
            this.terms = terms;
        }

        @Override
        boolean holds(Item item, long[] wholes, AttributeValue[] values) {
            for (BoundCondition term : terms) {
                if (term.holds(item, wholes, values)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The contrary. */
    static final class Negated extends BoundCondition {
        private final BoundCondition term;

        Negated(BoundCondition term) {
            this.term = term;
        }

        @Override
        boolean holds(Item item, long[] wholes, AttributeValue[] values) {
            return !term.holds(item, wholes, values);
        }
    }
}

package dev.zaelimiter.embedded;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Operand;
import java.util.Arrays;
import java.util.Comparator;

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
     * Whole numbers against whole numbers, all of them: these are the conditions of the limiter's own writes, hence no
     * call and no branch for each term. The terms are kept by their comparison: first those for equality, then lower
     * bounds, then upper bounds, then what is left.
     */
    static final class AllWholes extends BoundCondition {
        private final int[] slots;
        private final int[] operandSlots;
        private final long[] constants;
        private final int equal;
        private final int least;
        private final int most;
        private final Wholes[] rest;

        AllWholes(Wholes[] terms) {
            Wholes[] sorted = terms.clone();
            Arrays.sort(sorted, Comparator.comparingInt(term -> rank(term.op)));
            slots = Arrays.stream(sorted).mapToInt(term -> term.slot).toArray();
            operandSlots =
                    Arrays.stream(sorted).mapToInt(term -> term.operandSlot).toArray();
            constants = Arrays.stream(sorted).mapToLong(term -> term.constant).toArray();
            equal = countTo(sorted, 0);
            least = countTo(sorted, 1);
            most = countTo(sorted, 2);
            rest = Arrays.copyOfRange(sorted, most, sorted.length);
        }

        private static int rank(Op op) {
            return switch (op) {
                case EQ -> 0;
                case GE -> 1;
                case LE -> 2;
                case NE, LT, GT -> 3;
            };
        }

        private static int countTo(Wholes[] sorted, int rank) {
            return (int)
                    Arrays.stream(sorted).filter(term -> rank(term.op) <= rank).count();
        }

        @Override
        boolean holds(Item item, long[] wholes, AttributeValue[] values) {
            for (int i = 0; i < equal; i++) {
                if (item.wholeAt(slots[i]) != right(i, wholes)) {
                    return false;
                }
            }
            for (int i = equal; i < least; i++) {
                if (item.wholeAt(slots[i]) < right(i, wholes)) {
                    return false;
                }
            }
            for (int i = least; i < most; i++) {
                if (item.wholeAt(slots[i]) > right(i, wholes)) {
                    return false;
                }
            }
            for (Wholes term : rest) {
                if (!term.holds(item, wholes, values)) {
                    return false;
                }
            }
            return true;
        }

        private long right(int i, long[] wholes) {
            int operandSlot = operandSlots[i];
            return operandSlot >= 0 ? wholes[operandSlot] : constants[i];
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

package dev.zaelimiter.embedded;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.ItemLayout;
import dev.zaelimiter.store.Operand;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds a condition's attributes in a layout. */
final class ConditionBinder {

    private final ItemLayout layout;

    private ConditionBinder(ItemLayout layout) {
        this.layout = layout;
    }

    static BoundCondition bind(@Nullable Condition condition, ItemLayout layout) {
        return condition == null ? BoundCondition.HOLDS : new ConditionBinder(layout).bind(condition);
    }

    /** The value of an operand in one write. */
    static AttributeValue value(Operand operand, long[] wholes, AttributeValue[] values) {
        if (operand instanceof Operand.WholeSlot slot) {
            return new AttributeValue.Whole(wholes[slot.slot()]);
        } else if (operand instanceof Operand.ValueSlot slot) {
            return values[slot.slot()];
        }
        return ((Operand.Constant) operand).value();
    }

    private BoundCondition bind(Condition condition) {
        if (condition instanceof Condition.Compare compare) {
            return compare(compare);
        } else if (condition instanceof Condition.BeginsWith begins) {
            int slot = layout.otherSlot(begins.attribute());
            return slot == ItemLayout.ABSENT ? BoundCondition.FAILS : new BoundCondition.Begins(slot, begins.operand());
        } else if (condition instanceof Condition.Exists exists) {
            return fixed(layout.indexOf(exists.attribute()) >= 0);
        } else if (condition instanceof Condition.NotExists absent) {
            return fixed(layout.indexOf(absent.attribute()) < 0);
        } else if (condition instanceof Condition.And and) {
            return all(bindAll(and.terms()));
        } else if (condition instanceof Condition.Or or) {
            return new BoundCondition.Any(bindAll(or.terms()));
        }
        return new BoundCondition.Negated(bind(((Condition.Not) condition).term()));
    }

    private static BoundCondition all(BoundCondition[] terms) {
        return Arrays.stream(terms).allMatch(BoundCondition.Wholes.class::isInstance)
                ? new BoundCondition.AllWholes(Arrays.copyOf(terms, terms.length, BoundCondition.Wholes[].class))
                : new BoundCondition.All(terms);
    }

    private BoundCondition[] bindAll(List<Condition> terms) {
        return terms.stream().map(this::bind).toArray(BoundCondition[]::new);
    }

    private BoundCondition compare(Condition.Compare compare) {
        Operand operand = compare.operand();
        int slot = layout.wholeSlot(compare.attribute());
        if (slot != ItemLayout.ABSENT) {
            if (operand instanceof Operand.WholeSlot whole) {
                return new BoundCondition.Wholes(slot, compare.op(), whole.slot(), 0);
            } else if (operand instanceof Operand.Constant constant
                    && constant.value() instanceof AttributeValue.Whole whole) {
                return new BoundCondition.Wholes(slot, compare.op(), -1, whole.value());
            }
            return new BoundCondition.Compared(true, slot, compare.op(), operand);
        }
        slot = layout.otherSlot(compare.attribute());
        return slot == ItemLayout.ABSENT
                ? fixed(compare.op() == Op.NE)
                : new BoundCondition.Compared(false, slot, compare.op(), operand);
    }

    private static BoundCondition fixed(boolean answer) {
        return answer ? BoundCondition.HOLDS : BoundCondition.FAILS;
    }
}

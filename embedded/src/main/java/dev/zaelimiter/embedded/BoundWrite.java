package dev.zaelimiter.embedded;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemLayout;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A shape bound to the layout of the items it meets. Immutable.
 *
 * <p>An update that only changes whole numbers that are there copies one array and looks nothing up; any other goes
 * through {@link GeneralUpdate}.
 */
final class BoundWrite {

    /** Stands for the item that is not there, so that a condition on it needs no case of its own. */
    private static final Item NOTHING = Item.of(Map.of());

    private final ItemLayout layout;
    private final BoundCondition condition;
    private final Step @Nullable [] steps;

    private BoundWrite(ItemLayout layout, BoundCondition condition, Step @Nullable [] steps) {
        this.layout = layout;
        this.condition = condition;
        this.steps = steps;
    }

    static BoundWrite bind(WriteShape shape, ItemLayout layout) {
        return new BoundWrite(layout, ConditionBinder.bind(shape.condition(), layout), steps(shape.actions(), layout));
    }

    static ItemLayout layoutOf(@Nullable Item item) {
        return item == null ? NOTHING.layout() : item.layout();
    }

    /** The layout, to be compared by identity: layouts are interned. */
    ItemLayout layout() {
        return layout;
    }

    boolean holds(@Nullable Item before, Write write) {
        return condition.holds(before == null ? NOTHING : before, write.wholes(), write.values());
    }

    /** The item that an update leaves. */
    Item update(@Nullable Item before, Write write) {
        if (steps == null || before == null) {
            return GeneralUpdate.apply(before, write);
        }
        long[] operands = write.wholes();
        long[] wholes = before.copyWholes();
        for (Step step : steps) {
            long operand = step.operandSlot >= 0 ? operands[step.operandSlot] : step.constant;
            wholes[step.slot] = step.adds ? Numbers.add(wholes[step.slot], operand) : operand;
        }
        return before.withWholes(wholes);
    }

    private static Step @Nullable [] steps(List<WriteShape.Action> actions, ItemLayout layout) {
        Step[] steps = new Step[actions.size()];
        for (int i = 0; i < steps.length; i++) {
            Step step = step(actions.get(i), layout);
            if (step == null) {
                return null;
            }
            steps[i] = step;
        }
        return steps;
    }

    private static @Nullable Step step(WriteShape.Action action, ItemLayout layout) {
        int slot = layout.wholeSlot(action.attribute());
        boolean adds = action.verb() == WriteShape.Verb.ADD;
        if (slot == ItemLayout.ABSENT || !(adds || action.verb() == WriteShape.Verb.SET)) {
            return null;
        }
        if (action.operand() instanceof Operand.WholeSlot operand) {
            return new Step(slot, adds, operand.slot(), 0);
        } else if (action.operand() instanceof Operand.Constant constant
                && constant.value() instanceof AttributeValue.Whole whole) {
            return new Step(slot, adds, -1, whole.value());
        }
        return null;
    }

    /** A whole number that is set or added to; by a constant if the operand's slot is negative. */
    private record Step(int slot, boolean adds, int operandSlot, long constant) {}
}

package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Carries out a rendered write on one item, by the words of the port: slow and plain. */
final class WriteModel {

    private WriteModel() {}

    /** The item after the write, or null if its condition does not hold. */
    static @Nullable Item apply(@Nullable Item item, Write write) {
        Condition condition = write.shape().condition();
        if (condition != null && !holds(condition, item, write)) {
            return null;
        }
        if (write.shape().kind() == WriteShape.Kind.PUT) {
            return write.item();
        }
        Item.Builder builder = Objects.requireNonNull(item).toBuilder();
        for (WriteShape.Action action : write.shape().actions()) {
            String name = action.attribute();
            switch (action.verb()) {
                case SET -> builder.put(name, value(action.operand(), write));
                case ADD -> builder.put(name, item.whole(name, 0) + number(action.operand(), write));
                case REMOVE -> builder.remove(name);
                default -> throw new AssertionError(action);
            }
        }
        return builder.build();
    }

    private static boolean holds(Condition condition, @Nullable Item item, Write write) {
        if (condition instanceof Condition.And and) {
            return and.terms().stream().allMatch(term -> holds(term, item, write));
        } else if (condition instanceof Condition.Or or) {
            return or.terms().stream().anyMatch(term -> holds(term, item, write));
        } else if (condition instanceof Condition.NotExists absent) {
            return item == null || !item.has(absent.attribute());
        } else if (condition instanceof Condition.Exists exists) {
            return item != null && item.has(exists.attribute());
        } else if (condition instanceof Condition.Compare compare) {
            return compares(compare, item, write);
        }
        throw new AssertionError("no bucket write uses " + condition);
    }

    private static boolean compares(Condition.Compare compare, @Nullable Item item, Write write) {
        AttributeValue left = item == null ? null : item.get(compare.attribute());
        AttributeValue right = value(compare.operand(), write);
        if (left instanceof AttributeValue.Whole a && right instanceof AttributeValue.Whole b) {
            int order = Long.compare(a.value(), b.value());
            return switch (compare.op()) {
                case EQ -> order == 0;
                case NE -> order != 0;
                case LT -> order < 0;
                case LE -> order <= 0;
                case GT -> order > 0;
                case GE -> order >= 0;
            };
        }
        return switch (compare.op()) {
            case EQ -> right.equals(left);
            // What is missing differs from everything.
            case NE -> !right.equals(left);
            default -> false;
        };
    }

    private static AttributeValue value(@Nullable Operand operand, Write write) {
        if (operand instanceof Operand.WholeSlot slot) {
            return AttributeValue.of(write.wholes()[slot.slot()]);
        } else if (operand instanceof Operand.ValueSlot slot) {
            return write.values()[slot.slot()];
        } else if (operand instanceof Operand.Constant constant) {
            return constant.value();
        }
        throw new AssertionError("no operand");
    }

    private static long number(@Nullable Operand operand, Write write) {
        return ((AttributeValue.Whole) value(operand, write)).value();
    }
}

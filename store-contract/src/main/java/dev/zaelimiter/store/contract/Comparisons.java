package dev.zaelimiter.store.contract;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition.Op;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** When a comparison holds: the contract's words as plainly as they can be written, to judge stores by. */
final class Comparisons {

    private Comparisons() {}

    static boolean holds(@Nullable AttributeValue stored, Op op, AttributeValue operand) {
        if (stored == null) {
            return op == Op.NE;
        }
        BigDecimal number = number(stored);
        BigDecimal otherNumber = number(operand);
        if (number != null && otherNumber != null) {
            return holds(number.compareTo(otherNumber), op);
        }
        if (stored instanceof AttributeValue.Text a && operand instanceof AttributeValue.Text b) {
            return holds(Arrays.compareUnsigned(utf8(a), utf8(b)), op);
        }
        return op == Op.EQ ? stored.equals(operand) : op == Op.NE && !stored.equals(operand);
    }

    /** Whether an operand has an order; a store may refuse the others in an ordered comparison as not valid. */
    static boolean isOrdered(AttributeValue operand) {
        return number(operand) != null || operand instanceof AttributeValue.Text;
    }

    private static boolean holds(int comparison, Op op) {
        return switch (op) {
            case EQ -> comparison == 0;
            case NE -> comparison != 0;
            case LT -> comparison < 0;
            case LE -> comparison <= 0;
            case GT -> comparison > 0;
            case GE -> comparison >= 0;
        };
    }

    private static @Nullable BigDecimal number(AttributeValue value) {
        if (value instanceof AttributeValue.Whole whole) {
            return BigDecimal.valueOf(whole.value());
        }
        return value instanceof AttributeValue.Decimal decimal ? new BigDecimal(decimal.text()) : null;
    }

    private static byte[] utf8(AttributeValue.Text text) {
        return text.value().getBytes(StandardCharsets.UTF_8);
    }
}

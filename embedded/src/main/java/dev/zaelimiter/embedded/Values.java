package dev.zaelimiter.embedded;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.AttributeValue.Decimal;
import dev.zaelimiter.store.AttributeValue.Mapping;
import dev.zaelimiter.store.AttributeValue.Sequence;
import dev.zaelimiter.store.AttributeValue.Text;
import dev.zaelimiter.store.AttributeValue.TextSet;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Key;
import java.util.Iterator;
import java.util.Map;

/** How stored values compare, and which may be stored at all. */
final class Values {

    private Values() {}

    /** Whether {@code left op right} holds; values of different types are unequal and have no order. */
    static boolean holds(Op op, AttributeValue left, AttributeValue right) {
        if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
            return holds(op, Numbers.compare(left, right));
        }
        if (left instanceof Text a && right instanceof Text b) {
            return holds(op, Key.compareUtf8(a.value(), b.value()));
        }
        return switch (op) {
            case EQ -> same(left, right);
            case NE -> !same(left, right);
            case LT, LE, GT, GE -> false;
        };
    }

    private static boolean holds(Op op, int comparison) {
        return switch (op) {
            case EQ -> comparison == 0;
            case NE -> comparison != 0;
            case LT -> comparison < 0;
            case LE -> comparison <= 0;
            case GT -> comparison > 0;
            case GE -> comparison >= 0;
        };
    }

    /** Equality that takes numbers by value at any depth: 1.50 is 1.5. */
    private static boolean same(AttributeValue a, AttributeValue b) {
        if (Numbers.isNumber(a) && Numbers.isNumber(b)) {
            return Numbers.compare(a, b) == 0;
        }
        if (a instanceof Sequence x && b instanceof Sequence y) {
            return sameElements(x.values(), y.values());
        }
        if (a instanceof Mapping x && b instanceof Mapping y) {
            return x.values().keySet().equals(y.values().keySet())
                    && sameElements(x.values().values(), y.values().values());
        }
        return a.equals(b);
    }

    private static boolean sameElements(Iterable<AttributeValue> a, Iterable<AttributeValue> b) {
        Iterator<AttributeValue> x = a.iterator();
        Iterator<AttributeValue> y = b.iterator();
        while (x.hasNext() && y.hasNext()) {
            if (!same(x.next(), y.next())) {
                return false;
            }
        }
        return x.hasNext() == y.hasNext();
    }

    /** Refuses what DynamoDB would not store: an empty set, a number that is none. */
    static void check(String attribute, AttributeValue value) {
        if (value instanceof TextSet set && set.values().isEmpty()) {
            throw Errors.misuse("an empty set of strings for " + attribute);
        } else if (value instanceof Decimal decimal) {
            Numbers.check(decimal);
        } else if (value instanceof Sequence sequence) {
            for (AttributeValue element : sequence.values()) {
                check(attribute, element);
            }
        } else if (value instanceof Mapping mapping) {
            for (Map.Entry<String, AttributeValue> entry : mapping.values().entrySet()) {
                check(attribute, entry.getValue());
            }
        }
    }

    /** Refuses a key with an empty part. */
    static void check(Key key) {
        if (key.pk().isEmpty() || key.sk().isEmpty()) {
            throw Errors.misuse("an empty part in the key '" + key + "'");
        }
    }
}

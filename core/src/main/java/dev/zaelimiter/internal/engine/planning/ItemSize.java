package dev.zaelimiter.internal.engine.planning;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import java.nio.charset.StandardCharsets;

/** How large an item is by DynamoDB's rules, and what a write of it costs. Pure. */
public final class ItemSize {

    private static final int BYTES_PER_UNIT = 1024;
    private static final int BYTES_PER_NUMBER = 11;

    private ItemSize() {}

    /** Write units of a write that is not part of a transaction: kilobytes, rounded up. */
    public static int writeUnits(Item item) {
        int bytes = 0;
        for (var attribute : item.attributes().entrySet()) {
            bytes += utf8(attribute.getKey()) + size(attribute.getValue());
        }
        return Math.max(1, (bytes + BYTES_PER_UNIT - 1) / BYTES_PER_UNIT);
    }

    private static int size(AttributeValue value) {
        if (value instanceof AttributeValue.Text text) {
            return utf8(text.value());
        } else if (value instanceof AttributeValue.Whole) {
            return BYTES_PER_NUMBER;
        } else if (value instanceof AttributeValue.Sequence list) {
            return 3
                    + list.values().stream()
                            .mapToInt(element -> 1 + size(element))
                            .sum();
        }
        return 1;
    }

    private static int utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}

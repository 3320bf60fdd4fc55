package dev.zaelimiter.embedded;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.AttributeValue.Mapping;
import dev.zaelimiter.store.AttributeValue.Opaque;
import dev.zaelimiter.store.AttributeValue.Sequence;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemLayout;
import dev.zaelimiter.store.Write;

/** What a file can hold. Checked before a write is applied, since after that it has to be written. */
final class Storable {

    /** DynamoDB takes 32. */
    static final int DEEPEST = 100;

    private Storable() {}

    /** Refuses a write that may leave an item which no file can hold. */
    static void check(Write write) {
        for (AttributeValue value : write.values()) {
            check(value, 0);
        }
        for (AttributeValue value : CompiledWrite.of(write.shape()).constants()) {
            check(value, 0);
        }
        Item item = write.item();
        if (item != null) {
            ItemLayout layout = item.layout();
            int others = 0;
            for (int i = 0; i < layout.size(); i++) {
                if (!layout.isWhole(i)) {
                    check(item.otherAt(others++), 0);
                }
            }
        }
    }

    /** Whether a value is neither composed of others nor foreign. */
    static boolean isPlain(AttributeValue value) {
        return !(value instanceof Opaque || value instanceof Sequence || value instanceof Mapping);
    }

    private static void check(AttributeValue value, int depth) {
        if (isPlain(value)) {
            return;
        }
        if (depth > DEEPEST) {
            throw Errors.misuse("a value nested more than " + DEEPEST + " deep");
        }
        if (value instanceof Opaque opaque && !(opaque.value() instanceof String)) {
            throw Errors.misuse("a file holds foreign values as strings only, not " + opaque);
        } else if (value instanceof Sequence sequence) {
            sequence.values().forEach(element -> check(element, depth + 1));
        } else if (value instanceof Mapping mapping) {
            mapping.values().values().forEach(element -> check(element, depth + 1));
        }
    }
}

package dev.zaelimiter.embedded.journal;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An item as it stands in a file, but for its key: checked, and made into an {@link Item} when somebody asks for it. It
 * takes a fraction of the memory until then, and of the time. Immutable.
 */
public final class StoredItem {

    private final Layout layout;
    private final byte[] bytes;

    StoredItem(Layout layout, byte[] bytes) {
        this.layout = layout;
        this.bytes = bytes;
    }

    /**
     * Makes the item.
     *
     * @param key the key that it was handed over with, whose strings it shares from now on
     * @return a new item
     */
    public Item decode(Key key) {
        ByteSource source = new ByteSource(bytes, 0, bytes.length);
        Map<String, AttributeValue> attributes = new TreeMap<>();
        for (int i = 0; i < layout.size(); i++) {
            if (!layout.isKey(i)) {
                attributes.put(
                        layout.name(i),
                        layout.isWhole(i) ? new AttributeValue.Whole(source.whole()) : ValueDecoder.read(source));
            }
        }
        attributes.put(Item.PK, AttributeValue.of(key.pk()));
        attributes.put(Item.SK, AttributeValue.of(key.sk()));
        return Item.of(attributes);
    }

    /**
     * One string of the item, as {@link Item#text} would give it.
     *
     * @param name an attribute's name, none of the key's
     * @return the string, or null if it is absent or not a string
     */
    public @Nullable String text(String name) {
        int index = layout.indexOf(name);
        if (index < 0 || layout.isWhole(index)) {
            return null;
        }
        ByteSource source = new ByteSource(bytes, 0, bytes.length);
        for (int i = 0; i < index; i++) {
            if (!layout.isKey(i)) {
                skip(layout, i, source);
            }
        }
        return ValueDecoder.readText(source);
    }

    /** Passes over one value of an item. */
    static void skip(Layout layout, int index, ByteSource source) {
        if (layout.isWhole(index)) {
            source.varint();
        } else {
            ValueDecoder.skip(source);
        }
    }
}

package dev.zaelimiter.store;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An item as it is stored: attributes by name, the key's {@code PK} and {@code SK} among them. Immutable, compared by
 * value.
 *
 * <p>Whole numbers lie in one array and everything else in another, in the order of the {@link ItemLayout}.
 */
public final class Item {

    /** The attribute that holds the partition key. */
    public static final String PK = "PK";

    /** The attribute that holds the sort key. */
    public static final String SK = "SK";

    /** The attribute that says when an item may vanish, in seconds since the epoch. */
    public static final String TTL = "ttl";

    private final ItemLayout layout;
    private final long[] wholes;
    private final AttributeValue[] others;

    /** Takes a layout that is interned, and owns the arrays from now on. */
    Item(ItemLayout layout, long[] wholes, AttributeValue[] others) {
        this.layout = layout;
        this.wholes = wholes;
        this.others = others;
    }

    /**
     * Starts an item.
     *
     * @param key its key
     * @return a builder that has the key's attributes
     */
    public static Builder builder(Key key) {
        return new Builder().put(PK, key.pk()).put(SK, key.sk());
    }

    /**
     * Makes an item of attributes.
     *
     * @param attributes by name, {@code PK} and {@code SK} among them
     * @return the item
     */
    public static Item of(Map<String, AttributeValue> attributes) {
        // Whoever decodes answers decodes many of few layouts: sorting the names is most of what that costs.
        Item item = filled(ItemLayout.recent(attributes), attributes);
        if (item == null) {
            Builder builder = new Builder();
            attributes.forEach(builder::put);
            item = builder.build();
            item.layout.keepRecent();
        }
        return item;
    }

    /** An item of a layout that may be the one of these attributes; null if it is not. */
    private static @Nullable Item filled(@Nullable ItemLayout layout, Map<String, AttributeValue> attributes) {
        if (layout == null || layout.size() != attributes.size()) {
            return null;
        }
        long[] wholes = new long[layout.wholeCount()];
        AttributeValue[] others = new AttributeValue[layout.size() - wholes.length];
        for (int i = 0; i < layout.size(); i++) {
            AttributeValue value = attributes.get(layout.name(i));
            if (value == null || value instanceof AttributeValue.Whole != layout.isWhole(i)) {
                return null;
            } else if (value instanceof AttributeValue.Whole whole) {
                wholes[layout.slotAt(i)] = whole.value();
            } else {
                others[layout.slotAt(i)] = value;
            }
        }
        layout.share(others);
        return new Item(layout, wholes, others);
    }

    /**
     * The layout.
     *
     * @return shared by all items with the same names and kinds
     */
    public ItemLayout layout() {
        return layout;
    }

    /**
     * The key.
     *
     * @return the attributes {@code PK} and {@code SK}
     * @throws IllegalStateException if one is missing or not a string
     */
    public Key key() {
        String pk = text(PK);
        String sk = text(SK);
        if (pk == null || sk == null) {
            throw new IllegalStateException("an item without a key: " + this);
        }
        return Key.of(pk, sk);
    }

    /**
     * An attribute.
     *
     * @param name its name
     * @return its value, or null if there is none
     */
    public @Nullable AttributeValue get(String name) {
        int index = layout.indexOf(name);
        return index < 0 ? null : valueAt(index);
    }

    /**
     * Whether there is an attribute.
     *
     * @param name its name
     * @return true if it is there, whatever its value
     */
    public boolean has(String name) {
        return layout.indexOf(name) >= 0;
    }

    /**
     * A whole number.
     *
     * @param name an attribute's name
     * @param otherwise what to return if it is absent or not a whole number
     * @return the number
     */
    public long whole(String name, long otherwise) {
        int slot = layout.wholeSlot(name);
        return slot == ItemLayout.ABSENT ? otherwise : wholes[slot];
    }

    /**
     * A string.
     *
     * @param name an attribute's name
     * @return the string, or null if it is absent or not a string
     */
    public @Nullable String text(String name) {
        return get(name) instanceof AttributeValue.Text text ? text.value() : null;
    }

    /**
     * A whole number by slot.
     *
     * @param slot from {@link ItemLayout#wholeSlot} of this item's layout
     * @return the number
     */
    public long wholeAt(int slot) {
        return wholes[slot];
    }

    /**
     * Anything but a whole number, by slot.
     *
     * @param slot from {@link ItemLayout#otherSlot} of this item's layout
     * @return the value
     */
    public AttributeValue otherAt(int slot) {
        return others[slot];
    }

    /**
     * The attributes.
     *
     * @return a new map in the order of names
     */
    public Map<String, AttributeValue> attributes() {
        Map<String, AttributeValue> map = new TreeMap<>();
        for (int i = 0; i < layout.size(); i++) {
            map.put(layout.name(i), valueAt(i));
        }
        return map;
    }

    /**
     * A builder that starts with these attributes.
     *
     * @return a new builder
     */
    public Builder toBuilder() {
        Builder builder = new Builder();
        for (int i = 0; i < layout.size(); i++) {
            builder.put(layout.name(i), valueAt(i));
        }
        return builder;
    }

    /**
     * The same item with other whole numbers: for stores that change numbers in place.
     *
     * @return a copy of the whole numbers, to be changed and given to {@link #withWholes}
     */
    public long[] copyWholes() {
        return wholes.clone();
    }

    /**
     * The same item with other whole numbers.
     *
     * @param changed one for each slot; owned by the new item from now on
     * @return a new item of the same layout
     */
    public Item withWholes(long[] changed) {
        if (changed.length != wholes.length) {
            throw new IllegalArgumentException(changed.length + " whole numbers for " + wholes.length + " slots");
        }
        return new Item(layout, changed, others);
    }

    /**
     * Whether another item differs at most in whole numbers. Needs no comparison for an item made by
     * {@link #withWholes}.
     *
     * @param that an item of the same layout
     * @return true if everything else is equal
     */
    public boolean sameButWholes(Item that) {
        return others == that.others || Arrays.equals(others, that.others);
    }

    private AttributeValue valueAt(int index) {
        int slot = layout.slotAt(index);
        return layout.isWhole(index) ? new AttributeValue.Whole(wholes[slot]) : others[slot];
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Item that
                && layout.equals(that.layout)
                && Arrays.equals(wholes, that.wholes)
                && Arrays.equals(others, that.others);
    }

    @Override
    public int hashCode() {
        return (layout.hashCode() * 31 + Arrays.hashCode(wholes)) * 31 + Arrays.hashCode(others);
    }

    @Override
    public String toString() {
        return attributes().toString();
    }

    /** Collects attributes. Not for use by several threads. */
    public static final class Builder {

        private final TreeMap<String, AttributeValue> attributes = new TreeMap<>();

        private Builder() {}

        /**
         * Sets an attribute.
         *
         * @param name its name
         * @param value its value
         * @return this builder
         */
        public Builder put(String name, AttributeValue value) {
            attributes.put(name, Objects.requireNonNull(value, name));
            return this;
        }

        /**
         * Sets a whole number.
         *
         * @param name its name
         * @param value its value
         * @return this builder
         */
        public Builder put(String name, long value) {
            return put(name, AttributeValue.of(value));
        }

        /**
         * Sets a string.
         *
         * @param name its name
         * @param value its value
         * @return this builder
         */
        public Builder put(String name, String value) {
            return put(name, AttributeValue.of(value));
        }

        /**
         * Sets a boolean.
         *
         * @param name its name
         * @param value its value
         * @return this builder
         */
        public Builder put(String name, boolean value) {
            return put(name, AttributeValue.of(value));
        }

        /**
         * Takes an attribute away.
         *
         * @param name its name
         * @return this builder
         */
        public Builder remove(String name) {
            attributes.remove(name);
            return this;
        }

        /**
         * An attribute as it stands.
         *
         * @param name its name
         * @return its value, or null if there is none
         */
        public @Nullable AttributeValue get(String name) {
            return attributes.get(name);
        }

        /**
         * Builds the item.
         *
         * @return an immutable item
         */
        public Item build() {
            String[] names = attributes.keySet().toArray(String[]::new);
            BitSet whole = new BitSet(names.length);
            int index = 0;
            for (AttributeValue value : attributes.values()) {
                whole.set(index++, value instanceof AttributeValue.Whole);
            }
            ItemLayout layout = ItemLayout.of(names, whole);
            long[] wholes = new long[layout.wholeCount()];
            AttributeValue[] others = new AttributeValue[names.length - wholes.length];
            int number = 0;
            int other = 0;
            for (AttributeValue value : attributes.values()) {
                if (value instanceof AttributeValue.Whole w) {
                    wholes[number++] = w.value();
                } else {
                    others[other++] = value;
                }
            }
            layout.share(others);
            return new Item(layout, wholes, others);
        }
    }
}

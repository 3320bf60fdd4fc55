package dev.zaelimiter.store;

import com.github.benmanes.caffeine.cache.Interner;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The names of an item's attributes, and which of them are whole numbers.
 *
 * <p>Interned: two items with the same names and kinds share one layout, so code that works on an item can look up its
 * attributes' slots once per layout (as JavaScript engines do with hidden classes) and use arrays from then on. That is
 * where the embedded store gets its speed from.
 *
 * <p>Immutable; layouts that no item uses any more are collected.
 */
public final class ItemLayout {

    /** The slot of an attribute that is not there. */
    public static final int ABSENT = -1;

    private static final Interner<ItemLayout> LAYOUTS = Interner.newWeakInterner();

    private final String[] names;
    private final int[] slots;
    private final BitSet whole;
    private final int wholeCount;
    private final int ttlSlot;
    private final int hash;

    private ItemLayout(String[] names, BitSet whole) {
        this.names = names;
        this.whole = whole;
        this.slots = new int[names.length];
        int numbers = 0;
        int others = 0;
        for (int i = 0; i < names.length; i++) {
            slots[i] = whole.get(i) ? numbers++ : others++;
        }
        this.wholeCount = numbers;
        this.ttlSlot = wholeSlot(Item.TTL);
        this.hash = Arrays.hashCode(names) * 31 + whole.hashCode();
    }

    /** Takes names in ascending order, without duplicates. */
    static ItemLayout of(String[] sortedNames, BitSet whole) {
        return LAYOUTS.intern(new ItemLayout(sortedNames, whole));
    }

    /**
     * How many attributes there are.
     *
     * @return a count
     */
    public int size() {
        return names.length;
    }

    /**
     * The name of an attribute.
     *
     * @param index 0 to {@link #size()} - 1, in ascending order of names
     * @return the name
     */
    public String name(int index) {
        return names[index];
    }

    /**
     * Whether the attribute is a whole number.
     *
     * @param index 0 to {@link #size()} - 1
     * @return true for a whole number
     */
    public boolean isWhole(int index) {
        return whole.get(index);
    }

    /**
     * The position of an attribute.
     *
     * @param name an attribute's name
     * @return its index, or a negative number
     */
    public int indexOf(String name) {
        return Arrays.binarySearch(names, name);
    }

    /**
     * The slot of a whole number: to be used with {@link Item#wholeAt}.
     *
     * @param name an attribute's name
     * @return a slot, or {@link #ABSENT} if there is no such attribute or it is not a whole number
     */
    public int wholeSlot(String name) {
        int index = indexOf(name);
        return index >= 0 && whole.get(index) ? slots[index] : ABSENT;
    }

    /**
     * The slot of anything but a whole number: to be used with {@link Item#otherAt}.
     *
     * @param name an attribute's name
     * @return a slot, or {@link #ABSENT} if there is no such attribute or it is a whole number
     */
    public int otherSlot(String name) {
        int index = indexOf(name);
        return index >= 0 && !whole.get(index) ? slots[index] : ABSENT;
    }

    /**
     * The slot of the attribute {@code ttl}, which every store looks at.
     *
     * @return a slot, or {@link #ABSENT} if there is no such attribute or it is not a whole number
     */
    public int ttlSlot() {
        return ttlSlot;
    }

    int slotAt(int index) {
        return slots[index];
    }

    /**
     * How many slots of whole numbers there are.
     *
     * @return a count
     */
    public int wholeCount() {
        return wholeCount;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this
                || (other instanceof ItemLayout that
                        && hash == that.hash
                        && Arrays.equals(names, that.names)
                        && whole.equals(that.whole));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return Arrays.toString(names);
    }
}

package dev.zaelimiter.store;

import com.github.benmanes.caffeine.cache.Interner;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
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

    /** One for each place, the latest: found by the names as a map has them, unsorted. A power of two in number. */
    private static final AtomicReferenceArray<@Nullable WeakReference<ItemLayout>> RECENT =
            new AtomicReferenceArray<>(64);

    private final String[] names;
    private final int[] slots;
    private final BitSet whole;
    private final int wholeCount;
    private final int ttlSlot;
    private final int hash;

    /**
     * Of the item that was built last. Without a fence: an older one, or one whose values are not seen yet, serves as
     * well.
     */
    private AttributeValue @Nullable [] last;

    /** Made for the first item that is packed; two threads may make two, and the latter stays. */
    private volatile @Nullable ItemPatterns patterns;

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

    /** One that was lately of items with about these names; null if there is none. */
    static @Nullable ItemLayout recent(Map<String, ?> attributes) {
        // A sorted map may take names for equal that are not.
        if (attributes instanceof SortedMap) {
            return null;
        }
        int sum = 0;
        for (String name : attributes.keySet()) {
            sum += name.hashCode();
        }
        WeakReference<ItemLayout> known = RECENT.getAcquire(place(sum));
        return known == null ? null : known.get();
    }

    void keepRecent() {
        int sum = 0;
        for (String name : names) {
            sum += name.hashCode();
        }
        RECENT.setRelease(place(sum), new WeakReference<>(this));
    }

    private static int place(int sum) {
        return (sum ^ (sum >>> 16)) & (RECENT.length() - 1);
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

    /**
     * Puts the values of the item that was built last in place of those that are equal to them: items of one layout
     * mostly differ in few texts, and those that are the same are kept once.
     */
    @SuppressWarnings("ReferenceEquality") // the very same needs no comparison
    void share(AttributeValue[] values) {
        AttributeValue[] known = last;
        for (int slot = 0; known != null && slot < values.length; slot++) {
            if (values[slot] != known[slot] && values[slot].equals(known[slot])) {
                values[slot] = known[slot];
            }
        }
        last = values;
    }

    /** By which items of this layout are packed. */
    ItemPatterns patterns() {
        ItemPatterns known = patterns;
        if (known == null) {
            known = new ItemPatterns();
            patterns = known;
        }
        return known;
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

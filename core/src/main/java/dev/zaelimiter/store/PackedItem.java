package dev.zaelimiter.store;

import org.jspecify.annotations.Nullable;

/**
 * An item in little memory, for those who keep many and ask for few: what it has of its own, in bytes, and a pattern
 * that it shares with other items of its layout. Texts that are made of the key's, as names and index keys mostly are,
 * take no memory, and numbers that are the same take none either. Immutable, and safe for use by many threads.
 *
 * <p>For the memory of this process alone: the bytes mean nothing without the pattern.
 */
public final class PackedItem {

    private final ItemPattern pattern;
    private final byte[] own;
    /** Values of its own that are neither numbers nor texts, in order; null if there are none. */
    private final AttributeValue @Nullable [] odd;

    PackedItem(ItemPattern pattern, byte[] own, AttributeValue @Nullable [] odd) {
        this.pattern = pattern;
        this.own = own;
        this.odd = odd;
    }

    /**
     * Packs an item.
     *
     * @param item any
     * @param key its key: what is packed shares its texts
     * @return that from which {@link #unpack} makes an equal item
     */
    public static PackedItem of(Item item, Key key) {
        return item.layout().patterns().pack(item, key);
    }

    /**
     * The item again.
     *
     * @param key equal to the one that it was packed with
     * @return a new item, equal to the one that was packed
     */
    public Item unpack(Key key) {
        return pattern.unpack(own, odd, key);
    }

    /**
     * A string, mostly without making the rest of the item.
     *
     * @param name an attribute's name
     * @param key equal to the one that it was packed with
     * @return what {@link Item#text} says
     */
    public @Nullable String text(String name, Key key) {
        return pattern.text(own, odd, name, key);
    }

    /**
     * The whole number {@link Item#TTL}, without making the item.
     *
     * @param otherwise what to return if it is absent or not a whole number
     * @return seconds since the epoch
     */
    public long ttl(long otherwise) {
        return pattern.ttl(own, otherwise);
    }

    /** How many bytes are its own, but for values that are neither numbers nor texts. */
    int bytes() {
        return own.length;
    }
}

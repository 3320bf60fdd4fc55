package dev.zaelimiter.embedded.journal;

import dev.zaelimiter.store.Item;

/**
 * The names of an item's attributes in the order in which its values are written, and which of them are whole numbers.
 * Immutable.
 */
final class Layout {

    private static final int ABSENT = -1;

    private final String[] names;
    private final boolean[] whole;
    private final int pk;
    private final int sk;
    private final boolean[] key;

    private Layout(String[] names, boolean[] whole) {
        this.names = names;
        this.whole = whole;
        this.pk = indexOf(Item.PK);
        this.sk = indexOf(Item.SK);
        this.key = new boolean[names.length];
        for (int i = 0; i < names.length; i++) {
            key[i] = names[i].equals(Item.PK) || names[i].equals(Item.SK);
        }
    }

    /** Reads a layout. Throws {@link MalformedBatchException}. */
    static Layout read(ByteSource source) {
        int size = source.count();
        String[] names = new String[size];
        boolean[] whole = new boolean[size];
        for (int i = 0; i < size; i++) {
            names[i] = source.text();
            whole[i] = source.octet() != 0;
        }
        return new Layout(names, whole);
    }

    /** Passes over a layout. */
    static void skip(ByteSource source) {
        for (int left = source.count(); left > 0; left--) {
            source.skipText();
            source.octet();
        }
    }

    int size() {
        return names.length;
    }

    String name(int index) {
        return names[index];
    }

    boolean isWhole(int index) {
        return whole[index];
    }

    /** Whether an attribute belongs to the key. */
    boolean isKey(int index) {
        return key[index];
    }

    /** Where the partition key is, or a negative number. */
    int pk() {
        return pk;
    }

    /** Where the sort key is, or a negative number. */
    int sk() {
        return sk;
    }

    /**
     * Where an attribute is, or a negative number. Of a name that is there twice, which no writer makes, the last
     * counts.
     */
    int indexOf(String name) {
        for (int i = names.length - 1; i >= 0; i--) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return ABSENT;
    }
}

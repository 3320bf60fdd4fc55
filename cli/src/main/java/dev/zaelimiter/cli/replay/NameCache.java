package dev.zaelimiter.cli.replay;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes strings of the names in a column: the same few thousand come again and again, and one that was seen lately is
 * not made anew. Bounded: a name may push another one out. Not thread-safe.
 */
final class NameCache {

    /** How many names are remembered; a power of two. */
    private static final int SLOTS = 1 << 15;

    /**
     * So many slots a name may stand in; a power of two. With one alone, two names that share it would be made anew
     * each time.
     */
    private static final int WAYS = 4;

    private final UnaryOperator<String> reading;
    private final int[] hashes = new int[SLOTS];
    private final @Nullable String[] written = new @Nullable String[SLOTS];
    private final @Nullable String[] names = new @Nullable String[SLOTS];
    private int next;

    /**
     * A cache for one column.
     *
     * @param reading what the name is of what stands there
     */
    NameCache(UnaryOperator<String> reading) {
        this.reading = reading;
    }

    /** The name in a cell that is not missing. */
    String in(RowCells row, int column) {
        char[] text = row.text();
        int start = row.start(column);
        int end = Math.max(start, row.end(column));
        int hash = 0;
        for (int i = start; i < end; i++) {
            hash = 31 * hash + text[i];
        }
        int first = firstSlot(hash);
        int free = -1;
        for (int slot = first; slot < first + WAYS; slot++) {
            String known = names[slot];
            if (known == null) {
                free = slot;
            } else if (hashes[slot] == hash && isSame(written[slot], text, start, end)) {
                return known;
            }
        }
        return remember(free < 0 ? first + (next++ & WAYS - 1) : free, hash, Utf8Reader.readable(text, start, end));
    }

    /**
     * Names that count up, as key-1, key-2, have hashes in runs: without mixing, runs fall on runs, and each name
     * pushes others out.
     */
    private static int firstSlot(int hash) {
        int mixed = hash * 0x9E3779B9;
        return (mixed >>> (Integer.SIZE - Integer.numberOfTrailingZeros(SLOTS))) & (SLOTS - WAYS);
    }

    private String remember(int slot, int hash, String seen) {
        String name = reading.apply(seen);
        // What bytes that are not UTF-8 were made into is not what stands in the file, and is looked up in vain.
        hashes[slot] = hash;
        written[slot] = seen;
        names[slot] = name;
        return name;
    }

    private static boolean isSame(@Nullable String name, char[] text, int start, int end) {
        if (name == null || name.length() != end - start) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) != text[start + i]) {
                return false;
            }
        }
        return true;
    }
}

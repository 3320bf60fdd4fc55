package dev.zaelimiter.embedded;

import dev.zaelimiter.store.Key;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A place in an {@link OrderedIndex}: that of an item, or one of the two edges of those whose sort key has a prefix.
 * Ordered by partition, sort key and table key, as UTF-8 bytes.
 */
final class Position implements Comparable<Position> {

    private enum Side {
        BEFORE,
        AT,
        AFTER
    }

    private final String partition;
    private final String sort;
    private final @Nullable Key key;
    private final Side side;
    private final boolean plain;

    private Position(String partition, String sort, @Nullable Key key, Side side) {
        this.partition = partition;
        this.sort = sort;
        this.key = key;
        this.side = side;
        this.plain = isPlain(partition) && isPlain(sort);
    }

    /**
     * Without surrogates, strings are in the order of their UTF-8 bytes as they are; and that order has an intrinsic.
     */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("ReferenceEquality") // the partition is mostly the very same string
    private int compare(String mine, String others, Position other) {
        if (mine == others) {
            return 0;
        }
        return plain && other.plain ? mine.compareTo(others) : Key.compareUtf8(mine, others);
    }

    static Position of(String partition, String sort, Key key) {
        return new Position(partition, sort, key, Side.AT);
    }

    /** Before every item of the partition whose sort key begins with the prefix. */
    static Position before(String partition, String prefix) {
        return new Position(partition, prefix, null, Side.BEFORE);
    }

    /** After every such item. */
    static Position after(String partition, String prefix) {
        return new Position(partition, prefix, null, Side.AFTER);
    }

    String partition() {
        return partition;
    }

    String sort() {
        return sort;
    }

    /** The key of the item whose place this is. */
    Key key() {
        return Objects.requireNonNull(key, "an edge has no key");
    }

    @Override
    public int compareTo(Position other) {
        int byPartition = compare(partition, other.partition, other);
        if (byPartition != 0) {
            return byPartition;
        }
        if (side != Side.AT) {
            return compareEdge(other);
        } else if (other.side != Side.AT) {
            return -other.compareEdge(this);
        }
        int bySort = compare(sort, other.sort, other);
        return bySort != 0 || key == null || other.key == null ? bySort : key.compareTo(other.key);
    }

    private int compareEdge(Position other) {
        if (side == other.side && sort.equals(other.sort)) {
            return 0;
        }
        if (side == Side.AFTER && other.sort.startsWith(sort)) {
            return 1;
        }
        int bySort = compare(sort, other.sort, other);
        return bySort != 0 ? bySort : -1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Position that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return partition.hashCode() * 31 + sort.hashCode();
    }

    @Override
    public String toString() {
        return side + " " + partition + " " + sort + " " + key;
    }
}

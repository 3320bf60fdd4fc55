package dev.zaelimiter.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The primary key of an item. Immutable; ordered by partition, then by sort key, as UTF-8 bytes would be. */
public final class Key implements Comparable<Key> {

    private final String pk;
    private final String sk;
    private final int hash;

    private Key(String pk, String sk) {
        this.pk = Objects.requireNonNull(pk, "pk");
        this.sk = Objects.requireNonNull(sk, "sk");
        this.hash = pk.hashCode() * 31 + sk.hashCode();
    }

    /**
     * Makes a key.
     *
     * @param pk the partition key, not empty
     * @param sk the sort key, not empty
     * @return the key
     */
    public static Key of(String pk, String sk) {
        return new Key(pk, sk);
    }

    /**
     * The partition key: the attribute {@code PK}.
     *
     * @return not empty
     */
    public String pk() {
        return pk;
    }

    /**
     * The sort key: the attribute {@code SK}.
     *
     * @return not empty
     */
    public String sk() {
        return sk;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this
                || (other instanceof Key that && hash == that.hash && pk.equals(that.pk) && sk.equals(that.sk));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public int compareTo(Key other) {
        int byPartition = compareUtf8(pk, other.pk);
        return byPartition != 0 ? byPartition : compareUtf8(sk, other.sk);
    }

    /**
     * Compares two strings as their UTF-8 bytes compare: by code point, where {@link String#compareTo} goes by UTF-16
     * units and so puts supplementary characters before U+E000.
     *
     * @param a one string
     * @param b the other
     * @return negative, zero or positive
     */
    public static int compareUtf8(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean xSurrogate = Character.isSurrogate(x);
                boolean ySurrogate = Character.isSurrogate(y);
                return xSurrogate == ySurrogate ? Character.compare(x, y) : xSurrogate ? 1 : -1;
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    @Override
    public String toString() {
        return Printable.escaped(pk) + " " + Printable.escaped(sk);
    }
}

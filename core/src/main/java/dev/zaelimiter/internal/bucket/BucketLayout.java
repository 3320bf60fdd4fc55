package dev.zaelimiter.internal.bucket;

import java.util.Arrays;

/**
 * The limits that a bucket holds, in order of their names, the reserved {@code wcu} among them. Shared by all buckets
 * with the same limits. Immutable.
 */
public final class BucketLayout {

    /** The limit that counts the writes that a bucket's partition takes. */
    public static final String WCU = "wcu";

    /** The most limits, the reserved one included, so that sets of them fit an {@code int}. */
    public static final int MAX_LIMITS = 31;

    private final String[] names;
    private final int wcu;

    /**
     * Makes a layout.
     *
     * @param names in ascending order, without duplicates; owned by the layout from now on
     */
    public BucketLayout(String... names) {
        if (names.length > MAX_LIMITS) {
            throw new IllegalArgumentException(names.length + " limits on one bucket, at most " + MAX_LIMITS);
        }
        this.names = names;
        this.wcu = Arrays.binarySearch(names, WCU);
    }

    /**
     * How many limits there are, the reserved one included.
     *
     * @return a count
     */
    public int size() {
        return names.length;
    }

    /**
     * The name of a limit.
     *
     * @param index 0 to {@link #size()} - 1
     * @return the name
     */
    public String name(int index) {
        return names[index];
    }

    /**
     * Where a limit stands.
     *
     * @param name a limit's name
     * @return its index, or a negative number if the bucket lacks it
     */
    public int indexOf(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Where the reserved limit stands.
     *
     * @return its index, or a negative number if the bucket lacks it
     */
    public int wcu() {
        return wcu;
    }

    /** Whether another layout has the same limits. */
    boolean sameNames(BucketLayout other) {
        return names == other.names || Arrays.equals(names, other.names);
    }

    @Override
    public String toString() {
        return Arrays.toString(names);
    }
}

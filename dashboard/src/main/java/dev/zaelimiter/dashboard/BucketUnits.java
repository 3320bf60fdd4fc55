package dev.zaelimiter.dashboard;

/** About how many read units it takes to find buckets by an index and to read them. */
final class BucketUnits {

    /** Keys of about 150 bytes, half a unit for each 4 KB, as an index is read. */
    private static final long KEYS_PER_UNIT = 54;

    private BucketUnits() {}

    /** Items of up to 4 KB, each read as it is now. */
    static long of(long items) {
        return 1 + items + items / KEYS_PER_UNIT;
    }
}

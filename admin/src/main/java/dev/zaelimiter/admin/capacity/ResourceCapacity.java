package dev.zaelimiter.admin.capacity;

import java.util.Map;

/**
 * What all buckets on a resource come to.
 *
 * @param resource which
 * @param buckets how many there are; a divided one counts once
 * @param shards how many items they take
 * @param unreadable how many of the buckets can't be read, and are missing from the totals
 * @param totals by limit, in order of the names
 */
public record ResourceCapacity(String resource, long buckets, long shards, long unreadable, Map<String, Total> totals) {

    /**
     * One limit over all buckets that carry it. A sum that would not fit stays at the largest number.
     *
     * @param buckets how many carry it
     * @param capacity whole tokens
     * @param available whole tokens; what is in debt counts against the rest
     * @param consumed whole tokens ever consumed, net
     */
    public record Total(long buckets, long capacity, long available, long consumed) {

        /** Of no bucket. */
        static final Total NONE = new Total(0, 0, 0, 0);

        /**
         * How much of the capacity is in use.
         *
         * @return 0 if all is there, 1 if nothing is, more in debt; 0 if the capacity is 0
         */
        public double utilisation() {
            return capacity == 0 ? 0 : 1 - (double) available / capacity;
        }

        Total plus(LimitView limit) {
            return new Total(
                    buckets + 1,
                    saturated(capacity, limit.limit().capacity()),
                    saturated(available, limit.available()),
                    saturated(consumed, limit.consumed()));
        }

        private static long saturated(long a, long b) {
            long sum = a + b;
            boolean overflow = ((a ^ sum) & (b ^ sum)) < 0;
            return overflow ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
        }
    }
}

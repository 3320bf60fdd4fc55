package dev.zaelimiter.store;

import org.jspecify.annotations.Nullable;

/**
 * A query of one partition, of the table or of an index, in the order of sort keys.
 *
 * @param index where to look
 * @param partition the partition key's value
 * @param sortPrefix what the sort key must begin with; empty for all
 * @param limit the most items in a page, 1 to 1000
 * @param after the token of the page before, or null for the first
 * @param ascending the direction
 */
public record Query(
        Index index,
        String partition,
        String sortPrefix,
        int limit,
        @Nullable String after,
        boolean ascending) {

    /** The most items in a page. */
    public static final int MAX_LIMIT = 1000;

    /** Checks the limit. */
    public Query {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit " + limit + " is not in 1.." + MAX_LIMIT);
        }
    }

    /** The table and its indexes. */
    public enum Index {
        /** The table itself: {@code PK} and {@code SK}. */
        TABLE,
        /** Children of a parent. */
        GSI1,
        /** Buckets and usage of a resource. */
        GSI2,
        /** Configurations of a resource; buckets of an entity. */
        GSI3,
        /** Everything in a namespace. */
        GSI4;

        /**
         * The attribute that holds the partition key.
         *
         * @return for example {@code PK} or {@code GSI1PK}
         */
        public String partitionAttribute() {
            return this == TABLE ? Item.PK : name() + Item.PK;
        }

        /**
         * The attribute that holds the sort key.
         *
         * @return for example {@code SK} or {@code GSI1SK}
         */
        public String sortAttribute() {
            return this == TABLE ? Item.SK : name() + Item.SK;
        }
    }

    /**
     * The first page of a whole partition, ascending.
     *
     * @param index where to look
     * @param partition the partition key's value
     * @return a query
     */
    public static Query of(Index index, String partition) {
        return new Query(index, partition, "", MAX_LIMIT, null, true);
    }

    /**
     * The same with a prefix.
     *
     * @param prefix what the sort key must begin with
     * @return a query
     */
    public Query sortPrefix(String prefix) {
        return new Query(index, partition, prefix, limit, after, ascending);
    }

    /**
     * The same with a limit.
     *
     * @param most the most items in a page
     * @return a query
     */
    public Query limit(int most) {
        return new Query(index, partition, sortPrefix, most, after, ascending);
    }

    /**
     * The same from a page on.
     *
     * @param token the token of the page before
     * @return a query
     */
    public Query after(@Nullable String token) {
        return new Query(index, partition, sortPrefix, limit, token, ascending);
    }

    /**
     * The same in descending order.
     *
     * @return a query
     */
    public Query descending() {
        return new Query(index, partition, sortPrefix, limit, after, false);
    }
}

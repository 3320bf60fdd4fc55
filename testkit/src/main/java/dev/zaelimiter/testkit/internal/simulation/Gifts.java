package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.admin.Refilled;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is given to a bucket from outside, by a reset or a top-up: once under each key, to all of its shards, and exactly what is
 * told afterwards.
 */
final class Gifts {

    /** Who gives. */
    static final String GIVER = "giver";

    private static final String OPERATION = "#OP#";

    private final Oracle oracle;
    /** By idempotency key, what landed under it. */
    private final Map<String, Map<String, BigInteger>> given = new HashMap<>();

    Gifts(Oracle oracle) {
        this.oracle = oracle;
    }

    /** A transaction of the giver has landed. */
    void landed(
            String bucket,
            @Nullable BucketBook book,
            List<Sent> sent,
            List<@Nullable StoredBucket> before,
            List<@Nullable StoredBucket> after) {
        Set<Integer> shards = new TreeSet<>();
        Map<String, BigInteger> sum = new TreeMap<>();
        String key = "";
        for (int i = 0; i < sent.size(); i++) {
            StoredBucket was = before.get(i);
            StoredBucket is = after.get(i);
            String sort = sent.get(i).write().key().sk();
            if (sort.startsWith(OPERATION)) {
                key = sort.substring(OPERATION.length());
            }
            if (book != null && was != null && is != null) {
                shards.add(is.shard());
                book.given(sent.get(i), was, is).forEach((limit, milli) -> {
                    sum.merge(limit, milli, BigInteger::add);
                    oracle.hearing().given(bucket, limit, milli);
                });
            }
        }
        if (given.put(bucket + " " + key, sum) != null) {
            oracle.violated("given-twice", bucket + ": under " + key + " something was given twice");
        }
        if (book != null && !shards.isEmpty() && !shards.equals(book.shards().keySet())) {
            oracle.violated(
                    "gift-left-out", bucket + ": of " + book.shards().keySet() + " only " + shards + " were given");
        }
    }

    /** The giver is told what was given. */
    void told(String bucket, String key, Refilled refilled) {
        Map<String, BigInteger> sum = given.getOrDefault(bucket + " " + key, Map.of());
        refilled.amounts().forEach((limit, tokens) -> {
            BigInteger landed = sum.getOrDefault(limit, BigInteger.ZERO).divide(BigInteger.valueOf(1000));
            if (!landed.equals(BigInteger.valueOf(tokens))) {
                oracle.violated(
                        "gift-told",
                        bucket + ": " + tokens + " " + limit + " are told to be given under " + key + ", and " + landed
                                + " were");
            }
        });
    }
}

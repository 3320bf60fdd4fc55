package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.admin.Refilled;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is given to a bucket from outside, by a reset or a top-up: once under each key, to all of its shards, and
 * exactly what is told afterwards.
 */
final class Gifts {

    /** Who gives. */
    static final String GIVER = "giver";

    private static final String OPERATION = "#OP#";
    /** For so long it is known what was given under a key, by whole seconds. */
    private static final long KEPT_MILLIS = 3L * 86_400_000 - 1000;

    private final Oracle oracle;
    /** By idempotency key, what landed under it. */
    private final Map<String, Landed> given = new HashMap<>();
    /** The same of buckets that were deleted: whoever gave may hear of it only after that. */
    private final Map<String, List<Landed>> erased = new HashMap<>();

    Gifts(Oracle oracle) {
        this.oracle = oracle;
    }

    /**
     * Millitokens by limit, those of each shard rounded up.
     *
     * @param less so much less of each limit it may have been
     * @param millis when it landed
     */
    private record Landed(Map<String, BigInteger> milli, Map<String, BigInteger> less, long millis) {

        static final Landed NOTHING = new Landed(Map.of(), Map.of(), 0);

        /** Whether so much may be told of a limit, in tokens. */
        boolean isTold(String limit, long tokens) {
            BigInteger sum = milli.getOrDefault(limit, BigInteger.ZERO);
            BigInteger least =
                    sum.subtract(less.getOrDefault(limit, BigInteger.ZERO)).add(BigInteger.ONE);
            BigInteger heard = BigInteger.valueOf(tokens);
            return heard.compareTo(tokens(least.max(BigInteger.ZERO))) >= 0 && heard.compareTo(tokens(sum)) <= 0;
        }
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
        Map<String, BigInteger> less = new TreeMap<>();
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
                    less.merge(limit, less(limit, was, is, book.wasTakenBack()), BigInteger::add);
                    oracle.hearing().given(bucket, limit, milli);
                });
            }
        }
        long now = oracle.trueMillis();
        Landed earlier = given.put(bucket + " " + key, new Landed(sum, less, now));
        if (earlier != null && now - earlier.millis < KEPT_MILLIS - oracle.clocksApartMillis()) {
            oracle.violated("given-twice", bucket + ": under " + key + " something was given twice");
        }
        if (book != null && !shards.isEmpty() && !shards.equals(book.shards().keySet())) {
            oracle.violated(
                    "gift-left-out", bucket + ": of " + book.shards().keySet() + " only " + shards + " were given");
        }
    }

    /**
     * How much less a shard may have been given: a part of a millitoken; and what it refills in a millisecond, if the
     * stamp has moved by one. Whether that one had passed by the giver's clock nobody else can tell. And all that may
     * have refilled, if some time was once taken back.
     */
    private static BigInteger less(String limit, StoredBucket before, StoredBucket after, boolean takenBack) {
        StoredBucket.LimitView view = before.limits().get(limit);
        if (view != null && view.rp() > 0 && takenBack) {
            return BigInteger.valueOf(Math.max(0, view.cap() - view.tk()) + 1);
        }
        if (view == null || view.rp() <= 0 || after.stamp() - before.stamp() != 1) {
            return BigInteger.ONE;
        }
        return BigInteger.valueOf(view.ra() / view.rp() + 2);
    }

    /** A bucket was deleted, and what was noted of gifts with it: a key may be used for the next one. */
    void erased(String bucket) {
        given.forEach((key, landed) -> {
            if (key.startsWith(bucket + " ")) {
                erased.computeIfAbsent(key, before -> new ArrayList<>()).add(landed);
            }
        });
        given.keySet().removeIf(key -> key.startsWith(bucket + " "));
    }

    /** The giver is told what was given. */
    void told(String bucket, String key, Refilled refilled) {
        String under = bucket + " " + key;
        Landed now = given.getOrDefault(under, Landed.NOTHING);
        List<Landed> before = erased.getOrDefault(under, List.of());
        refilled.amounts().forEach((limit, tokens) -> {
            if (!now.isTold(limit, tokens) && before.stream().noneMatch(one -> one.isTold(limit, tokens))) {
                BigInteger landed = tokens(now.milli.getOrDefault(limit, BigInteger.ZERO));
                oracle.violated(
                        "gift-told",
                        bucket + ": " + tokens + " " + limit + " are told to be given under " + key + ", and " + landed
                                + " were");
            }
        });
    }

    private static BigInteger tokens(BigInteger milli) {
        return milli.divide(BigInteger.valueOf(1000));
    }
}

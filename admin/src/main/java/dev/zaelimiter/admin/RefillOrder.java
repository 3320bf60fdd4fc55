package dev.zaelimiter.admin;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.schema.AuditItems;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is to be given to a bucket by hand: to which limits, and how much. Immutable.
 *
 * @param operation how it is called in the record of the idempotency key
 * @param limits which limits; none for all
 * @param tokens whole tokens by limit; all that is missing where nothing is said
 */
record RefillOrder(String operation, Set<String> limits, Map<String, Long> tokens) {

    private static final String RESET = "reset";
    private static final String TOP_UP = "top_up";

    static RefillOrder reset(Set<String> limits) {
        return new RefillOrder(RESET, new TreeSet<>(limits), Map.of());
    }

    static RefillOrder topUp(Map<String, Long> tokens) {
        return new RefillOrder(TOP_UP, tokens.keySet(), tokens);
    }

    AuditItems.Action action() {
        return operation.equals(RESET) ? AuditItems.Action.BUCKET_RESET : AuditItems.Action.BUCKET_TOPPED_UP;
    }

    /** Whether it is about a limit of a bucket. */
    boolean concerns(BucketImage image, int i) {
        return i != image.layout().wcu()
                && (limits.isEmpty() || limits.contains(image.layout().name(i)));
    }

    /** Refuses an order of a limit that the bucket lacks. */
    void requireKnown(BucketImage image) {
        for (String name : limits) {
            if (image.layout().indexOf(name) < 0) {
                throw new InvalidInputException("limit", name, "a limit of the bucket, which are " + image.layout());
            }
        }
    }

    /** What there is to give to all shards together, in millitokens; nothing is said of what is filled up. */
    Map<String, Long> toGive() {
        Map<String, Long> all = new TreeMap<>();
        tokens.forEach((name, whole) -> all.put(name, whole * BucketMath.MILLI));
        return all;
    }

    /**
     * What one shard gets: what it misses, as long as there is something left to give.
     *
     * @param image the shard
     * @param left what is left to give; less afterwards
     * @param now one reading of the clock
     * @return millitokens in the order of the layout
     */
    long[] share(BucketImage image, Map<String, Long> left, long now) {
        long[] amounts = new long[image.layout().size()];
        for (int i = 0; i < amounts.length; i++) {
            if (concerns(image, i)) {
                String name = image.layout().name(i);
                long missing = image.rates().cap(i) - image.balance(i, image.rates(), now);
                Long most = left.get(name);
                amounts[i] = Math.max(0, most == null ? missing : Math.min(missing, most));
                if (most != null) {
                    left.put(name, most - amounts[i]);
                }
            }
        }
        return amounts;
    }
}

package dev.zaelimiter.loadtest.internal.consumed;

import dev.zaelimiter.Limit;
import dev.zaelimiter.loadtest.internal.plan.Fields;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A limit of a bucket, as the store has it.
 *
 * @param atMillis when it was read
 * @param entity whose
 * @param resource on what
 * @param limit its name
 * @param consumed ever, in whole tokens
 * @param capacity in whole tokens
 * @param refill each period, or 0 of a budget
 * @param periodMillis its length, or 0 of a budget
 * @param shards into how many the bucket is divided
 */
public record BucketLine(
        long atMillis,
        String entity,
        String resource,
        String limit,
        long consumed,
        long capacity,
        long refill,
        long periodMillis,
        long shards) {

    private static final long MOST = Long.MAX_VALUE;

    /** One from a file. */
    public static BucketLine of(Fields fields) {
        return new BucketLine(
                fields.whole("at_ms", 0, MOST),
                fields.text("entity"),
                fields.text("resource"),
                fields.text("limit"),
                fields.whole("consumed", Long.MIN_VALUE, MOST),
                fields.whole("capacity", 0, MOST),
                fields.whole("refill", 0, MOST),
                fields.whole("period_ms", 0, MOST),
                fields.whole("shards", 0, MOST));
    }

    /** One as it is now. */
    public static BucketLine of(
            long atMillis, String entity, String resource, Limit limit, long consumed, long shards) {
        return new BucketLine(
                atMillis,
                entity,
                resource,
                limit.name(),
                consumed,
                limit.capacity(),
                limit.isBudget() ? 0 : limit.refillAmount(),
                limit.isBudget() ? 0 : limit.refillPeriod().toMillis(),
                shards);
    }

    /** As it stands in a file. */
    public Map<String, @Nullable Object> toMap() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("at_ms", atMillis);
        map.put("entity", entity);
        map.put("resource", resource);
        map.put("limit", limit);
        map.put("consumed", consumed);
        map.put("capacity", capacity);
        map.put("refill", refill);
        map.put("period_ms", periodMillis);
        map.put("shards", shards);
        return map;
    }
}

package dev.zaelimiter.aggregator;

import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.math.BigInteger;

/** Items of buckets and of records of changes, and changes of them. */
final class Samples {

    static final Key BUCKET = Key.of("ns1/BUCKET#user-1#gpt-4#0", "#STATE");
    static final long NOON = 1_772_366_400_000L;

    private Samples() {}

    /** A bucket of one limit, in thousandths. */
    static Item.Builder bucket(long tokens, long counter) {
        return Item.builder(BUCKET)
                .put("entity_id", "user-1")
                .put("resource", "gpt-4")
                .put("rf", NOON)
                .put("shard_count", 1)
                .put("b_rpm_cp", 100_000)
                .put("b_rpm_ra", 100_000)
                .put("b_rpm_rp", 60_000)
                .put("b_rpm_tk", tokens)
                .put("b_rpm_tc", counter)
                .put("b_wcu_cp", 1_000_000)
                .put("b_wcu_ra", 1_000_000)
                .put("b_wcu_rp", 1000)
                .put("b_wcu_tk", 1_000_000)
                .put("b_wcu_tc", 0);
    }

    static ChangeRecord change(long sequence, Item before, Item after) {
        return change(sequence, before, after, NOON);
    }

    static ChangeRecord change(long sequence, Item before, Item after, long at) {
        return new ChangeRecord(
                (after == null ? before : after).key(), before, after, false, BigInteger.valueOf(sequence), at);
    }

    /** A record of a change. */
    static Item audit(String namespace, String entity, String id, String timestamp) {
        return Item.builder(Key.of(namespace + "/AUDIT#" + entity, "#AUDIT#" + id))
                .put("GSI4PK", namespace)
                .put("GSI4SK", namespace + "/AUDIT#" + entity)
                .put("event_id", id)
                .put("timestamp", timestamp)
                .put("action", "limits_set")
                .put("entity_id", entity)
                .put("principal", dev.zaelimiter.store.AttributeValue.Null.NULL)
                .put("ttl", 1)
                .build();
    }

    static ChangeRecord expired(long sequence, Item audit) {
        return new ChangeRecord(audit.key(), audit, null, true, BigInteger.valueOf(sequence), NOON);
    }
}

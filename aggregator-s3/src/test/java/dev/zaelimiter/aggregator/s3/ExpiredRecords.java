package dev.zaelimiter.aggregator.s3;

import dev.zaelimiter.aggregator.StreamBatch;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.LongStream;

/** Records of changes that a table's time to live removed. */
final class ExpiredRecords {

    private static final long NOON = 1_772_366_400_000L;

    private ExpiredRecords() {}

    /** The records with these numbers, as a stream delivers them. */
    static StreamBatch batch(long from, long to) {
        List<ChangeRecord> records = LongStream.rangeClosed(from, to)
                .mapToObj(number -> new ChangeRecord(
                        item(number).key(), item(number), null, true, BigInteger.valueOf(number), NOON))
                .toList();
        return new StreamBatch("shardId-1", records);
    }

    private static Item item(long number) {
        return Item.builder(Key.of("ns1/AUDIT#user-1", "#AUDIT#id-" + number))
                .put("event_id", "id-" + number)
                .put("timestamp", "2026-01-01T10:00:00.000Z")
                .put("action", "limits_set")
                .put("entity_id", "user-1")
                .put("principal", AttributeValue.Null.NULL)
                .put("ttl", 1)
                .build();
    }
}

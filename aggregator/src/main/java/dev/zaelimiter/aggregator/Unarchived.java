package dev.zaelimiter.aggregator;

import dev.zaelimiter.internal.schema.UsageMark;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An expired record that could not be archived, put aside in the store until it can: an item for each, ordered by shard
 * of the stream and number. It expires after a week; what expires comes in the stream, and is a dead letter then.
 *
 * @param streamShard where it came from
 * @param record as it came
 */
record Unarchived(String streamShard, ChangeRecord record) {

    static final long KEPT_SECONDS = TimeUnit.DAYS.toSeconds(7);

    private static final String PREFIX = "#UNARCHIVED#";
    private static final String IMAGE = "record";
    private static final String SEQUENCE = "sequence";
    private static final String AT = "at";

    /** Those of all shards, or of one. */
    static Query query(@Nullable String streamShard, int most) {
        return Query.of(Query.Index.TABLE, StreamLease.PARTITION)
                .sortPrefix(streamShard == null ? PREFIX : PREFIX + streamShard + "#")
                .limit(most);
    }

    static boolean isKey(Key key) {
        return key.pk().equals(StreamLease.PARTITION) && key.sk().startsWith(PREFIX);
    }

    Key key() {
        return Key.of(StreamLease.PARTITION, PREFIX + streamShard + "#" + UsageMark.text(record.sequence()));
    }

    /**
     * Puts it aside; the same may be written again. An update, as leases and marks are: it needs no other permission.
     */
    Write put(long nowMillis) {
        Item image = record.before();
        return Write.of(
                WriteShape.update(
                        null,
                        List.of(
                                set(IMAGE, new AttributeValue.Mapping(image == null ? Map.of() : image.attributes())),
                                set(
                                        SEQUENCE,
                                        AttributeValue.of(record.sequence().toString())),
                                set(AT, AttributeValue.of(record.atMillis())),
                                set(Item.TTL, AttributeValue.of(nowMillis / 1000 + KEPT_SECONDS)))),
                key());
    }

    private static WriteShape.Action set(String name, AttributeValue value) {
        return new WriteShape.Action(WriteShape.Verb.SET, name, new Operand.Constant(value));
    }

    Write delete() {
        return Write.of(WriteShape.delete(null), key());
    }

    /** What an item says; null if it is damaged. */
    static @Nullable Unarchived of(Item item) {
        String name = item.key().sk();
        int end = name.lastIndexOf('#');
        String sequence = item.text(SEQUENCE);
        if (!(item.get(IMAGE) instanceof AttributeValue.Mapping image) || sequence == null || end <= PREFIX.length()) {
            return null;
        }
        try {
            Item record = image(image.values());
            Unarchived read = new Unarchived(
                    name.substring(PREFIX.length(), end),
                    new ChangeRecord(record.key(), record, null, true, new BigInteger(sequence), item.whole(AT, 0)));
            return read.key().equals(item.key()) ? read : null;
        } catch (RuntimeException e) {
            // What others wrote into the table may be wrong in any way: it is no record that waits.
            return null;
        }
    }

    private static Item image(Map<String, AttributeValue> attributes) {
        if (!(attributes.get(Item.PK) instanceof AttributeValue.Text pk)
                || !(attributes.get(Item.SK) instanceof AttributeValue.Text sk)) {
            throw new IllegalArgumentException("an image without a key");
        }
        Item.Builder item = Item.builder(Key.of(pk.value(), sk.value()));
        attributes.forEach((name, value) -> {
            if (!name.equals(Item.PK) && !name.equals(Item.SK)) {
                item.put(name, value);
            }
        });
        return item.build();
    }
}

package dev.zaelimiter.aggregator;

import dev.zaelimiter.internal.schema.AuditItems;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemLayout;
import dev.zaelimiter.store.Key;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a batch of changes says: what was consumed, by whom and when; how buckets stand; which records of changes
 * expired; and what can't be understood. A function of the batch alone, without clock, store or log: the same changes
 * say the same, however they are cut, as long as those of one shard of the stream come in order.
 *
 * <p>A change that comes twice in a batch counts once, and an order that was mixed up on the way is put right by the
 * numbers.
 */
public final class Aggregation {

    private static final String AUDIT = "AUDIT#";
    private static final String BUCKET_KEY = "the key is not that of a shard of a bucket";
    private static final String NO_IMAGE = "the change has neither the image before it nor the one after it";

    private static final String NOT_ARCHIVED = "the archive failed for as long as the record was kept";
    private static final String NO_TIME = "the time of the change is not in the years 1970 to 9999";
    private static final long LAST_MILLIS = 253_402_300_799_999L;

    private final String streamShard;
    private final Map<BucketId.Owner, UsageGroup> groups = new LinkedHashMap<>();
    private final Map<Key, BucketActivity> buckets = new LinkedHashMap<>();
    private final Map<ItemLayout, CounterLayout> layouts = new HashMap<>();
    private final List<ChangeRecord> expired = new ArrayList<>();
    private final List<DeadLetter> deadLetters = new ArrayList<>();
    private int counted;
    private @Nullable CounterLayout lastLayout;
    private @Nullable BucketActivity lastBucket;
    private @Nullable UsageGroup lastGroup;

    private Aggregation(String streamShard) {
        this.streamShard = streamShard;
    }

    /**
     * Reads a batch.
     *
     * @param batch changes of one shard of the stream
     * @return what they say
     */
    public static Aggregation of(StreamBatch batch) {
        Aggregation all = new Aggregation(batch.streamShard());
        BigInteger before = null;
        for (ChangeRecord change : inOrder(batch.records())) {
            if (!change.sequence().equals(before)) {
                all.read(change);
            }
            before = change.sequence();
        }
        return all;
    }

    private static List<ChangeRecord> inOrder(List<ChangeRecord> records) {
        for (int i = 1; i < records.size(); i++) {
            if (records.get(i - 1).sequence().compareTo(records.get(i).sequence()) > 0) {
                List<ChangeRecord> sorted = new ArrayList<>(records);
                sorted.sort(Comparator.comparing(ChangeRecord::sequence));
                return sorted;
            }
        }
        return records;
    }

    /** Whatever is wrong with a change, the others are read. */
    private void read(ChangeRecord change) {
        try {
            add(change);
        } catch (RuntimeException e) {
            deadLetters.add(new DeadLetter(streamShard, change, "the change can't be read: " + e));
        }
    }

    private void add(ChangeRecord change) {
        if (change.before() == null && change.after() == null) {
            deadLetters.add(new DeadLetter(streamShard, change, NO_IMAGE));
        } else if (BucketId.isBucket(change.key())) {
            if (change.atMillis() < 0 || change.atMillis() > LAST_MILLIS) {
                deadLetters.add(new DeadLetter(streamShard, change, NO_TIME));
                return;
            }
            BucketActivity bucket = bucket(change);
            if (bucket != null) {
                counted++;
                consumed(change, bucket);
            }
        } else if (change.expired() && isAudit(change.key())) {
            expired.add(change);
        } else if (change.expired() && Unarchived.isKey(change.key())) {
            deadLetters.add(new DeadLetter(streamShard, change, NOT_ARCHIVED));
        }
    }

    private @Nullable BucketActivity bucket(ChangeRecord change) {
        BucketActivity bucket = lastBucket;
        if (bucket == null || !bucket.key().equals(change.key())) {
            bucket = buckets.get(change.key());
        }
        if (bucket == null) {
            BucketId id = BucketId.of(change.key());
            if (id == null) {
                deadLetters.add(new DeadLetter(streamShard, change, BUCKET_KEY));
                return null;
            }
            bucket = new BucketActivity(change.key(), id);
            buckets.put(change.key(), bucket);
        }
        lastBucket = bucket;
        return bucket;
    }

    private void consumed(ChangeRecord change, BucketActivity bucket) {
        Item after = change.after();
        bucket.add(change.before(), after, change.atMillis());
        if (after == null) {
            return;
        }
        try {
            Contribution each = Consumption.of(change, after, layout(after));
            if (each != null) {
                bucket.consumed(each);
                group(bucket.id()).contributions().add(each);
            }
        } catch (CounterLayout.DamagedCounterException e) {
            deadLetters.add(new DeadLetter(streamShard, change, String.valueOf(e.getMessage())));
        }
    }

    @SuppressWarnings("ReferenceEquality") // a layout is one object, and this is asked for each change
    private CounterLayout layout(Item item) {
        CounterLayout layout = lastLayout;
        if (layout == null || layout.items != item.layout()) {
            layout = layouts.computeIfAbsent(item.layout(), CounterLayout::new);
            lastLayout = layout;
        }
        return layout;
    }

    private UsageGroup group(BucketId id) {
        UsageGroup group = lastGroup;
        BucketId.Owner owner = id.owner();
        if (group == null || !group.owner().equals(owner)) {
            group = groups.computeIfAbsent(owner, key -> new UsageGroup(key, new ArrayList<>()));
            lastGroup = group;
        }
        return group;
    }

    private static boolean isAudit(Key key) {
        return key.sk().startsWith(AuditItems.SORT_PREFIX)
                && key.pk().startsWith(AUDIT, key.pk().indexOf('/') + 1);
    }

    /** What was consumed, one for each entity and resource. */
    List<UsageGroup> groups() {
        return List.copyOf(groups.values());
    }

    /** How buckets stand, one for each shard of a bucket. */
    List<BucketActivity> buckets() {
        return List.copyOf(buckets.values());
    }

    /** The records of changes that expired, in order. */
    List<ChangeRecord> expired() {
        return expired;
    }

    /** What can't be understood. */
    List<DeadLetter> deadLetters() {
        return deadLetters;
    }

    /**
     * How many of the changes were of buckets.
     *
     * @return a count
     */
    public int counted() {
        return counted;
    }

    /**
     * How many entities and resources have consumed anything.
     *
     * @return a count
     */
    public int owners() {
        return groups.size();
    }
}

package dev.zaelimiter.aggregator;

import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.ChangeStream;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.StreamPage;
import dev.zaelimiter.store.StreamPlace;
import dev.zaelimiter.store.StreamShard;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The changes of a store as a table's stream keeps them: by partition of the key, in shards that end and have children,
 * drop what is old, and go; and the stream may be switched off and on. For one thread at a time.
 */
final class ShardedStream implements ChangeStream {

    private static final BigInteger FIRST = new BigInteger("4421584500000000017450000000");

    private final ChangeFeed feed;
    private final int partitions;
    private final Map<String, Lane> lanes = new LinkedHashMap<>();
    private final String[] open;
    private String label = "2026-01-01T00:00:00.000";
    private boolean off;
    private long number;
    private int made;
    private int reads;
    private int misunderstood;
    private Supplier<RuntimeException> failing = () -> null;

    /** One shard. */
    private static final class Lane {
        final StreamShard shard;
        final List<ChangeRecord> records = new ArrayList<>();
        int trimmed;
        boolean ended;

        Lane(StreamShard shard) {
            this.shard = shard;
        }
    }

    ShardedStream(ChangeFeed feed, int partitions) {
        this.feed = feed;
        this.partitions = partitions;
        this.open = new String[partitions];
        for (int i = 0; i < partitions; i++) {
            open[i] = add(null);
        }
    }

    private String add(String parent) {
        String id = "shardId-" + made++;
        lanes.put(id, new Lane(new StreamShard(label, id, parent)));
        return id;
    }

    private void fill() {
        for (List<ChangeRecord> next = feed.poll(1000).join();
                !next.isEmpty();
                next = feed.poll(1000).join()) {
            for (ChangeRecord each : next) {
                number++;
                lanes.get(open[Math.floorMod(each.key().pk().hashCode(), partitions)])
                        .records
                        .add(new ChangeRecord(
                                each.key(),
                                each.before(),
                                each.after(),
                                each.expired(),
                                FIRST.add(BigInteger.valueOf(number * 17)),
                                each.atMillis()));
            }
        }
    }

    /** Ends the shard of a partition; what comes goes to its child, whose name is returned. */
    String roll(int partition) {
        fill();
        lanes.get(open[partition]).ended = true;
        open[partition] = add(open[partition]);
        return open[partition];
    }

    String label() {
        return label;
    }

    String open(int partition) {
        return open[partition];
    }

    /** Drops all that a shard has. */
    void trim(String shard) {
        fill();
        Lane lane = lanes.get(shard);
        lane.trimmed = lane.records.size();
    }

    /** Drops a shard. */
    void forget(String shard) {
        lanes.remove(shard);
    }

    /** Switches the stream off and on. */
    void recreate(String newLabel) {
        fill();
        lanes.values().forEach(each -> each.ended = true);
        label = newLabel;
        for (int i = 0; i < partitions; i++) {
            open[i] = add(null);
        }
    }

    /** Another stream, whose shards are called as those of the one before, and whose numbers begin anew. */
    void beginAnew(String newLabel) {
        fill();
        lanes.clear();
        made = 0;
        number = 0;
        label = newLabel;
        for (int i = 0; i < partitions; i++) {
            open[i] = add(null);
        }
    }

    void switchOff() {
        off = true;
    }

    /** What each call fails with, or null where it does not. */
    void failing(Supplier<RuntimeException> with) {
        failing = with;
    }

    /** How often it was asked for a place that is none. */
    int misunderstood() {
        return misunderstood;
    }

    int reads() {
        return reads;
    }

    @Override
    public CompletableFuture<Listing> shards() {
        RuntimeException failure = off ? new StoreException.Denied("table t has no stream", null) : failing.get();
        return failure != null
                ? CompletableFuture.failedFuture(failure)
                : CompletableFuture.completedFuture(new Listing(
                        label, lanes.values().stream().map(each -> each.shard).toList()));
    }

    @Override
    public CompletableFuture<StreamPage> read(StreamPlace from, int most) {
        reads++;
        RuntimeException failure = failing.get();
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        if (from.after() != null && !from.after().matches("[0-9]+")) {
            misunderstood++;
            return CompletableFuture.failedFuture(new StoreException.Misuse("Invalid SequenceNumber", null));
        }
        fill();
        Lane lane = lanes.get(from.shard().id());
        if (lane == null) {
            return CompletableFuture.completedFuture(new StreamPage(List.of(), null, true));
        }
        int start = 0;
        while (from.after() != null
                && start < lane.records.size()
                && lane.records.get(start).sequence().compareTo(new BigInteger(from.after())) <= 0) {
            start++;
        }
        boolean gap = from.after() != null && start < lane.trimmed;
        start = Math.max(start, lane.trimmed);
        List<ChangeRecord> records =
                List.copyOf(lane.records.subList(start, Math.min(lane.records.size(), start + most)));
        String last = records.isEmpty()
                ? from.after()
                : records.get(records.size() - 1).sequence().toString();
        boolean through = lane.ended && start + records.size() == lane.records.size();
        return CompletableFuture.completedFuture(
                new StreamPage(records, through ? null : StreamPlace.of(lane.shard, last), gap));
    }
}

package dev.zaelimiter.dynamodb;

import dev.zaelimiter.store.StoreException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;

/**
 * The shards of one stream, and how far each has been read. A shard is readable when the one that it came out of has
 * been read to its end. For one thread at a time.
 */
final class StreamShards {

    private final Connection connection;
    private final StreamCalls calls;
    private final String stream;
    private final Map<String, Shard> shards = new LinkedHashMap<>();

    private StreamShards(Connection connection, StreamCalls calls, String stream) {
        this.connection = connection;
        this.calls = calls;
        this.stream = stream;
    }

    /** One shard. Without an iterator it has been read to its end, or lies before the feed. */
    static final class Shard {
        private final String id;
        private final @Nullable String parent;
        private @Nullable String iterator;
        private @Nullable String last;

        private Shard(String id, @Nullable String parent) {
            this.id = id;
            this.parent = parent;
        }

        @Nullable
        String iterator() {
            return iterator;
        }

        /** Goes on after a read. */
        void advance(@Nullable String next, @Nullable String lastSequence) {
            iterator = next;
            last = lastSequence == null ? last : lastSequence;
        }
    }

    /** The shards that no other came out of, each from its end. */
    static CompletableFuture<StreamShards> open(Connection connection) {
        StreamCalls calls = new StreamCalls(connection);
        return calls.table().thenCompose(described -> {
            String arn = described.latestStreamArn();
            if (arn == null) {
                throw calls.noStream();
            }
            StreamShards all = new StreamShards(connection, calls, arn);
            return calls.shards(arn).thenCompose(all::fromTheEnd);
        });
    }

    private CompletableFuture<StreamShards> fromTheEnd(
            List<software.amazon.awssdk.services.dynamodb.model.Shard> described) {
        Set<String> parents = new HashSet<>();
        described.forEach(each -> parents.add(each.parentShardId()));
        List<CompletableFuture<?>> positions = new ArrayList<>();
        for (var each : described) {
            Shard shard = add(each);
            // Not by whether it has a last number: dynoxide tells one of open shards too.
            if (!parents.contains(shard.id)) {
                positions.add(place(shard, ShardIteratorType.LATEST));
            }
        }
        return CompletableFuture.allOf(positions.toArray(CompletableFuture[]::new))
                .thenApply(done -> this);
    }

    private Shard add(software.amazon.awssdk.services.dynamodb.model.Shard described) {
        Shard shard = new Shard(described.shardId(), described.parentShardId());
        shards.put(shard.id, shard);
        return shard;
    }

    /** Those that can be read now. */
    List<Shard> readable() {
        return shards.values().stream()
                .filter(shard -> shard.iterator != null && !isBeingRead(shard.parent))
                .toList();
    }

    private boolean isBeingRead(@Nullable String id) {
        Shard shard = id == null ? null : shards.get(id);
        return shard != null && shard.iterator != null;
    }

    /** Looks for shards that came out of others, and reads them from their beginning. */
    CompletableFuture<?> discover() {
        return calls.shards(stream).thenCompose(described -> {
            List<CompletableFuture<?>> positions = new ArrayList<>();
            for (var each : described) {
                if (!shards.containsKey(each.shardId())) {
                    positions.add(place(add(each), ShardIteratorType.TRIM_HORIZON));
                }
            }
            return CompletableFuture.allOf(positions.toArray(CompletableFuture[]::new));
        });
    }

    /** Finds the place again after an iterator has grown too old. */
    CompletableFuture<?> renew(Shard shard) {
        if (shard.last == null) {
            throw new StoreException.Misuse(
                    "the feed of table " + connection.table()
                            + " was not read for so long that its place in the stream is lost: open another, and read it"
                            + " at least every few minutes",
                    null);
        }
        return place(shard, ShardIteratorType.AFTER_SEQUENCE_NUMBER);
    }

    private CompletableFuture<?> place(Shard shard, ShardIteratorType type) {
        return calls.iterator(
                        stream, shard.id, type, type == ShardIteratorType.AFTER_SEQUENCE_NUMBER ? shard.last : null)
                .thenAccept(iterator -> shard.iterator = iterator);
    }
}

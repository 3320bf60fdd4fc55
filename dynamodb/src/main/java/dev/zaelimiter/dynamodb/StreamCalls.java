package dev.zaelimiter.dynamodb;

import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.StoreException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.ListStreamsRequest;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.Stream;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The requests about a table's stream, and what their answers mean. Futures fail as the SDK has it. */
final class StreamCalls {

    /** Who deletes an item whose time to live has passed. */
    private static final String SERVICE = "dynamodb.amazonaws.com";

    /** A stream of more shards, or a table of more streams, is not met: an answer that never ends is no answer. */
    private static final int MOST_PAGES = 1000;

    private final Connection connection;

    StreamCalls(Connection connection) {
        this.connection = connection;
    }

    StoreException noStream() {
        return new StoreException.Denied(
                "table " + connection.table() + " has no stream: enable one with new and old images to see its changes",
                null);
    }

    CompletableFuture<TableDescription> table() {
        return send(() -> connection
                        .client()
                        .describeTable(request -> request.tableName(connection.table())
                                .overrideConfiguration(connection.requests().overrides())))
                .thenApply(response -> response.table());
    }

    /** The table's streams: that which takes changes, and those before it that can still be read. */
    CompletableFuture<List<Stream>> streams() {
        return streams(null, new ArrayList<>(), MOST_PAGES);
    }

    private CompletableFuture<List<Stream>> streams(@Nullable String after, List<Stream> found, int pages) {
        return send(() -> connection
                        .streams()
                        .listStreams(ListStreamsRequest.builder()
                                .tableName(connection.table())
                                .exclusiveStartStreamArn(after)
                                .build()))
                .thenCompose(response -> {
                    found.addAll(response.streams());
                    String next = response.lastEvaluatedStreamArn();
                    return next == null ? CompletableFuture.completedFuture(found) : streams(next, found, left(pages));
                });
    }

    CompletableFuture<List<Shard>> shards(String stream) {
        return shards(stream, null, new ArrayList<>(), MOST_PAGES);
    }

    private CompletableFuture<List<Shard>> shards(String stream, @Nullable String after, List<Shard> found, int pages) {
        return send(() -> connection
                        .streams()
                        .describeStream(DescribeStreamRequest.builder()
                                .streamArn(stream)
                                .exclusiveStartShardId(after)
                                .build()))
                .thenCompose(response -> {
                    found.addAll(response.streamDescription().shards());
                    String next = response.streamDescription().lastEvaluatedShardId();
                    return next == null
                            ? CompletableFuture.completedFuture(found)
                            : shards(stream, next, found, left(pages));
                });
    }

    /** Half a list is none: who misses a shard in it takes it for one that is gone. */
    private int left(int pages) {
        if (pages == 1) {
            throw connection.failures().noAnswer("a list of streams or shards that has no end");
        }
        return pages - 1;
    }

    CompletableFuture<String> iterator(String stream, String shard, ShardIteratorType type, @Nullable String after) {
        return send(() -> connection
                        .streams()
                        .getShardIterator(GetShardIteratorRequest.builder()
                                .streamArn(stream)
                                .shardId(shard)
                                .shardIteratorType(type)
                                .sequenceNumber(after)
                                .build()))
                .thenApply(GetShardIteratorResponse::shardIterator);
    }

    CompletableFuture<GetRecordsResponse> records(String iterator, int most) {
        return send(() -> connection
                .streams()
                .getRecords(GetRecordsRequest.builder()
                        .shardIterator(iterator)
                        .limit(most)
                        .build()));
    }

    private <R> CompletableFuture<R> send(Supplier<CompletableFuture<R>> request) {
        return connection.attempts().send(connection.patience(), request);
    }

    /** What the answer tells of; DynamoDB tells of no write that leaves the item equal, but dynoxide does. */
    static List<ChangeRecord> changes(GetRecordsResponse response) {
        List<ChangeRecord> changes = new ArrayList<>();
        for (Record each : response.records()) {
            ChangeRecord change = change(each);
            if (!Objects.equals(change.before(), change.after())) {
                changes.add(change);
            }
        }
        return changes;
    }

    /** The number of the last record, as the service writes it. */
    static @Nullable String last(GetRecordsResponse response) {
        List<Record> records = response.records();
        return records.isEmpty()
                ? null
                : records.get(records.size() - 1).dynamodb().sequenceNumber();
    }

    private static ChangeRecord change(Record each) {
        StreamRecord change = each.dynamodb();
        Item keys = Attributes.decode(change.keys());
        boolean expired = each.userIdentity() != null
                && SERVICE.equals(each.userIdentity().principalId());
        return new ChangeRecord(
                keys.key(),
                image(change.hasOldImage(), change.oldImage()),
                image(change.hasNewImage(), change.newImage()),
                expired,
                new BigInteger(change.sequenceNumber()),
                change.approximateCreationDateTime() == null
                        ? 0
                        : change.approximateCreationDateTime().toEpochMilli());
    }

    private static @Nullable Item image(boolean there, Map<String, AttributeValue> attributes) {
        return there && !attributes.isEmpty() ? Attributes.decode(attributes) : null;
    }
}

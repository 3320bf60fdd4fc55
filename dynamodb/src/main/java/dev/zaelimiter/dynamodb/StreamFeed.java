package dev.zaelimiter.dynamodb;

import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.StoreException;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

/**
 * The table's stream as a feed. A shard of the stream is read from where the feed was opened; when it ends, those that
 * came out of it are read from their beginning, so the changes of one key stay in order.
 *
 * <p>One reader at a time, as the port has it; its polls happen one after another.
 */
final class StreamFeed implements ChangeFeed {

    /** Who deletes an item whose time to live has passed. */
    private static final String SERVICE = "dynamodb.amazonaws.com";

    private static final int MOST_RECORDS = 1000;

    private final Connection connection;
    private final StreamShards shards;
    private final Deque<ChangeRecord> ready = new ArrayDeque<>();
    private volatile boolean closed;

    private StreamFeed(Connection connection, StreamShards shards) {
        this.connection = connection;
        this.shards = shards;
    }

    /** A feed from now on. Blocks until it is known where the stream ends. */
    static StreamFeed open(Connection connection) {
        try {
            return new StreamFeed(connection, StreamShards.open(connection).join());
        } catch (CompletionException e) {
            throw connection.failures().of(e);
        }
    }

    @Override
    public CompletableFuture<List<ChangeRecord>> poll(int most) {
        if (closed || connection.isClosed()) {
            return CompletableFuture.failedFuture(new StoreException.Misuse("the feed or its store is closed", null));
        }
        if (!ready.isEmpty()) {
            return CompletableFuture.completedFuture(take(most));
        }
        List<CompletableFuture<GetRecordsResponse>> reads = new ArrayList<>();
        List<StreamShards.Shard> read = shards.readable();
        for (StreamShards.Shard shard : read) {
            reads.add(connection
                    .attempts()
                    .send(
                            connection.patience(),
                            () -> connection
                                    .streams()
                                    .getRecords(GetRecordsRequest.builder()
                                            .shardIterator(shard.iterator())
                                            .limit(MOST_RECORDS)
                                            .build())));
        }
        CompletableFuture<List<ChangeRecord>> answer = new CompletableFuture<>();
        Futures.whenDone(settled(reads).thenCompose(done -> arrived(read, reads)), answer, (done, failure) -> {
            if (failure == null) {
                answer.complete(take(most));
            } else {
                answer.completeExceptionally(connection.failures().of(failure));
            }
        });
        return answer;
    }

    private static CompletableFuture<?> settled(List<CompletableFuture<GetRecordsResponse>> reads) {
        return CompletableFuture.allOf(reads.stream()
                .map(read -> read.handle((response, failure) -> true))
                .toArray(CompletableFuture[]::new));
    }

    /** Takes what each shard gave; a read that failed leaves its shard where it was, to be read again. */
    private CompletableFuture<?> arrived(
            List<StreamShards.Shard> read, List<CompletableFuture<GetRecordsResponse>> reads) {
        List<CompletableFuture<?>> renewals = new ArrayList<>();
        boolean ended = false;
        Throwable failed = null;
        for (int i = 0; i < reads.size(); i++) {
            StreamShards.Shard shard = read.get(i);
            try {
                GetRecordsResponse response = reads.get(i).join();
                String last = null;
                for (Record each : response.records()) {
                    ChangeRecord change = change(each);
                    // DynamoDB tells of no write that leaves the item equal; dynoxide does.
                    if (!Objects.equals(change.before(), change.after())) {
                        ready.add(change);
                    }
                    last = each.dynamodb().sequenceNumber();
                }
                shard.advance(response.nextShardIterator(), last);
                ended |= response.nextShardIterator() == null;
            } catch (CompletionException e) {
                Throwable cause = Failures.unwrap(e);
                if (cause instanceof ExpiredIteratorException) {
                    renewals.add(shards.renew(shard));
                } else {
                    failed = cause;
                }
            }
        }
        if (ended) {
            renewals.add(shards.discover());
        }
        if (failed != null && ready.isEmpty()) {
            renewals.add(CompletableFuture.failedFuture(failed));
        }
        return CompletableFuture.allOf(renewals.toArray(CompletableFuture[]::new));
    }

    private ChangeRecord change(Record each) {
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

    private List<ChangeRecord> take(int most) {
        List<ChangeRecord> changes = new ArrayList<>();
        while (changes.size() < most && !ready.isEmpty()) {
            changes.add(ready.removeFirst());
        }
        return changes;
    }

    @Override
    public void close() {
        closed = true;
    }
}

package dev.zaelimiter.dynamodb;

import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;

/**
 * The table's stream as a feed. A shard of the stream is read from where the feed was opened; when it ends, those that
 * came out of it are read from their beginning, so the changes of one key stay in order.
 *
 * <p>One reader at a time, as the port has it; its polls happen one after another.
 */
final class StreamFeed implements ChangeFeed {

    private static final int MOST_RECORDS = 1000;

    private final Connection connection;
    private final StreamCalls calls;
    private final StreamShards shards;
    private final Deque<ChangeRecord> ready = new ArrayDeque<>();
    private volatile boolean closed;

    private StreamFeed(Connection connection, StreamShards shards) {
        this.connection = connection;
        this.calls = new StreamCalls(connection);
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
            reads.add(calls.records(String.valueOf(shard.iterator()), MOST_RECORDS));
        }
        CompletableFuture<List<ChangeRecord>> answer = new CompletableFuture<>();
        FutureChains.whenDone(settled(reads).thenCompose(done -> arrived(read, reads)), answer, (done, failure) -> {
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
                ready.addAll(StreamCalls.changes(response));
                shard.advance(response.nextShardIterator(), StreamCalls.last(response));
                ended |= response.nextShardIterator() == null;
            } catch (CompletionException e) {
                Throwable cause = StoreFailures.unwrap(e);
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

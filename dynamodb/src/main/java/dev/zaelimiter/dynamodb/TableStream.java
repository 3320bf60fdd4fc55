package dev.zaelimiter.dynamodb;

import dev.zaelimiter.store.ChangeStream;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.StreamPage;
import dev.zaelimiter.store.StreamPlace;
import dev.zaelimiter.store.StreamShard;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.Stream;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;

/**
 * A table's streams: that which takes changes, and those that were switched off less than a day ago. A stream is named
 * by its label, since names of shards are unique in one stream alone. Safe for use by many threads.
 */
final class TableStream implements ChangeStream {

    private final Connection connection;
    private final StreamCalls calls;
    private final Map<String, String> arns = new ConcurrentHashMap<>();

    TableStream(Connection connection) {
        this.connection = connection;
        this.calls = new StreamCalls(connection);
    }

    @Override
    public CompletableFuture<Listing> shards() {
        CompletableFuture<Listing> all = calls.table().thenCompose(table -> {
            String newest = check(table);
            return calls.streams().thenCompose(streams -> listing(newest, streams));
        });
        return sorted(all, "dynamodb:DescribeTable, dynamodb:ListStreams and dynamodb:DescribeStream");
    }

    /** The label of the stream that takes changes. */
    private String check(TableDescription table) {
        if (table.latestStreamArn() == null
                || table.streamSpecification() == null
                || !Boolean.TRUE.equals(table.streamSpecification().streamEnabled())) {
            throw calls.noStream();
        }
        StreamViewType images = table.streamSpecification().streamViewType();
        if (images != StreamViewType.NEW_AND_OLD_IMAGES) {
            throw new StoreException.Denied(
                    "the stream of table " + connection.table() + " shows " + images
                            + ": switch it off, and on again with NEW_AND_OLD_IMAGES",
                    null);
        }
        arns.put(table.latestStreamLabel(), table.latestStreamArn());
        return table.latestStreamLabel();
    }

    private CompletableFuture<Listing> listing(String newest, List<Stream> streams) {
        for (Stream each : streams) {
            arns.put(each.streamLabel(), each.streamArn());
        }
        // DescribeTable may know of a stream that ListStreams does not tell of yet.
        List<String> labels = new ArrayList<>(List.of(newest));
        streams.stream()
                .map(Stream::streamLabel)
                .filter(label -> !label.equals(newest))
                .forEach(labels::add);
        arns.keySet().retainAll(labels);
        List<StreamShard> found = new ArrayList<>();
        CompletableFuture<?> all = CompletableFuture.completedFuture(null);
        for (String label : labels) {
            all = all.thenCompose(before -> shardsOf(label, newest)).thenAccept(shards -> {
                for (Shard each : shards) {
                    found.add(new StreamShard(label, each.shardId(), each.parentShardId()));
                }
            });
        }
        return all.thenApply(done -> new Listing(newest, found));
    }

    /** An old stream may go at any moment. */
    private CompletableFuture<List<Shard>> shardsOf(String label, String newest) {
        CompletableFuture<List<Shard>> shards = calls.shards(String.valueOf(arns.get(label)));
        return label.equals(newest)
                ? shards
                : shards.handle((found, failure) -> {
                    if (failure == null) {
                        return found;
                    } else if (StoreFailures.unwrap(failure) instanceof ResourceNotFoundException) {
                        return List.of();
                    }
                    throw connection.failures().of(failure);
                });
    }

    @Override
    public CompletableFuture<StreamPage> read(StreamPlace from, int most) {
        String arn = arns.get(from.shard().stream());
        if (arn == null) {
            return CompletableFuture.completedFuture(new StreamPage(List.of(), null, true));
        }
        CompletableFuture<StreamPage> page = from.handle() == null
                ? placed(arn, from, most)
                : recovering(
                        calls.records(from.handle(), most).thenApply(response -> page(from, response, false)),
                        failure -> failure instanceof ExpiredIteratorException ? placed(arn, from, most) : null);
        CompletableFuture<StreamPage> whole = recovering(page, failure -> {
            if (failure instanceof TrimmedDataAccessException) {
                return fromTheOldest(arn, from, most, true);
            }
            return failure instanceof ResourceNotFoundException
                    ? CompletableFuture.completedFuture(new StreamPage(List.of(), null, true))
                    : null;
        });
        return sorted(whole, "dynamodb:GetShardIterator and dynamodb:GetRecords");
    }

    private CompletableFuture<StreamPage> placed(String arn, StreamPlace from, int most) {
        if (from.after() == null) {
            return fromTheOldest(arn, from, most, false);
        }
        return calls.iterator(arn, from.shard().id(), ShardIteratorType.AFTER_SEQUENCE_NUMBER, from.after())
                .thenCompose(iterator -> calls.records(iterator, most))
                .thenApply(response -> page(from, response, false));
    }

    private CompletableFuture<StreamPage> fromTheOldest(String arn, StreamPlace from, int most, boolean gap) {
        return calls.iterator(arn, from.shard().id(), ShardIteratorType.TRIM_HORIZON, null)
                .thenCompose(iterator -> calls.records(iterator, most))
                .thenApply(response -> page(StreamPlace.of(from.shard(), gap ? null : from.after()), response, gap));
    }

    private static StreamPage page(StreamPlace from, GetRecordsResponse response, boolean gap) {
        String last = StreamCalls.last(response);
        String next = response.nextShardIterator();
        return new StreamPage(
                StreamCalls.changes(response),
                next == null ? null : new StreamPlace(from.shard(), last == null ? from.after() : last, next),
                gap);
    }

    /** What is to be done about a failure; null if there is nothing. */
    private interface Remedy {
        @Nullable
        CompletableFuture<StreamPage> of(Throwable failure);
    }

    private static CompletableFuture<StreamPage> recovering(CompletableFuture<StreamPage> page, Remedy remedy) {
        CompletableFuture<StreamPage> answer = new CompletableFuture<>();
        FutureChains.whenDone(page, answer, (value, failure) -> {
            CompletableFuture<StreamPage> other = failure == null ? null : remedy.of(StoreFailures.unwrap(failure));
            if (other != null) {
                FutureChains.whenDone(other, (second, failed) -> complete(answer, second, failed));
            } else {
                complete(answer, value, failure);
            }
        });
        return answer;
    }

    private static <T> void complete(CompletableFuture<T> answer, @Nullable T value, @Nullable Throwable failure) {
        if (failure == null) {
            answer.complete(value);
        } else {
            answer.completeExceptionally(failure);
        }
    }

    /** With failures as the port has them; a refusal names what must be allowed. */
    private <T> CompletableFuture<T> sorted(CompletableFuture<T> future, String actions) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        FutureChains.whenDone(future, answer, (value, failure) -> {
            if (failure == null) {
                answer.complete(value);
                return;
            }
            boolean own = StoreFailures.unwrap(failure) instanceof StoreException;
            StoreException known = connection.failures().of(failure);
            answer.completeExceptionally(
                    known instanceof StoreException.Denied && !own
                            ? new StoreException.Denied(
                                    known.getMessage() + "; to read the table's stream " + actions + " must be allowed",
                                    known)
                            : known);
        });
        return answer;
    }
}

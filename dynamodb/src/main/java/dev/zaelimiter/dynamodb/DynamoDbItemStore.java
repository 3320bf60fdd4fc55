package dev.zaelimiter.dynamodb;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.StoreTraits;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * A store on one table. Each call of the port is one request, but for reads of many items and for what another
 * transaction was in the way of. Safe for use by many threads.
 *
 * <p>Futures complete on the client's own thread, as the port has it: nobody may block there.
 */
final class DynamoDbItemStore implements ItemStore {

    private static final int LONGEST_TOKEN = 36;

    /** What one key range of a table takes, whatever the table's own capacity is. */
    private static final long WRITE_UNITS_PER_SECOND = 1000;

    private static final String CONDITION_FAILED = "ConditionalCheckFailed";
    private static final String NOTHING_WRONG = "None";

    private final Connection connection;
    private final DynamoDbAsyncClient client;
    private final StoreTraits traits;
    private final Requests requests;
    private final Failures failures;
    private final Environment environment;
    private final @Nullable ServerDates dates;
    private final Retries retries;
    private final BatchReader batches;
    private final Gate gate;
    private volatile boolean closed;

    /**
     * A store on a table that is there.
     *
     * @param connection the table and the way to it; closed with the store
     * @param environment for pauses and their jitter; if it shows the server's time, it learns that from the answers
     */
    DynamoDbItemStore(Connection connection, Environment environment) {
        this.connection = connection;
        this.client = connection.client();
        this.traits = new StoreTraits("DynamoDB table " + connection.table(), true, true, WRITE_UNITS_PER_SECOND);
        this.requests = connection.requests();
        this.failures = connection.failures();
        this.environment = environment;
        this.dates = environment instanceof ServerTimeEnvironment led ? new ServerDates(led) : null;
        this.retries = new Retries(environment);
        this.gate = new Gate(connection.maxConcurrency(), connection.patience(), environment);
        this.batches = new BatchReader(
                connection.table(),
                request -> call(
                        () -> client.batchGetItem(request.toBuilder()
                                .overrideConfiguration(requests.overrides())
                                .build()),
                        response -> response),
                retries);
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        WriteShape.Kind kind = write.shape().kind();
        if (kind == WriteShape.Kind.CHECK) {
            return misuse("a check is for transactions alone");
        }
        return retries.insist(() -> switch (kind) {
            case UPDATE ->
                answered(call(
                        () -> client.updateItem(requests.update(write)),
                        response -> new WriteResult.Written(
                                Attributes.decode(response.attributes()), units(response.consumedCapacity()))));
            case PUT ->
                answered(call(
                        () -> client.putItem(requests.put(write)),
                        response -> new WriteResult.Written(write.item(), units(response.consumedCapacity()))));
            default ->
                answered(call(
                        () -> client.deleteItem(requests.delete(write)),
                        response -> new WriteResult.Written(null, units(response.consumedCapacity()))));
        });
    }

    /** A condition that does not hold is an answer. */
    private static CompletableFuture<WriteResult> answered(CompletableFuture<WriteResult.Written> future) {
        CompletableFuture<WriteResult> answer = new CompletableFuture<>();
        Futures.whenDone(future, (written, failure) -> {
            if (failure == null) {
                answer.complete(written);
            } else if (failure.getCause() instanceof ConditionalCheckFailedException refused) {
                answer.complete(new WriteResult.Refused(image(refused.item()), WriteResult.UNREPORTED));
            } else {
                answer.completeExceptionally(failure);
            }
        });
        return answer;
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        if (writes.size() < 2 || writes.size() > MAX_TRANSACTION) {
            return misuse("a transaction of " + writes.size() + " writes is not one of 2 to " + MAX_TRANSACTION);
        }
        if (token.isEmpty() || token.length() > LONGEST_TOKEN) {
            return misuse("a token has 1 to " + LONGEST_TOKEN + " characters, not " + token.length());
        }
        Set<Key> keys = new HashSet<>();
        for (Write write : writes) {
            if (!keys.add(write.key())) {
                return misuse("a transaction writes twice to " + write.key());
            }
        }
        return retries.insist(() -> {
            CompletableFuture<TransactionResult> answer = new CompletableFuture<>();
            CompletableFuture<TransactionResult> committing = call(
                    () -> client.transactWriteItems(requests.transaction(writes, token)),
                    response -> new TransactionResult.Committed(units(response.consumedCapacity())));
            Futures.whenDone(committing, (committed, failure) -> {
                TransactionResult refused = failure == null ? committed : refused(failure);
                if (refused != null) {
                    answer.complete(refused);
                } else {
                    answer.completeExceptionally(failure);
                }
            });
            return answer;
        });
    }

    /** A refusal, if conditions alone stood in the way; else nobody knows which of them hold. */
    private static @Nullable TransactionResult refused(Throwable failure) {
        if (!(failure.getCause() instanceof TransactionCanceledException cancelled)) {
            return null;
        }
        Map<Integer, @Nullable Item> refusals = new TreeMap<>();
        List<CancellationReason> reasons = cancelled.cancellationReasons();
        for (int i = 0; i < reasons.size(); i++) {
            if (CONDITION_FAILED.equals(reasons.get(i).code())) {
                refusals.put(i, image(reasons.get(i).item()));
            } else if (!NOTHING_WRONG.equals(reasons.get(i).code())) {
                return null;
            }
        }
        return refusals.isEmpty() ? null : new TransactionResult.Refused(refusals);
    }

    @Override
    public CompletableFuture<@Nullable Item> get(Key key) {
        return this.<software.amazon.awssdk.services.dynamodb.model.GetItemResponse, @Nullable Item>call(
                () -> client.getItem(requests.get(key)), response -> image(response.item()));
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        if (closed) {
            return misuse("the store is closed");
        }
        return keys.isEmpty() ? CompletableFuture.completedFuture(Map.of()) : batches.read(keys);
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        if (query.partition().isEmpty()) {
            return misuse("a query needs a partition");
        }
        return call(
                () -> client.query(requests.query(query)),
                response -> new Page(
                        response.items().stream().map(Attributes::decode).toList(),
                        PageToken.of(response.lastEvaluatedKey())));
    }

    /** {@inheritDoc} Blocks until it is known where the stream ends now: a change that follows must not be missed. */
    @Override
    public ChangeFeed changes() {
        if (closed) {
            throw new StoreException.Misuse("the store is closed", null);
        }
        return StreamFeed.open(connection);
    }

    @Override
    public void close() {
        closed = true;
        connection.close();
    }

    /** One request: what the SDK throws, at once or later, becomes a store exception whose cause is the SDK's own. */
    private <R, T extends @Nullable Object> CompletableFuture<T> call(
            Supplier<CompletableFuture<R>> request, Function<R, T> read) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        gate.enter(new Gate.Entrant() {
            @Override
            public void pass() {
                send(request, read, answer);
            }

            @Override
            public void turnAway() {
                answer.completeExceptionally(failures.crowdedOut(connection.maxConcurrency(), connection.patience()));
            }
        });
        return answer;
    }

    private <R, T extends @Nullable Object> void send(
            Supplier<CompletableFuture<R>> request, Function<R, T> read, CompletableFuture<T> answer) {
        if (closed) {
            gate.leave();
            answer.completeExceptionally(new StoreException.Misuse("the store is closed", null));
            return;
        }
        long sentNanos = environment.monotonicNanos();
        try {
            Futures.whenDone(Interrupts.keptFrom(request), (response, failure) -> {
                try {
                    if (dates != null) {
                        dates.heard(sentNanos, failure == null ? response : Failures.unwrap(failure));
                    }
                    if (failure == null) {
                        answer.complete(read.apply(response));
                    } else {
                        answer.completeExceptionally(sorted(failure));
                    }
                } catch (RuntimeException e) {
                    // The service has done it; only its answer makes no sense.
                    answer.completeExceptionally(new StoreException.Uncertain("an answer that can't be read: " + e, e));
                } finally {
                    gate.leave();
                }
            });
        } catch (RuntimeException e) {
            gate.leave();
            answer.completeExceptionally(sorted(e));
        }
    }

    private Throwable sorted(Throwable failure) {
        return failures.of(failure);
    }

    private static <T extends @Nullable Object> CompletableFuture<T> misuse(String message) {
        return CompletableFuture.failedFuture(new StoreException.Misuse(message, null));
    }

    private static @Nullable Item image(@Nullable Map<String, AttributeValue> attributes) {
        return attributes == null || attributes.isEmpty() ? null : Attributes.decode(attributes);
    }

    private static double units(@Nullable ConsumedCapacity capacity) {
        return capacity == null || capacity.capacityUnits() == null ? WriteResult.UNREPORTED : capacity.capacityUnits();
    }

    private static double units(List<ConsumedCapacity> capacities) {
        return capacities.isEmpty()
                ? WriteResult.UNREPORTED
                : capacities.stream()
                        .mapToDouble(DynamoDbItemStore::units)
                        .filter(units -> units > 0)
                        .sum();
    }
}

package dev.zaelimiter.dynamodb;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeStream;
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
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * A store on one table. Each call of the port is one request, except reads of many items, and calls that conflicted
 * with another transaction. Safe for use by many threads.
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
    private final RequestFactory requests;
    private final StoreFailures failures;
    private final Calls calls;
    private final Retries retries;
    private final BatchReader batches;

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
        this.calls = new Calls(connection, environment);
        this.retries = new Retries(environment);
        this.batches = new BatchReader(
                connection.table(),
                request -> calls.call(
                        () -> client.batchGetItem(request.toBuilder()
                                .overrideConfiguration(requests.overrides())
                                .build()),
                        this::read),
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
                                item(write.key(), response.attributes()), units(response.consumedCapacity()))));
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
        FutureChains.whenDone(future, answer, (written, failure) -> {
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
            FutureChains.whenDone(committing, answer, (committed, failure) -> {
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

    /** A refusal, if only conditions failed; otherwise nobody knows which of them hold. */
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
                () -> client.getItem(requests.get(key)),
                response -> response.hasItem() && !response.item().isEmpty() ? item(key, response.item()) : null);
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        if (calls.isClosed()) {
            return misuse("the store is closed");
        }
        return keys.isEmpty() ? CompletableFuture.completedFuture(Map.of()) : batches.read(keys);
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        if (query.partition().isEmpty()) {
            return misuse("a query needs a partition");
        }
        return call(() -> client.query(requests.query(query)), response -> {
            if (!response.hasItems() && response.count() == null) {
                throw failures.noAnswer("an answer to a query without items or a count");
            }
            return new Page(
                    response.items().stream().map(Attributes::decode).toList(),
                    PageToken.of(response.lastEvaluatedKey()));
        });
    }

    /** {@inheritDoc} Blocks until it is known where the stream ends now: a change that follows must not be missed. */
    @Override
    public ChangeFeed changes() {
        if (calls.isClosed()) {
            throw new StoreException.Misuse("the store is closed", null);
        }
        return StreamFeed.open(connection);
    }

    @Override
    public ChangeStream stream() {
        return new TableStream(connection);
    }

    @Override
    public void close() {
        calls.close();
        connection.close();
    }

    private <R, T extends @Nullable Object> CompletableFuture<T> call(
            Supplier<CompletableFuture<R>> request, Function<R, T> read) {
        return calls.call(request, read);
    }

    /** The item that was asked for; a server that is no DynamoDB may answer with another item, or none. */
    private Item item(Key key, Map<String, AttributeValue> attributes) {
        if (!isText(key.pk(), attributes.get(Item.PK)) || !isText(key.sk(), attributes.get(Item.SK))) {
            throw failures.noAnswer("an answer without the item " + key);
        }
        return Attributes.decode(attributes);
    }

    private static boolean isText(String text, @Nullable AttributeValue value) {
        return value != null && text.equals(value.s());
    }

    private BatchGetItemResponse read(BatchGetItemResponse response) {
        if (!response.hasResponses() && !response.hasUnprocessedKeys()) {
            throw failures.noAnswer("an answer that says of no item whether it is there");
        }
        return response;
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

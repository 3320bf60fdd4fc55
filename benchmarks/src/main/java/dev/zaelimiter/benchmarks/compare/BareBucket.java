package dev.zaelimiter.benchmarks.compare;

import dev.zaelimiter.benchmarks.BenchTables;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * What somebody writes who needs no library: an item with two counters, and an {@code UpdateItem} that takes from both
 * if both have enough. It does not refill, settle, or know what became of an answer that was lost.
 */
final class BareBucket {

    private static final String KEY = "PK";
    private static final long ENDLESS = 1_000_000_000_000L;

    private final String table;
    private final DynamoDbAsyncClient client;

    BareBucket(String table, DynamoDbAsyncClient client) {
        this.table = table;
        this.client = client;
    }

    /** A new table, with a key alone. */
    static String newTable() {
        String name = "bare-" + UUID.randomUUID();
        try (DynamoDbAsyncClient plain = BenchTables.client(null)) {
            plain.createTable(create -> create.tableName(name)
                            .billingMode(BillingMode.PAY_PER_REQUEST)
                            .attributeDefinitions(AttributeDefinition.builder()
                                    .attributeName(KEY)
                                    .attributeType(ScalarAttributeType.S)
                                    .build())
                            .keySchema(KeySchemaElement.builder()
                                    .attributeName(KEY)
                                    .keyType(KeyType.HASH)
                                    .build()))
                    .join();
        }
        return name;
    }

    /** Fills a bucket. */
    void fill(String key, long tokens) {
        client.putItem(put -> put.tableName(table)
                        .item(Map.of(KEY, text(key), "rpm", number(tokens), "tpm", number(ENDLESS))))
                .join();
    }

    void fillEndlessly(String key) {
        fill(key, ENDLESS);
    }

    /** What is left of its first counter. */
    long left(String key) {
        GetItemResponse answer = client.getItem(
                        get -> get.tableName(table).consistentRead(true).key(Map.of(KEY, text(key))))
                .join();
        return Long.parseLong(
                Objects.requireNonNull(answer.item().get("rpm"), "rpm").n());
    }

    /** Takes one of the first counter, and a hundred of the second; false if there is not enough. */
    CompletableFuture<Boolean> take(String key) {
        return client.updateItem(request(key)).handle((done, failure) -> {
            if (failure == null) {
                return true;
            } else if (failure.getCause() instanceof ConditionalCheckFailedException
                    || failure instanceof ConditionalCheckFailedException) {
                return false;
            }
            throw failure instanceof RuntimeException e ? e : new IllegalStateException(failure);
        });
    }

    /** The same, as the client answers it: it can be cancelled. */
    UpdateItemRequest request(String key) {
        return UpdateItemRequest.builder()
                .tableName(table)
                .key(Map.of(KEY, text(key)))
                .updateExpression("ADD rpm :minusOne, tpm :minusHundred")
                .conditionExpression("rpm >= :one AND tpm >= :hundred")
                .expressionAttributeValues(Map.of(
                        ":minusOne", number(-1),
                        ":minusHundred", number(-100),
                        ":one", number(1),
                        ":hundred", number(100)))
                .build();
    }

    private static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }

    private static AttributeValue number(long value) {
        return AttributeValue.fromN(Long.toString(value));
    }
}

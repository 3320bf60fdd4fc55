package dev.zaelimiter.dynamodb;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Makes requests to one table. Every write asks for the item after it, or, if the condition does not hold, for the item
 * as it is.
 */
final class RequestFactory {

    private static final ReturnValuesOnConditionCheckFailure AS_IT_IS = ReturnValuesOnConditionCheckFailure.ALL_OLD;

    private final String table;
    private final ReturnConsumedCapacity capacity;
    private final AwsRequestOverrideConfiguration overrides;

    /**
     * Makes requests to a table.
     *
     * @param table its name
     * @param reportCapacity whether to ask what each call costs
     * @param overrides what each request changes of its client's settings
     */
    RequestFactory(String table, boolean reportCapacity, AwsRequestOverrideConfiguration overrides) {
        this.table = table;
        this.capacity = reportCapacity ? ReturnConsumedCapacity.TOTAL : ReturnConsumedCapacity.NONE;
        this.overrides = overrides;
    }

    private record Prepared(Expressions expressions, boolean ordersValues) {}

    /** The expressions of a write: those of its shape, unless it compares by order values that have no order. */
    private Expressions expressions(Write write) {
        Prepared prepared = write.shape()
                .compiled(
                        this,
                        Prepared.class,
                        shape -> new Prepared(Expressions.of(shape), ordersValues(shape.condition())));
        if (prepared.ordersValues) {
            for (AttributeValue value : write.values()) {
                if (!Expressions.isOrderable(value)) {
                    return Expressions.of(write);
                }
            }
        }
        return prepared.expressions;
    }

    private static boolean ordersValues(@Nullable Condition condition) {
        if (condition instanceof Condition.Compare compare) {
            return compare.operand() instanceof Operand.ValueSlot;
        } else if (condition instanceof Condition.BeginsWith begins) {
            return begins.operand() instanceof Operand.ValueSlot;
        } else if (condition instanceof Condition.Not not) {
            return ordersValues(not.term());
        } else if (condition instanceof Condition.And and) {
            return and.terms().stream().anyMatch(RequestFactory::ordersValues);
        }
        return condition instanceof Condition.Or or && or.terms().stream().anyMatch(RequestFactory::ordersValues);
    }

    /**
     * What every write says of its condition. Absent parts are null: the service refuses empty ones, and a wish for the
     * item as it is where there is no condition.
     */
    private record Conditional(
            @Nullable String condition,
            @Nullable Map<String, String> names,
            @Nullable Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> values,
            @Nullable ReturnValuesOnConditionCheckFailure onFailure) {

        static Conditional of(Expressions expressions, Write write) {
            return new Conditional(
                    expressions.condition(),
                    expressions.names().isEmpty() ? null : expressions.names(),
                    expressions.values().isEmpty() ? null : expressions.valuesOf(write),
                    expressions.condition() == null ? null : AS_IT_IS);
        }
    }

    UpdateItemRequest update(Write write) {
        Expressions expressions = expressions(write);
        Conditional only = Conditional.of(expressions, write);
        return UpdateItemRequest.builder()
                .tableName(table)
                .key(Attributes.encode(write.key()))
                .updateExpression(expressions.update())
                .conditionExpression(only.condition)
                .expressionAttributeNames(only.names)
                .expressionAttributeValues(only.values)
                .returnValuesOnConditionCheckFailure(only.onFailure)
                .returnValues(ReturnValue.ALL_NEW)
                .returnConsumedCapacity(capacity)
                .overrideConfiguration(overrides)
                .build();
    }

    PutItemRequest put(Write write) {
        Conditional only = Conditional.of(expressions(write), write);
        return PutItemRequest.builder()
                .tableName(table)
                .item(Attributes.encode(Objects.requireNonNull(write.item())))
                .conditionExpression(only.condition)
                .expressionAttributeNames(only.names)
                .expressionAttributeValues(only.values)
                .returnValuesOnConditionCheckFailure(only.onFailure)
                .returnConsumedCapacity(capacity)
                .overrideConfiguration(overrides)
                .build();
    }

    DeleteItemRequest delete(Write write) {
        Conditional only = Conditional.of(expressions(write), write);
        return DeleteItemRequest.builder()
                .tableName(table)
                .key(Attributes.encode(write.key()))
                .conditionExpression(only.condition)
                .expressionAttributeNames(only.names)
                .expressionAttributeValues(only.values)
                .returnValuesOnConditionCheckFailure(only.onFailure)
                .returnConsumedCapacity(capacity)
                .overrideConfiguration(overrides)
                .build();
    }

    TransactWriteItemsRequest transaction(List<Write> writes, String token) {
        return TransactWriteItemsRequest.builder()
                .transactItems(writes.stream().map(this::item).toList())
                .clientRequestToken(token)
                .returnConsumedCapacity(capacity)
                .overrideConfiguration(overrides)
                .build();
    }

    private TransactWriteItem item(Write write) {
        Expressions expressions = expressions(write);
        Conditional only = Conditional.of(expressions, write);
        TransactWriteItem.Builder item = TransactWriteItem.builder();
        var key = Attributes.encode(write.key());
        switch (write.shape().kind()) {
            case PUT ->
                item.put(put -> put.tableName(table)
                        .item(Attributes.encode(Objects.requireNonNull(write.item())))
                        .conditionExpression(only.condition)
                        .expressionAttributeNames(only.names)
                        .expressionAttributeValues(only.values)
                        .returnValuesOnConditionCheckFailure(only.onFailure));
            case UPDATE ->
                item.update(update -> update.tableName(table)
                        .key(key)
                        .updateExpression(expressions.update())
                        .conditionExpression(only.condition)
                        .expressionAttributeNames(only.names)
                        .expressionAttributeValues(only.values)
                        .returnValuesOnConditionCheckFailure(only.onFailure));
            case DELETE ->
                item.delete(delete -> delete.tableName(table)
                        .key(key)
                        .conditionExpression(only.condition)
                        .expressionAttributeNames(only.names)
                        .expressionAttributeValues(only.values)
                        .returnValuesOnConditionCheckFailure(only.onFailure));
            case CHECK ->
                item.conditionCheck(check -> check.tableName(table)
                        .key(key)
                        .conditionExpression(only.condition)
                        .expressionAttributeNames(only.names)
                        .expressionAttributeValues(only.values)
                        .returnValuesOnConditionCheckFailure(only.onFailure));
        }
        return item.build();
    }

    GetItemRequest get(Key key) {
        return GetItemRequest.builder()
                .tableName(table)
                .key(Attributes.encode(key))
                .consistentRead(true)
                .overrideConfiguration(overrides)
                .build();
    }

    QueryRequest query(Query query) {
        boolean onTable = query.index() == Query.Index.TABLE;
        boolean prefixed = !query.sortPrefix().isEmpty();
        return QueryRequest.builder()
                .tableName(table)
                .indexName(onTable ? null : query.index().name())
                .consistentRead(onTable)
                .keyConditionExpression(prefixed ? "#p = :p AND begins_with(#s, :s)" : "#p = :p")
                .expressionAttributeNames(
                        prefixed
                                ? Map.of(
                                        "#p",
                                        query.index().partitionAttribute(),
                                        "#s",
                                        query.index().sortAttribute())
                                : Map.of("#p", query.index().partitionAttribute()))
                .expressionAttributeValues(
                        prefixed
                                ? Map.of(
                                        ":p",
                                        Attributes.encode(query.partition()),
                                        ":s",
                                        Attributes.encode(query.sortPrefix()))
                                : Map.of(":p", Attributes.encode(query.partition())))
                .limit(query.limit())
                .scanIndexForward(query.ascending())
                .exclusiveStartKey(query.after() == null ? null : PageToken.parse(query.after()))
                .overrideConfiguration(overrides)
                .build();
    }

    /** The settings that each request carries, for requests that are made elsewhere. */
    AwsRequestOverrideConfiguration overrides() {
        return overrides;
    }
}

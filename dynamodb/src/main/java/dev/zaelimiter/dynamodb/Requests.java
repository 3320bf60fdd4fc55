package dev.zaelimiter.dynamodb;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
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

/** Requests to one table. Every write asks for the item as it left it, or as it is where the condition did not hold. */
final class Requests {

    private static final ReturnValuesOnConditionCheckFailure AS_IT_IS = ReturnValuesOnConditionCheckFailure.ALL_OLD;

    private final String table;
    private final ReturnConsumedCapacity capacity;
    private final @Nullable AwsRequestOverrideConfiguration overrides;

    /**
     * Requests to a table.
     *
     * @param table its name
     * @param reportCapacity whether to ask what each call costs
     * @param overrides what each request changes of its client's settings, or null for nothing
     */
    Requests(String table, boolean reportCapacity, @Nullable AwsRequestOverrideConfiguration overrides) {
        this.table = table;
        this.capacity = reportCapacity ? ReturnConsumedCapacity.TOTAL : ReturnConsumedCapacity.NONE;
        this.overrides = overrides;
    }

    private record Prepared(Expressions expressions, boolean ordersValues) {}

    /** The expressions of a write: those of its shape, unless it compares by order what has none. */
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
            return and.terms().stream().anyMatch(Requests::ordersValues);
        }
        return condition instanceof Condition.Or or && or.terms().stream().anyMatch(Requests::ordersValues);
    }

    /** Values by alias, or null: the service refuses an empty map. */
    private static @Nullable Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> values(
            Expressions expressions, Write write) {
        return expressions.values().isEmpty() ? null : expressions.valuesOf(write);
    }

    private static @Nullable Map<String, String> names(Expressions expressions) {
        return expressions.names().isEmpty() ? null : expressions.names();
    }

    UpdateItemRequest update(Write write) {
        Expressions expressions = expressions(write);
        UpdateItemRequest.Builder request = UpdateItemRequest.builder()
                .tableName(table)
                .key(Attributes.encode(write.key()))
                .updateExpression(expressions.update())
                .conditionExpression(expressions.condition())
                .expressionAttributeNames(names(expressions))
                .expressionAttributeValues(values(expressions, write))
                .returnValues(ReturnValue.ALL_NEW)
                .returnConsumedCapacity(capacity);
        if (overrides != null) {
            request.overrideConfiguration(overrides);
        }
        if (expressions.condition() != null) {
            request.returnValuesOnConditionCheckFailure(AS_IT_IS);
        }
        return request.build();
    }

    PutItemRequest put(Write write) {
        Expressions expressions = expressions(write);
        PutItemRequest.Builder request = PutItemRequest.builder()
                .tableName(table)
                .item(Attributes.encode(Objects.requireNonNull(write.item())))
                .conditionExpression(expressions.condition())
                .expressionAttributeNames(names(expressions))
                .expressionAttributeValues(values(expressions, write))
                .returnConsumedCapacity(capacity);
        if (overrides != null) {
            request.overrideConfiguration(overrides);
        }
        if (expressions.condition() != null) {
            request.returnValuesOnConditionCheckFailure(AS_IT_IS);
        }
        return request.build();
    }

    DeleteItemRequest delete(Write write) {
        Expressions expressions = expressions(write);
        DeleteItemRequest.Builder request = DeleteItemRequest.builder()
                .tableName(table)
                .key(Attributes.encode(write.key()))
                .conditionExpression(expressions.condition())
                .expressionAttributeNames(names(expressions))
                .expressionAttributeValues(values(expressions, write))
                .returnConsumedCapacity(capacity);
        if (overrides != null) {
            request.overrideConfiguration(overrides);
        }
        if (expressions.condition() != null) {
            request.returnValuesOnConditionCheckFailure(AS_IT_IS);
        }
        return request.build();
    }

    TransactWriteItemsRequest transaction(List<Write> writes, String token) {
        List<TransactWriteItem> items = new ArrayList<>();
        for (Write write : writes) {
            items.add(item(write, expressions(write)));
        }
        TransactWriteItemsRequest.Builder request = TransactWriteItemsRequest.builder()
                .transactItems(items)
                .clientRequestToken(token)
                .returnConsumedCapacity(capacity);
        if (overrides != null) {
            request.overrideConfiguration(overrides);
        }
        return request.build();
    }

    private TransactWriteItem item(Write write, Expressions expressions) {
        TransactWriteItem.Builder item = TransactWriteItem.builder();
        var key = Attributes.encode(write.key());
        var names = names(expressions);
        var values = values(expressions, write);
        var onFailure = expressions.condition() == null ? null : AS_IT_IS;
        if (write.shape().kind() == WriteShape.Kind.PUT) {
            item.put(put -> put.tableName(table)
                    .item(Attributes.encode(Objects.requireNonNull(write.item())))
                    .conditionExpression(expressions.condition())
                    .expressionAttributeNames(names)
                    .expressionAttributeValues(values)
                    .returnValuesOnConditionCheckFailure(onFailure));
        } else if (write.shape().kind() == WriteShape.Kind.UPDATE) {
            item.update(update -> update.tableName(table)
                    .key(key)
                    .updateExpression(expressions.update())
                    .conditionExpression(expressions.condition())
                    .expressionAttributeNames(names)
                    .expressionAttributeValues(values)
                    .returnValuesOnConditionCheckFailure(onFailure));
        } else if (write.shape().kind() == WriteShape.Kind.DELETE) {
            item.delete(delete -> delete.tableName(table)
                    .key(key)
                    .conditionExpression(expressions.condition())
                    .expressionAttributeNames(names)
                    .expressionAttributeValues(values)
                    .returnValuesOnConditionCheckFailure(onFailure));
        } else {
            item.conditionCheck(check -> check.tableName(table)
                    .key(key)
                    .conditionExpression(expressions.condition())
                    .expressionAttributeNames(names)
                    .expressionAttributeValues(values)
                    .returnValuesOnConditionCheckFailure(onFailure));
        }
        return item.build();
    }

    GetItemRequest get(Key key) {
        GetItemRequest.Builder request = GetItemRequest.builder()
                .tableName(table)
                .key(Attributes.encode(key))
                .consistentRead(true);
        if (overrides != null) {
            request.overrideConfiguration(overrides);
        }
        return request.build();
    }

    QueryRequest query(Query query) {
        boolean onTable = query.index() == Query.Index.TABLE;
        boolean prefixed = !query.sortPrefix().isEmpty();
        QueryRequest.Builder request = QueryRequest.builder()
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
                .exclusiveStartKey(query.after() == null ? null : PageToken.parse(query.after()));
        if (overrides != null) {
            request.overrideConfiguration(overrides);
        }
        return request.build();
    }

    /** The settings that each request carries, for requests that are made elsewhere. */
    @Nullable
    AwsRequestOverrideConfiguration overrides() {
        return overrides;
    }
}

package dev.zaelimiter.dynamodb;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Query.Index;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * What the table must look like.
 *
 * <p>GSI2 holds keys alone here. The Python system lets it hold whole items, so that each acquire rewrites the index
 * too and costs twice as much; a table of that kind works all the same, and so do its local indexes, which are not
 * used.
 */
final class TableDefinition {

    /** The attribute that DynamoDB deletes items by. */
    static final String TTL = Item.TTL;

    private static final List<Index> INDEXES = List.of(Index.GSI1, Index.GSI2, Index.GSI3, Index.GSI4);

    private TableDefinition() {}

    /** A request for a new table, paid by request, with a stream of whole images. */
    static CreateTableRequest create(String table) {
        List<AttributeDefinition> attributes = new ArrayList<>();
        List<GlobalSecondaryIndex> indexes = new ArrayList<>();
        define(attributes, Index.TABLE);
        for (Index index : INDEXES) {
            define(attributes, index);
            indexes.add(GlobalSecondaryIndex.builder()
                    .indexName(index.name())
                    .keySchema(keys(index))
                    .projection(projection -> projection.projectionType(projection(index)))
                    .build());
        }
        return CreateTableRequest.builder()
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(attributes)
                .keySchema(keys(Index.TABLE))
                .globalSecondaryIndexes(indexes)
                .streamSpecification(
                        stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))
                .build();
    }

    /** Children are listed with what their records say, buckets and settings by their keys alone. */
    private static ProjectionType projection(Index index) {
        return index == Index.GSI1 ? ProjectionType.ALL : ProjectionType.KEYS_ONLY;
    }

    private static void define(List<AttributeDefinition> attributes, Index index) {
        for (String name : List.of(index.partitionAttribute(), index.sortAttribute())) {
            attributes.add(AttributeDefinition.builder()
                    .attributeName(name)
                    .attributeType(ScalarAttributeType.S)
                    .build());
        }
    }

    private static List<KeySchemaElement> keys(Index index) {
        return List.of(key(index.partitionAttribute(), KeyType.HASH), key(index.sortAttribute(), KeyType.RANGE));
    }

    private static KeySchemaElement key(String attribute, KeyType type) {
        return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
    }

    /**
     * Looks whether a table can carry the limiter.
     *
     * @param table what the service says of it
     * @return what is wrong, or null
     */
    static @Nullable String misfit(TableDescription table) {
        String own = misfitOfKey(table);
        if (own != null) {
            return own;
        }
        Map<String, ScalarAttributeType> types = types(table);
        for (Index index : INDEXES) {
            GlobalSecondaryIndexDescription found = table.globalSecondaryIndexes().stream()
                    .filter(each -> index.name().equals(each.indexName()))
                    .findFirst()
                    .orElse(null);
            if (found == null) {
                return "it has no index " + index + " (make it, if this is a table of the limiter)";
            }
            String wrong = misfit("the key of its index " + index, found.keySchema(), index, types);
            if (wrong != null) {
                return wrong;
            }
        }
        return null;
    }

    /**
     * Looks whether a table can hold items of the limiter, whatever its indexes are.
     *
     * @param table what the service says of it
     * @return what is wrong, or null
     */
    static @Nullable String misfitOfKey(TableDescription table) {
        return misfit("its key", table.keySchema(), Index.TABLE, types(table));
    }

    private static Map<String, ScalarAttributeType> types(TableDescription table) {
        Map<String, ScalarAttributeType> types = new HashMap<>();
        table.attributeDefinitions()
                .forEach(definition -> types.put(definition.attributeName(), definition.attributeType()));
        return types;
    }

    private static @Nullable String misfit(
            String what, List<KeySchemaElement> found, Index index, Map<String, ScalarAttributeType> types) {
        boolean strings = types.get(index.partitionAttribute()) == ScalarAttributeType.S
                && types.get(index.sortAttribute()) == ScalarAttributeType.S;
        if (strings && found.size() == 2 && found.containsAll(keys(index))) {
            return null;
        }
        return what + " must be " + index.partitionAttribute() + " and " + index.sortAttribute()
                + ", both strings; it is "
                + found.stream()
                        .map(each -> each.attributeName() + " (" + types.get(each.attributeName()) + ")")
                        .toList();
    }
}

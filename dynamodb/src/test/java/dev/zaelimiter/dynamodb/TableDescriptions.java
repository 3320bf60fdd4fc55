package dev.zaelimiter.dynamodb;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** Descriptions of tables, as the service gives them. */
final class TableDescriptions {

    private TableDescriptions() {}

    /** A table as {@code open} makes it, in a state. */
    static String fitting(String status) {
        CreateTableRequest table = TableDefinition.create("my-table");
        return """
                {"TableName": "my-table", "TableStatus": "%s",
                  "AttributeDefinitions": [%s], "KeySchema": [%s], "GlobalSecondaryIndexes": [%s]}
                """.formatted(
                status,
                json(
                        table.attributeDefinitions(),
                        each -> "{\"AttributeName\": \"" + each.attributeName() + "\", \"AttributeType\": \"S\"}"),
                keys(table.keySchema()),
                json(
                        table.globalSecondaryIndexes(),
                        each -> "{\"IndexName\": \"" + each.indexName() + "\", \"KeySchema\": ["
                                + keys(each.keySchema()) + "]}"));
    }

    private static String keys(List<KeySchemaElement> elements) {
        return json(
                elements,
                each -> "{\"AttributeName\": \"" + each.attributeName() + "\", \"KeyType\": \"" + each.keyType()
                        + "\"}");
    }

    private static <T> String json(List<T> all, Function<T, String> one) {
        return all.stream().map(one).collect(Collectors.joining(", "));
    }
}

package dev.zaelimiter.compatibility;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** An item as one line, in DynamoDB's notation, such as {@code {"PK":{"S":"a"},"SK":{"S":"b"},"n":{"N":"1"}}}. */
final class ItemJson {

    private static final ObjectMapper JSON = new ObjectMapper();

    private ItemJson() {}

    static String write(Item item) {
        ObjectNode line = JSON.createObjectNode();
        new TreeMap<>(item.attributes()).forEach((name, value) -> line.set(name, node(value)));
        return line.toString();
    }

    private static JsonNode node(AttributeValue value) {
        ObjectNode node = JSON.createObjectNode();
        if (value instanceof AttributeValue.Whole whole) {
            return node.put("N", Long.toString(whole.value()));
        } else if (value instanceof AttributeValue.Decimal decimal) {
            return node.put("N", decimal.text());
        } else if (value instanceof AttributeValue.Text text) {
            return node.put("S", text.value());
        } else if (value instanceof AttributeValue.Bool bool) {
            return node.put("BOOL", bool.value());
        } else if (value instanceof AttributeValue.Null) {
            return node.put("NULL", true);
        } else if (value instanceof AttributeValue.Sequence sequence) {
            ArrayNode list = node.putArray("L");
            sequence.values().forEach(each -> list.add(node(each)));
        } else if (value instanceof AttributeValue.Mapping mapping) {
            ObjectNode map = node.putObject("M");
            new TreeMap<>(mapping.values()).forEach((name, each) -> map.set(name, node(each)));
        } else if (value instanceof AttributeValue.TextSet set) {
            ArrayNode texts = node.putArray("SS");
            set.values().stream().sorted().forEach(texts::add);
        } else {
            throw new IllegalArgumentException("nothing of ours is stored as " + value);
        }
        return node;
    }

    static Item read(String line) throws JsonProcessingException {
        return Item.of(attributes(JSON.readTree(line)));
    }

    private static Map<String, AttributeValue> attributes(JsonNode node) {
        Map<String, AttributeValue> attributes = new LinkedHashMap<>();
        node.properties().forEach(each -> attributes.put(each.getKey(), value(each.getValue())));
        return attributes;
    }

    private static AttributeValue value(JsonNode node) {
        Map.Entry<String, JsonNode> typed = node.properties().iterator().next();
        JsonNode inner = typed.getValue();
        return switch (typed.getKey()) {
            case "N" ->
                inner.asText().matches("-?\\d{1,18}")
                        ? AttributeValue.of(Long.parseLong(inner.asText()))
                        : new AttributeValue.Decimal(inner.asText());
            case "S" -> AttributeValue.of(inner.asText());
            case "NULL" -> AttributeValue.Null.NULL;
            case "BOOL" -> AttributeValue.of(inner.asBoolean());
            case "L" -> {
                List<AttributeValue> values = new ArrayList<>();
                inner.forEach(each -> values.add(value(each)));
                yield new AttributeValue.Sequence(values);
            }
            case "M" -> new AttributeValue.Mapping(attributes(inner));
            case "SS" -> {
                Set<String> texts = new LinkedHashSet<>();
                inner.forEach(each -> texts.add(each.asText()));
                yield new AttributeValue.TextSet(texts);
            }
            default -> throw new IllegalArgumentException("nothing of ours is stored as " + node);
        };
    }
}

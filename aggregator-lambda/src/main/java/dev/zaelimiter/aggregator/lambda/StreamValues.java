package dev.zaelimiter.aggregator.lambda;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.zaelimiter.store.AttributeValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Values in an event's JSON, as the store on DynamoDB has them. */
final class StreamValues {

    /** A long has at most 19 digits and a sign. */
    private static final int LONGEST_WHOLE = 20;

    private StreamValues() {}

    /** Reads a part of a value. */
    @FunctionalInterface
    interface Part<T> {
        T read() throws IOException;
    }

    static AttributeValue of(
            String type, JsonParser json, Part<AttributeValue> element, Part<Map<String, AttributeValue>> mapping)
            throws IOException {
        return switch (type) {
            case "S" -> AttributeValue.of(json.getText());
            case "N" -> number(json.getText());
            case "BOOL" -> AttributeValue.of(json.getValueAsBoolean());
            case "NULL" -> AttributeValue.Null.NULL;
            case "M" -> new AttributeValue.Mapping(mapping.read());
            case "L" -> {
                List<AttributeValue> values = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    values.add(element.read());
                }
                yield new AttributeValue.Sequence(values);
            }
            case "SS" -> new AttributeValue.TextSet(Set.copyOf(texts(json)));
            case "B" -> new AttributeValue.Opaque(type, json.getText());
            case "NS", "BS" -> new AttributeValue.Opaque(type, Collections.unmodifiableSet(new TreeSet<>(texts(json))));
            default -> throw new IOException("not an event of a stream: a value of the type " + type);
        };
    }

    private static List<String> texts(JsonParser json) throws IOException {
        List<String> texts = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (json.currentToken() == null) {
                throw new IOException("not an event of a stream: it ends within a set");
            }
            texts.add(json.getText());
        }
        return texts;
    }

    private static AttributeValue number(String text) {
        if (text.length() <= LONGEST_WHOLE) {
            try {
                return AttributeValue.of(Long.parseLong(text));
            } catch (NumberFormatException e) {
                return new AttributeValue.Decimal(text);
            }
        }
        return new AttributeValue.Decimal(text);
    }
}

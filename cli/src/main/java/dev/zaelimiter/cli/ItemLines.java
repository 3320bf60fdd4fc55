package dev.zaelimiter.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/** Items as lines of JSON, ASCII only, in DynamoDB's notation: {@code {"PK":{"S":"a"},"n":{"N":"1"}}}. */
final class ItemLines {

    private final PrintWriter out;

    ItemLines(PrintWriter out) {
        this.out = out;
    }

    void print(Item item) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = StoreOutput.JSON.createGenerator(line)) {
            attributes(json, item.attributes());
        } catch (IOException e) {
            throw new UncheckedIOException("a string can't fail", e);
        }
        out.println(line);
    }

    private static void attributes(JsonGenerator json, Map<String, AttributeValue> attributes) throws IOException {
        json.writeStartObject();
        for (Map.Entry<String, AttributeValue> attribute : attributes.entrySet()) {
            json.writeFieldName(attribute.getKey());
            value(json, attribute.getValue());
        }
        json.writeEndObject();
    }

    private static void value(JsonGenerator json, AttributeValue value) throws IOException {
        json.writeStartObject();
        if (value instanceof AttributeValue.Whole whole) {
            json.writeStringField("N", Long.toString(whole.value()));
        } else if (value instanceof AttributeValue.Decimal decimal) {
            json.writeStringField("N", decimal.text());
        } else if (value instanceof AttributeValue.Text text) {
            json.writeStringField("S", text.value());
        } else if (value instanceof AttributeValue.Bool bool) {
            json.writeBooleanField("BOOL", bool.value());
        } else if (value instanceof AttributeValue.Null) {
            json.writeBooleanField("NULL", true);
        } else if (value instanceof AttributeValue.Opaque opaque) {
            json.writeStringField(opaque.type(), opaque.value().toString());
        } else {
            composite(json, value);
        }
        json.writeEndObject();
    }

    private static void composite(JsonGenerator json, AttributeValue value) throws IOException {
        if (value instanceof AttributeValue.Sequence sequence) {
            json.writeArrayFieldStart("L");
            for (AttributeValue element : sequence.values()) {
                value(json, element);
            }
            json.writeEndArray();
        } else if (value instanceof AttributeValue.Mapping mapping) {
            json.writeFieldName("M");
            attributes(json, mapping.values());
        } else if (value instanceof AttributeValue.TextSet set) {
            json.writeArrayFieldStart("SS");
            for (String element : set.values()) {
                json.writeString(element);
            }
            json.writeEndArray();
        } else {
            throw new IllegalStateException("a kind of value that has no notation: " + value);
        }
    }
}

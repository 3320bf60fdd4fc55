package dev.zaelimiter.aggregator;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Items as lines of JSON. Pure. */
final class JsonLines {

    /** The field with the number of the change; no attribute is called so. */
    private static final String SEQUENCE = "stream_sequence";

    private static final String NAMESPACE = "namespace_id";
    private static final Set<String> OF_INDEXES = Set.of("GSI4PK", "GSI4SK");
    private static final JsonFactory JSON = new JsonFactory();

    private JsonLines() {}

    /** A record of a change that expired: all that it said, its namespace and the number of its removal. */
    static String archived(String namespace, Item record, BigInteger sequence) {
        return line(json -> {
            json.writeStringField(NAMESPACE, namespace);
            for (Map.Entry<String, AttributeValue> each : record.attributes().entrySet()) {
                String name = each.getKey();
                if (!name.equals(Item.PK) && !name.equals(Item.SK) && !OF_INDEXES.contains(name)) {
                    json.writeFieldName(name);
                    write(json, each.getValue());
                }
            }
            json.writeStringField(SEQUENCE, sequence.toString());
        });
    }

    /** A change that can't be counted, with its images. */
    static String deadLetter(DeadLetter letter) {
        return line(json -> {
            json.writeStringField("reason", letter.reason());
            json.writeStringField("stream_shard", letter.streamShard());
            json.writeStringField(SEQUENCE, letter.record().sequence().toString());
            json.writeNumberField("at", letter.record().atMillis());
            json.writeStringField(Item.PK, letter.record().key().pk());
            json.writeStringField(Item.SK, letter.record().key().sk());
            json.writeBooleanField("expired", letter.record().expired());
            image(json, "before", letter.record().before());
            image(json, "after", letter.record().after());
        });
    }

    /** The number in a line, if it has one. */
    static Optional<BigInteger> sequence(String line) throws IOException {
        try (JsonParser parser = JSON.createParser(line)) {
            int depth = 0;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (depth == 1
                        && token == JsonToken.FIELD_NAME
                        && parser.currentName().equals(SEQUENCE)) {
                    parser.nextToken();
                    return Optional.of(new BigInteger(parser.getText()));
                }
            }
            return Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    private static String line(Fields fields) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void image(JsonGenerator json, String name, @Nullable Item item) throws IOException {
        json.writeFieldName(name);
        if (item == null) {
            json.writeNull();
        } else {
            write(json, new AttributeValue.Mapping(item.attributes()));
        }
    }

    private static void write(JsonGenerator json, AttributeValue value) throws IOException {
        if (value instanceof AttributeValue.Whole whole) {
            json.writeNumber(whole.value());
        } else if (value instanceof AttributeValue.Decimal decimal) {
            json.writeNumber(new BigDecimal(decimal.text()));
        } else if (value instanceof AttributeValue.Text text) {
            json.writeString(text.value());
        } else if (value instanceof AttributeValue.Bool bool) {
            json.writeBoolean(bool.value());
        } else if (value instanceof AttributeValue.Sequence list) {
            json.writeStartArray();
            for (AttributeValue each : list.values()) {
                write(json, each);
            }
            json.writeEndArray();
        } else if (value instanceof AttributeValue.Mapping map) {
            json.writeStartObject();
            for (Map.Entry<String, AttributeValue> each : map.values().entrySet()) {
                json.writeFieldName(each.getKey());
                write(json, each.getValue());
            }
            json.writeEndObject();
        } else if (value instanceof AttributeValue.TextSet set) {
            json.writeStartArray();
            for (String each : set.values()) {
                json.writeString(each);
            }
            json.writeEndArray();
        } else if (value instanceof AttributeValue.Opaque opaque) {
            json.writeString(opaque.type() + " " + opaque.value());
        } else {
            json.writeNull();
        }
    }
}

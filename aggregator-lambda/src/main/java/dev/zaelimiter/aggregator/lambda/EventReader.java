package dev.zaelimiter.aggregator.lambda;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the event of a stream as Lambda sends it. What it does not know is left out. For one thread. */
final class EventReader {

    /** Who deletes an item whose time to live has passed. */
    private static final String SERVICE = "dynamodb.amazonaws.com";

    private final JsonParser json;

    private EventReader(JsonParser json) {
        this.json = json;
    }

    /**
     * Reads one.
     *
     * @throws IOException if it is no such event, or the stream ends within
     */
    static StreamEvent read(JsonFactory factory, InputStream in) throws IOException {
        try (JsonParser json = factory.createParser(in)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not an event of a stream: no object");
            }
            return new EventReader(json).event();
        }
    }

    private StreamEvent event() throws IOException {
        String shard = null;
        String stream = null;
        List<StreamEvent.Change> changes = new ArrayList<>();
        List<String> streams = new ArrayList<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "Records" -> {
                    while (json.currentToken() != JsonToken.VALUE_NULL && inArray()) {
                        changes.add(change(streams));
                    }
                }
                case "shardId" -> shard = json.getValueAsString();
                case "eventSourceARN" -> stream = json.getValueAsString();
                default -> json.skipChildren();
            }
        }
        if (stream == null && !streams.isEmpty()) {
            stream = streams.get(0);
        }
        return new StreamEvent(shard, stream, changes);
    }

    private boolean inArray() throws IOException {
        JsonToken token = json.nextToken();
        return token != null && token != JsonToken.END_ARRAY;
    }

    private StreamEvent.Change change(List<String> streams) throws IOException {
        Stored stored = new Stored();
        boolean expired = false;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            if (name.equals("eventSourceARN")) {
                streams.add(json.getValueAsString());
            } else if (name.equals("userIdentity")) {
                expired = isService();
            } else if (name.equals("dynamodb") && json.currentToken() == JsonToken.START_OBJECT) {
                stored.read();
            } else {
                json.skipChildren();
            }
        }
        return stored.change(expired);
    }

    /** What a record says of the item, in its part {@code dynamodb}. */
    private final class Stored {

        private @Nullable String number;
        private @Nullable Item keys;
        private @Nullable Item before;
        private @Nullable Item after;
        private long atMillis;

        private void read() throws IOException {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String part = json.currentName();
                json.nextToken();
                switch (part) {
                    case "SequenceNumber" -> number = json.getValueAsString();
                    case "ApproximateCreationDateTime" -> atMillis = millis();
                    case "Keys" -> keys = item();
                    case "OldImage" -> before = item();
                    case "NewImage" -> after = item();
                    default -> json.skipChildren();
                }
            }
        }

        private StreamEvent.Change change(boolean expired) throws IOException {
            if (number == null || keys == null) {
                throw new IOException("not an event of a stream: a record without a SequenceNumber or Keys");
            }
            try {
                return new StreamEvent.Change(
                        number, new ChangeRecord(keys.key(), before, after, expired, new BigInteger(number), atMillis));
            } catch (RuntimeException e) {
                throw new IOException("not an event of a stream: record " + number + ": " + e.getMessage(), e);
            }
        }
    }

    private boolean isService() throws IOException {
        boolean service = false;
        if (json.currentToken() == JsonToken.START_OBJECT) {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                if (name.equals("principalId")) {
                    service = SERVICE.equals(json.getValueAsString());
                } else {
                    json.skipChildren();
                }
            }
        }
        return service;
    }

    /** In seconds, with or without a fraction. */
    private long millis() throws IOException {
        return new BigDecimal(json.getText().trim())
                .movePointRight(3)
                .setScale(0, RoundingMode.HALF_UP)
                .longValue();
    }

    private @Nullable Item item() throws IOException {
        Map<String, AttributeValue> attributes = attributes();
        return attributes.isEmpty() ? null : Item.of(attributes);
    }

    private Map<String, AttributeValue> attributes() throws IOException {
        Map<String, AttributeValue> attributes = new HashMap<>();
        if (json.currentToken() == JsonToken.START_OBJECT) {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                attributes.put(name, value());
            }
        }
        return attributes;
    }

    /** One value: an object with its type as the one name. */
    private AttributeValue value() throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT || json.nextToken() != JsonToken.FIELD_NAME) {
            throw new IOException("not an event of a stream: a value without a type");
        }
        String type = json.currentName();
        json.nextToken();
        AttributeValue value = StreamValues.of(type, json, this::value, this::attributes);
        if (json.nextToken() != JsonToken.END_OBJECT) {
            throw new IOException("not an event of a stream: a value of two types");
        }
        return value;
    }
}

package dev.zaelimiter.benchmarks.compare;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Kept figures: maps, lists, texts, booleans and numbers, which have four digits that count. */
final class Json {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final MathContext DIGITS = new MathContext(4);
    private static final double WHOLE_FROM = 1000;

    private Json() {}

    static String write(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter());
            write(json, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text + "\n";
    }

    private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> each : map.entrySet()) {
                json.writeFieldName(String.valueOf(each.getKey()));
                write(json, each.getValue());
            }
            json.writeEndObject();
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object each : list) {
                write(json, each);
            }
            json.writeEndArray();
        } else if (value instanceof Number number) {
            json.writeNumber(rounded(number.doubleValue()));
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value == null) {
            json.writeNull();
        } else {
            json.writeString(value.toString());
        }
    }

    private static BigDecimal rounded(double number) {
        BigDecimal exact = BigDecimal.valueOf(number);
        BigDecimal rounded = Math.abs(number) >= WHOLE_FROM
                ? exact.setScale(0, java.math.RoundingMode.HALF_UP)
                : exact.round(DIGITS);
        BigDecimal plain = rounded.stripTrailingZeros();
        return plain.scale() < 0 ? plain.setScale(0) : plain;
    }

    static Map<String, Object> read(String text) {
        try (JsonParser json = FACTORY.createParser(text)) {
            json.nextToken();
            @SuppressWarnings("unchecked")
            Map<String, Object> root = (Map<String, Object>) value(json);
            return root;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object value(JsonParser json) throws IOException {
        JsonToken token = json.currentToken();
        if (token == JsonToken.START_OBJECT) {
            Map<String, Object> map = new LinkedHashMap<>();
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.currentName();
                json.nextToken();
                map.put(name, value(json));
            }
            return map;
        } else if (token == JsonToken.START_ARRAY) {
            List<Object> list = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                list.add(value(json));
            }
            return list;
        } else if (token.isNumeric()) {
            return json.getDoubleValue();
        } else if (token.isBoolean()) {
            return json.getBooleanValue();
        }
        return json.getText();
    }
}

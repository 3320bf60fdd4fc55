package dev.zaelimiter.dynamodb;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.AttributeValue.Bool;
import dev.zaelimiter.store.AttributeValue.Decimal;
import dev.zaelimiter.store.AttributeValue.Mapping;
import dev.zaelimiter.store.AttributeValue.Null;
import dev.zaelimiter.store.AttributeValue.Opaque;
import dev.zaelimiter.store.AttributeValue.Sequence;
import dev.zaelimiter.store.AttributeValue.Text;
import dev.zaelimiter.store.AttributeValue.TextSet;
import dev.zaelimiter.store.AttributeValue.Whole;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.core.SdkBytes;

/**
 * Values of the port as the SDK has them, and back.
 *
 * <p>What the limiter has no use for travels as {@link Opaque}, in types of the JDK: binary as its Base64 text, sets of
 * numbers and of binaries as sets of texts. So an item that is read and put back is the same, and no type of the SDK
 * gets out.
 */
final class Attributes {

    private static final String BINARY = "B";
    private static final String NUMBERS = "NS";
    private static final String BINARIES = "BS";

    /** A long has at most 19 digits and a sign. */
    private static final int LONGEST_WHOLE = 20;

    private Attributes() {}

    static software.amazon.awssdk.services.dynamodb.model.AttributeValue encode(long whole) {
        return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN(Long.toString(whole));
    }

    static software.amazon.awssdk.services.dynamodb.model.AttributeValue encode(String text) {
        return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS(text);
    }

    static software.amazon.awssdk.services.dynamodb.model.AttributeValue encode(AttributeValue value) {
        if (value instanceof Whole whole) {
            return encode(whole.value());
        } else if (value instanceof Text text) {
            return encode(text.value());
        } else if (value instanceof Bool bool) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool(bool.value());
        } else if (value instanceof Null) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNul(true);
        } else if (value instanceof Decimal decimal) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN(decimal.text());
        } else if (value instanceof TextSet set) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromSs(List.copyOf(set.values()));
        } else if (value instanceof Sequence sequence) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL(
                    sequence.values().stream().map(Attributes::encode).toList());
        } else if (value instanceof Mapping mapping) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM(encode(mapping.values()));
        }
        return encodeOpaque((Opaque) value);
    }

    private static software.amazon.awssdk.services.dynamodb.model.AttributeValue encodeOpaque(Opaque opaque) {
        if (opaque.type().equals(BINARY) && opaque.value() instanceof String text) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB(bytes(text));
        } else if (opaque.type().equals(NUMBERS) && opaque.value() instanceof Set<?> set) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNs(
                    set.stream().map(Object::toString).toList());
        } else if (opaque.type().equals(BINARIES) && opaque.value() instanceof Set<?> set) {
            return software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBs(
                    set.stream().map(text -> bytes(text.toString())).toList());
        }
        throw new StoreException.Misuse("a value of another store: " + opaque, null);
    }

    private static SdkBytes bytes(String base64) {
        return SdkBytes.fromByteArrayUnsafe(Base64.getDecoder().decode(base64));
    }

    static Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> encode(
            Map<String, AttributeValue> values) {
        Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> map = new LinkedHashMap<>();
        values.forEach((name, value) -> map.put(name, encode(value)));
        return map;
    }

    static Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> encode(Item item) {
        return encode(item.attributes());
    }

    static Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> encode(Key key) {
        Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> map = new HashMap<>(4);
        map.put(Item.PK, encode(key.pk()));
        map.put(Item.SK, encode(key.sk()));
        return map;
    }

    static AttributeValue decode(software.amazon.awssdk.services.dynamodb.model.AttributeValue value) {
        return switch (value.type()) {
            case N -> number(value.n());
            case S -> new Text(value.s());
            case BOOL -> new Bool(value.bool());
            case NUL -> Null.NULL;
            case SS -> new TextSet(Set.copyOf(value.ss()));
            case L -> new Sequence(value.l().stream().map(Attributes::decode).toList());
            case M -> {
                Map<String, AttributeValue> map = new HashMap<>();
                value.m().forEach((name, element) -> map.put(name, decode(element)));
                yield new Mapping(map);
            }
            case B -> new Opaque(BINARY, base64(value.b()));
            case NS -> new Opaque(NUMBERS, Collections.unmodifiableSet(new TreeSet<>(value.ns())));
            case BS -> new Opaque(BINARIES, binaries(value.bs()));
            case UNKNOWN_TO_SDK_VERSION ->
                throw new StoreException.Misuse("a value of a type that the AWS SDK does not know: " + value, null);
        };
    }

    private static Set<String> binaries(List<SdkBytes> values) {
        Set<String> texts = new TreeSet<>();
        values.forEach(value -> texts.add(base64(value)));
        return Collections.unmodifiableSet(texts);
    }

    private static String base64(SdkBytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.asByteArrayUnsafe());
    }

    private static AttributeValue number(String text) {
        if (text.length() <= LONGEST_WHOLE) {
            try {
                return new Whole(Long.parseLong(text));
            } catch (NumberFormatException e) {
                return new Decimal(text);
            }
        }
        return new Decimal(text);
    }

    static Item decode(Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> attributes) {
        Map<String, AttributeValue> map = new HashMap<>(attributes.size() * 2);
        attributes.forEach((name, value) -> map.put(name, decode(value)));
        return Item.of(map);
    }
}

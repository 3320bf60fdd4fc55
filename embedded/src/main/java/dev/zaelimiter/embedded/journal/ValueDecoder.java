package dev.zaelimiter.embedded.journal;

import dev.zaelimiter.store.AttributeValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads values, or passes over them. Both refuse the same bytes: what was passed over can be read at any later time.
 */
final class ValueDecoder {

    /** Deeper than any value that a store takes, and not deep enough for a stack to overflow. */
    private static final int DEEPEST = 200;

    private ValueDecoder() {}

    /** Reads the next value. Throws {@link MalformedBatchException}. */
    static AttributeValue read(ByteSource source) {
        return read(source, 0);
    }

    /** Reads the next value if it is a string, and passes over it if it is not. */
    static @Nullable String readText(ByteSource source) {
        int kind = source.octet();
        if (kind == Entry.TEXT) {
            return source.text();
        }
        skip(source, kind, 0);
        return null;
    }

    /** Passes over the next value. Throws {@link MalformedBatchException} wherever reading it would. */
    static void skip(ByteSource source) {
        skip(source, source.octet(), 0);
    }

    private static AttributeValue read(ByteSource source, int depth) {
        requireNotTooDeep(depth);
        int kind = source.octet();
        return switch (kind) {
            case Entry.NULL -> AttributeValue.Null.NULL;
            case Entry.FALSE -> AttributeValue.of(false);
            case Entry.TRUE -> AttributeValue.of(true);
            case Entry.TEXT -> AttributeValue.of(source.text());
            case Entry.DECIMAL -> new AttributeValue.Decimal(source.text());
            case Entry.WHOLE -> AttributeValue.of(source.whole());
            case Entry.OPAQUE -> new AttributeValue.Opaque(source.text(), source.text());
            case Entry.SEQUENCE -> sequence(source, depth);
            case Entry.MAPPING -> mapping(source, depth);
            case Entry.TEXT_SET -> textSet(source);
            default -> throw unknown(kind);
        };
    }

    private static void skip(ByteSource source, int kind, int depth) {
        switch (kind) {
            case Entry.NULL, Entry.FALSE, Entry.TRUE -> {}
            case Entry.TEXT, Entry.DECIMAL -> source.skipText();
            case Entry.WHOLE -> source.varint();
            case Entry.OPAQUE -> {
                source.skipText();
                source.skipText();
            }
            case Entry.SEQUENCE -> {
                for (int left = source.count(); left > 0; left--) {
                    skipElement(source, depth + 1);
                }
            }
            case Entry.MAPPING -> {
                for (int left = source.count(); left > 0; left--) {
                    source.skipText();
                    skipElement(source, depth + 1);
                }
            }
            case Entry.TEXT_SET -> {
                for (int left = source.count(); left > 0; left--) {
                    source.skipText();
                }
            }
            default -> throw unknown(kind);
        }
    }

    private static void skipElement(ByteSource source, int depth) {
        requireNotTooDeep(depth);
        skip(source, source.octet(), depth);
    }

    private static AttributeValue sequence(ByteSource source, int depth) {
        int size = source.count();
        List<AttributeValue> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            values.add(read(source, depth + 1));
        }
        return new AttributeValue.Sequence(values);
    }

    private static AttributeValue mapping(ByteSource source, int depth) {
        int size = source.count();
        Map<String, AttributeValue> values = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            values.put(source.text(), read(source, depth + 1));
        }
        return new AttributeValue.Mapping(values);
    }

    private static AttributeValue textSet(ByteSource source) {
        int size = source.count();
        Set<String> values = new TreeSet<>();
        for (int i = 0; i < size; i++) {
            values.add(source.text());
        }
        return new AttributeValue.TextSet(values);
    }

    private static void requireNotTooDeep(int depth) {
        if (depth > DEEPEST) {
            throw new MalformedBatchException("a value nested more than " + DEEPEST + " deep");
        }
    }

    private static MalformedBatchException unknown(int kind) {
        return new MalformedBatchException("a value of the unknown kind " + kind);
    }
}

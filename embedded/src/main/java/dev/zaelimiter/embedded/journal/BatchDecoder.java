package dev.zaelimiter.embedded.journal;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads one batch. */
final class BatchDecoder {

    /** Deeper than any value that a store takes, and not deep enough for a stack to overflow. */
    private static final int DEEPEST = 200;

    private final ByteSource source;
    private final JournalVisitor visitor;
    private final List<Layout> layouts = new ArrayList<>();

    private BatchDecoder(ByteSource source, JournalVisitor visitor) {
        this.source = source;
        this.visitor = visitor;
    }

    /** Hands all entries over. Throws {@link MalformedBatchException}, before or after some of them. */
    static void decode(byte[] bytes, int start, int end, JournalVisitor visitor) {
        BatchDecoder decoder = new BatchDecoder(new ByteSource(bytes, start, end), visitor);
        while (decoder.source.hasMore()) {
            decoder.entry();
        }
    }

    private void entry() {
        int kind = source.octet();
        switch (kind) {
            case Entry.LAYOUT -> layouts.add(layout());
            case Entry.PUT -> visitor.put(item());
            case Entry.REMOVE -> visitor.remove(Key.of(source.text(), source.text()));
            case Entry.TOKEN ->
                visitor.token(new SpentToken(
                        source.text(), new WriteDigest(source.fixed(), source.fixed()), source.fixed(), (int)
                                source.varint()));
            default -> throw new MalformedBatchException("an entry of the unknown kind " + kind);
        }
    }

    private Layout layout() {
        int size = source.count();
        String[] names = new String[size];
        boolean[] whole = new boolean[size];
        for (int i = 0; i < size; i++) {
            names[i] = source.text();
            whole[i] = source.octet() != 0;
        }
        return new Layout(names, whole);
    }

    private Item item() {
        long number = source.varint();
        if (number < 0 || number >= layouts.size()) {
            throw new MalformedBatchException("an item of the unknown layout " + number);
        }
        Layout layout = layouts.get((int) number);
        Map<String, AttributeValue> attributes = new TreeMap<>();
        for (int i = 0; i < layout.names.length; i++) {
            attributes.put(layout.names[i], layout.whole[i] ? new AttributeValue.Whole(source.whole()) : value(0));
        }
        if (!(attributes.get(Item.PK) instanceof AttributeValue.Text)
                || !(attributes.get(Item.SK) instanceof AttributeValue.Text)) {
            throw new MalformedBatchException("an item without a key");
        }
        return Item.of(attributes);
    }

    private AttributeValue value(int depth) {
        if (depth > DEEPEST) {
            throw new MalformedBatchException("a value nested more than " + DEEPEST + " deep");
        }
        int kind = source.octet();
        return switch (kind) {
            case Entry.NULL -> AttributeValue.Null.NULL;
            case Entry.FALSE -> AttributeValue.of(false);
            case Entry.TRUE -> AttributeValue.of(true);
            case Entry.TEXT -> AttributeValue.of(source.text());
            case Entry.DECIMAL -> new AttributeValue.Decimal(source.text());
            case Entry.WHOLE -> AttributeValue.of(source.whole());
            case Entry.OPAQUE -> new AttributeValue.Opaque(source.text(), source.text());
            case Entry.SEQUENCE -> sequence(depth);
            case Entry.MAPPING -> mapping(depth);
            case Entry.TEXT_SET -> textSet();
            default -> throw new MalformedBatchException("a value of the unknown kind " + kind);
        };
    }

    private AttributeValue sequence(int depth) {
        int size = source.count();
        List<AttributeValue> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            values.add(value(depth + 1));
        }
        return new AttributeValue.Sequence(values);
    }

    private AttributeValue mapping(int depth) {
        int size = source.count();
        Map<String, AttributeValue> values = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            values.put(source.text(), value(depth + 1));
        }
        return new AttributeValue.Mapping(values);
    }

    private AttributeValue textSet() {
        int size = source.count();
        Set<String> values = new TreeSet<>();
        for (int i = 0; i < size; i++) {
            values.add(source.text());
        }
        return new AttributeValue.TextSet(values);
    }

    private record Layout(String[] names, boolean[] whole) {}
}

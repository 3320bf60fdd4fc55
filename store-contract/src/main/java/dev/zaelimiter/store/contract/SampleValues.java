package dev.zaelimiter.store.contract;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.AttributeValue.Bool;
import dev.zaelimiter.store.AttributeValue.Decimal;
import dev.zaelimiter.store.AttributeValue.Mapping;
import dev.zaelimiter.store.AttributeValue.Null;
import dev.zaelimiter.store.AttributeValue.Sequence;
import dev.zaelimiter.store.AttributeValue.Text;
import dev.zaelimiter.store.AttributeValue.Whole;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of every type. Decimals are written as a store that normalises numbers would give them back. */
final class SampleValues {

    private static final Sequence SEQUENCE =
            new Sequence(List.of(new Whole(1), new Text("two"), Null.NULL, new Sequence(List.of(new Bool(false)))));
    private static final Mapping MAPPING = new Mapping(Map.of(
            "fraction",
            new Decimal("0.25"),
            "list",
            new Sequence(List.of()),
            "nothing",
            Null.NULL,
            "whole",
            new Whole(7)));

    private SampleValues() {}

    /** One value of each type, by the name of its attribute. */
    static Map<String, AttributeValue> all(StoreUnderTest subject) {
        Map<String, AttributeValue> samples = new LinkedHashMap<>();
        samples.put("whole", new Whole(5));
        samples.put("decimal", new Decimal("5.5"));
        samples.put("large", new Decimal("12345678901234567890123456789"));
        samples.put("text", new Text("m"));
        samples.put("bool", new Bool(true));
        samples.put("null", Null.NULL);
        samples.put("sequence", SEQUENCE);
        samples.put("mapping", MAPPING);
        samples.put("textSet", Shapes.textSet("a", "b"));
        AttributeValue opaque = subject.opaque();
        if (opaque != null) {
            samples.put("opaque", opaque);
        }
        return samples;
    }

    /** What the samples are compared with: for each type an equal value, and others on either side of it. */
    static Map<String, AttributeValue> operands() {
        Map<String, AttributeValue> operands = new LinkedHashMap<>();
        operands.put("whole 4", new Whole(4));
        operands.put("whole 5", new Whole(5));
        operands.put("whole 6", new Whole(6));
        operands.put("decimal 4.5", new Decimal("4.5"));
        operands.put("decimal 5.5", new Decimal("5.5"));
        operands.put("text l", new Text("l"));
        operands.put("text m", new Text("m"));
        operands.put("text ma", new Text("ma"));
        operands.put("bool true", new Bool(true));
        operands.put("bool false", new Bool(false));
        operands.put("null", Null.NULL);
        operands.put("sequence", SEQUENCE);
        operands.put("other sequence", new Sequence(List.of(new Whole(1))));
        operands.put("mapping", MAPPING);
        operands.put("other mapping", new Mapping(Map.of("whole", new Whole(7))));
        operands.put("set", Shapes.textSet("a", "b"));
        operands.put("smaller set", Shapes.textSet("a"));
        return operands;
    }

    /** An item with an attribute of each type. */
    static Item item(Key key, StoreUnderTest subject) {
        Item.Builder builder = Item.builder(key);
        all(subject).forEach(builder::put);
        return builder.build();
    }
}

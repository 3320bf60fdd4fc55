package dev.zaelimiter.store;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The value of one attribute. Closed, immutable, compared by value. */
public sealed interface AttributeValue {

    /**
     * A whole number.
     *
     * @param value its value
     */
    record Whole(long value) implements AttributeValue {}

    /**
     * A number that is not a {@code long}, kept as its text: a fraction, or one too large.
     *
     * @param text the number as the store gave it
     */
    record Decimal(String text) implements AttributeValue {}

    /**
     * A string.
     *
     * @param value its value
     */
    record Text(String value) implements AttributeValue {}

    /**
     * A boolean.
     *
     * @param value its value
     */
    record Bool(boolean value) implements AttributeValue {}

    /** The null value: an attribute that is there, and says nothing. */
    enum Null implements AttributeValue {
        /** The only one. */
        NULL
    }

    /**
     * A list.
     *
     * @param values its elements
     */
    record Sequence(List<AttributeValue> values) implements AttributeValue {
        /** Copies the list. */
        public Sequence {
            values = List.copyOf(values);
        }

        /**
         * A list of strings.
         *
         * @param texts the strings
         * @return the value
         */
        public static Sequence ofTexts(Iterable<String> texts) {
            List<AttributeValue> values = new java.util.ArrayList<>();
            texts.forEach(text -> values.add(new Text(text)));
            return new Sequence(values);
        }
    }

    /**
     * A map.
     *
     * @param values its entries, kept in the order of their names
     */
    record Mapping(Map<String, AttributeValue> values) implements AttributeValue {
        /** Copies the map. */
        public Mapping {
            values = Collections.unmodifiableMap(new TreeMap<>(values));
        }
    }

    /**
     * A set of strings, not empty.
     *
     * @param values its elements, kept in order
     */
    record TextSet(Set<String> values) implements AttributeValue {
        /** Copies the set. */
        public TextSet {
            values = Collections.unmodifiableSet(new TreeSet<>(values));
        }
    }

    /**
     * A value of a type that the limiter does not use: carried along untouched.
     *
     * @param type the store's name of the type
     * @param value the store's own immutable representation
     */
    record Opaque(String type, Object value) implements AttributeValue {}

    /**
     * A whole number.
     *
     * @param value its value
     * @return the value
     */
    static AttributeValue of(long value) {
        return new Whole(value);
    }

    /**
     * A string.
     *
     * @param value its value
     * @return the value
     */
    static AttributeValue of(String value) {
        return new Text(value);
    }

    /**
     * A boolean.
     *
     * @param value its value
     * @return the value
     */
    static AttributeValue of(boolean value) {
        return new Bool(value);
    }
}

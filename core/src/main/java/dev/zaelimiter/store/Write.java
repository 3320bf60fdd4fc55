package dev.zaelimiter.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One write: a prepared shape, the key it goes to, and its operands. The arrays are owned by the write from the moment
 * it is made and must not be changed; it may be sent more than once.
 */
public final class Write {

    private static final AttributeValue[] NO_VALUES = {};
    private static final long[] NO_WHOLES = {};

    private final WriteShape shape;
    private final Key key;
    private final long[] wholes;
    private final AttributeValue[] values;
    private final @Nullable Item item;

    private Write(WriteShape shape, Key key, long[] wholes, AttributeValue[] values, @Nullable Item item) {
        if (wholes.length < shape.wholeCount() || values.length < shape.valueCount()) {
            throw new IllegalArgumentException("too few operands for " + shape);
        }
        this.shape = shape;
        this.key = key;
        this.wholes = wholes;
        this.values = values;
        this.item = item;
    }

    /**
     * An update, delete or check.
     *
     * @param shape the prepared shape
     * @param key where
     * @param wholes its whole numbers
     * @param values its other values
     * @return the write
     */
    public static Write of(WriteShape shape, Key key, long[] wholes, AttributeValue... values) {
        if (shape.kind() == WriteShape.Kind.PUT) {
            throw new IllegalArgumentException("a put carries an item");
        }
        return new Write(shape, key, wholes, values.length == 0 ? NO_VALUES : values, null);
    }

    /**
     * An update, delete or check without operands.
     *
     * @param shape the prepared shape
     * @param key where
     * @return the write
     */
    public static Write of(WriteShape shape, Key key) {
        return of(shape, key, NO_WHOLES);
    }

    /**
     * A put.
     *
     * @param shape the prepared shape
     * @param item the whole item; its key says where
     * @param wholes the whole numbers of the condition
     * @param values the other values of the condition
     * @return the write
     */
    public static Write put(WriteShape shape, Item item, long[] wholes, AttributeValue... values) {
        if (shape.kind() != WriteShape.Kind.PUT) {
            throw new IllegalArgumentException("only a put carries an item");
        }
        return new Write(shape, item.key(), wholes, values.length == 0 ? NO_VALUES : values, item);
    }

    /**
     * A put without operands.
     *
     * @param shape the prepared shape
     * @param item the whole item; its key says where
     * @return the write
     */
    public static Write put(WriteShape shape, Item item) {
        return put(shape, item, NO_WHOLES);
    }

    /**
     * The prepared shape.
     *
     * @return the shape
     */
    public WriteShape shape() {
        return shape;
    }

    /**
     * Where it goes.
     *
     * @return the key
     */
    public Key key() {
        return key;
    }

    /**
     * Its whole numbers, by slot. Not to be changed.
     *
     * @return at least as many as the shape has slots
     */
    public long[] wholes() {
        return wholes;
    }

    /**
     * Its other values, by slot. Not to be changed.
     *
     * @return at least as many as the shape has slots
     */
    public AttributeValue[] values() {
        return values;
    }

    /**
     * The item of a put.
     *
     * @return the item, or null for other kinds
     */
    public @Nullable Item item() {
        return item;
    }

    @Override
    public String toString() {
        return shape + " at " + key + " with " + Arrays.toString(wholes) + Arrays.toString(values);
    }
}

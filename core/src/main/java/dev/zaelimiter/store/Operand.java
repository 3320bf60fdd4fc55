package dev.zaelimiter.store;

/** The right-hand side of a comparison or an update: a slot that each write fills, or a constant of the shape. */
public sealed interface Operand {

    /**
     * A whole number, filled by each write.
     *
     * @param slot its place among {@link Write#wholes()}
     */
    record WholeSlot(int slot) implements Operand {}

    /**
     * Any other value, filled by each write.
     *
     * @param slot its place among {@link Write#values()}
     */
    record ValueSlot(int slot) implements Operand {}

    /**
     * A value of the shape itself.
     *
     * @param value the value
     */
    record Constant(AttributeValue value) implements Operand {}
}

package dev.zaelimiter.embedded;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemLayout;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a shape: its rules, and its bindings to the layouts it has met. Safe for use by many threads.
 *
 * <p>It depends on the shape alone, so all stores of a JVM share it, and a shape in a constant keeps no store alive.
 */
final class CompiledWrite {

    /** A shape meets one or two layouts in practice: the item before and after its first update. */
    private static final int MOST_BINDINGS = 8;

    private final WriteShape shape;
    private final OperandRule[] rules;
    private final boolean movesIndexes;
    private final List<AttributeValue> constants;
    private volatile BoundWrite[] bindings = {};

    private CompiledWrite(WriteShape shape) {
        this.shape = shape;
        this.rules = OperandRule.of(shape);
        this.movesIndexes = shape.kind() != WriteShape.Kind.UPDATE
                || shape.actions().stream().anyMatch(action -> Indexes.isKeyAttribute(action.attribute()));
        this.constants = shape.actions().stream()
                .flatMap(action ->
                        action.operand() instanceof Operand.Constant constant && !Storable.isPlain(constant.value())
                                ? Stream.of(constant.value())
                                : Stream.of())
                .toList();
    }

    static CompiledWrite of(WriteShape shape) {
        return shape.compiled(CompiledWrite.class, CompiledWrite.class, CompiledWrite::new);
    }

    /** Refuses a write that no item could make valid. */
    void check(Write write) {
        Values.check(write.key());
        for (OperandRule rule : rules) {
            rule.check(write);
        }
        Item item = write.item();
        if (item != null) {
            checkItem(item);
        }
    }

    private static void checkItem(Item item) {
        ItemLayout layout = item.layout();
        for (int i = 0; i < layout.size(); i++) {
            if (!layout.isWhole(i)) {
                Values.check(layout.name(i), item.otherAt(layout.otherSlot(layout.name(i))));
            }
        }
        Indexes.check(item);
    }

    @SuppressWarnings("ReferenceEquality") // layouts are interned, and no layout at all is one of the cases
    BoundWrite bind(@Nullable Item before) {
        ItemLayout layout = BoundWrite.layoutOf(before);
        for (BoundWrite binding : bindings) {
            if (binding.layout() == layout) {
                return binding;
            }
        }
        return remember(BoundWrite.bind(shape, layout));
    }

    /** Two threads may forget one another's binding, which then is made again. */
    private BoundWrite remember(BoundWrite binding) {
        BoundWrite[] known = bindings;
        BoundWrite[] more = new BoundWrite[Math.min(known.length + 1, MOST_BINDINGS)];
        more[0] = binding;
        System.arraycopy(known, 0, more, 1, more.length - 1);
        bindings = more;
        return binding;
    }

    /** The item that the write leaves, or null if it leaves none. Its condition must hold. */
    @Nullable
    Item apply(BoundWrite bound, @Nullable Item before, Write write) {
        return switch (shape.kind()) {
            case PUT -> write.item();
            case UPDATE -> bound.update(before, write);
            case DELETE -> null;
            case CHECK -> before;
        };
    }

    boolean isCheck() {
        return shape.kind() == WriteShape.Kind.CHECK;
    }

    /** Whether a write of this shape may change where an item stands in an index, beyond creating or deleting it. */
    boolean movesIndexes() {
        return movesIndexes;
    }

    /** The constants that an update of this shape may store and that are not plain. */
    List<AttributeValue> constants() {
        return constants;
    }

    /** How many layouts are remembered. */
    int bindingCount() {
        return bindings.length;
    }

    @Override
    public String toString() {
        return shape + " " + Arrays.toString(rules);
    }
}

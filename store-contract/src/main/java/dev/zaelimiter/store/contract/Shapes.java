package dev.zaelimiter.store.contract;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Short names for the parts of a write. */
final class Shapes {

    static final WriteShape PUT = WriteShape.put(null);
    static final WriteShape PUT_IF_ABSENT = WriteShape.put(Condition.itemAbsent());
    static final WriteShape PUT_IF_PRESENT = WriteShape.put(Condition.itemExists());
    static final WriteShape DELETE = WriteShape.delete(null);
    static final WriteShape DELETE_IF_PRESENT = WriteShape.delete(Condition.itemExists());
    static final WriteShape CHECK_PRESENT = WriteShape.check(Condition.itemExists());
    static final WriteShape CHECK_ABSENT = WriteShape.check(Condition.itemAbsent());

    private Shapes() {}

    static Operand wholeSlot(int slot) {
        return new Operand.WholeSlot(slot);
    }

    static Operand valueSlot(int slot) {
        return new Operand.ValueSlot(slot);
    }

    static Operand constant(AttributeValue value) {
        return new Operand.Constant(value);
    }

    static Operand constant(long value) {
        return constant(AttributeValue.of(value));
    }

    static Operand constant(String value) {
        return constant(AttributeValue.of(value));
    }

    static Action set(String attribute, Operand operand) {
        return new Action(Verb.SET, attribute, operand);
    }

    static Action add(String attribute, Operand operand) {
        return new Action(Verb.ADD, attribute, operand);
    }

    static Action remove(String attribute) {
        return new Action(Verb.REMOVE, attribute, null);
    }

    static Action deleteElements(String attribute, Operand operand) {
        return new Action(Verb.DELETE, attribute, operand);
    }

    static WriteShape update(Action... actions) {
        return WriteShape.update(null, List.of(actions));
    }

    static WriteShape updateIf(@Nullable Condition condition, Action... actions) {
        return WriteShape.update(condition, List.of(actions));
    }

    static Condition compare(String attribute, Condition.Op op, Operand operand) {
        return new Condition.Compare(attribute, op, operand);
    }

    static Condition beginsWith(String attribute, String prefix) {
        return new Condition.BeginsWith(attribute, constant(prefix));
    }

    static Write put(Item item) {
        return Write.put(PUT, item);
    }

    static Write putIfAbsent(Item item) {
        return Write.put(PUT_IF_ABSENT, item);
    }

    static Write delete(Key key) {
        return Write.of(DELETE, key);
    }

    /** An unconditional update without slots. */
    static Write updating(Key key, Action... actions) {
        return Write.of(update(actions), key);
    }

    static Write adding(Key key, String attribute, long amount) {
        return updating(key, add(attribute, constant(amount)));
    }

    static AttributeValue.TextSet textSet(String... elements) {
        return new AttributeValue.TextSet(Set.of(elements));
    }
}

package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What one walk over a plan gives: its conditions and actions, each with a number of the write. */
interface Emitter {

    void compare(String attribute, Op op, long number);

    void absent(String attribute);

    void set(String attribute, long number);

    void add(String attribute, long number);

    void remove(String attribute);

    /** Collects the shape, whose operands are the numbers in the order of the walk. */
    final class ShapeEmitter implements Emitter {
        private final List<Condition> conditions = new ArrayList<>();
        private final List<WriteShape.Action> actions = new ArrayList<>();
        private int slots;

        @Override
        public void compare(String attribute, Op op, long number) {
            conditions.add(new Condition.Compare(attribute, op, new Operand.WholeSlot(slots++)));
        }

        @Override
        public void absent(String attribute) {
            conditions.add(new Condition.NotExists(attribute));
        }

        @Override
        public void set(String attribute, long number) {
            actions.add(new WriteShape.Action(WriteShape.Verb.SET, attribute, new Operand.WholeSlot(slots++)));
        }

        @Override
        public void add(String attribute, long number) {
            actions.add(new WriteShape.Action(WriteShape.Verb.ADD, attribute, new Operand.WholeSlot(slots++)));
        }

        @Override
        public void remove(String attribute) {
            actions.add(new WriteShape.Action(WriteShape.Verb.REMOVE, attribute, null));
        }

        /** The shape of all that was named. */
        WriteShape shape() {
            return WriteShape.update(new Condition.And(conditions), actions);
        }
    }

    /** Collects conditions and actions that hold their numbers themselves, for a write of a shape of its own. */
    final class ConstantEmitter implements Emitter {
        private final List<Condition> conditions = new ArrayList<>();
        private final List<WriteShape.Action> actions = new ArrayList<>();

        @Override
        public void compare(String attribute, Op op, long number) {
            conditions.add(new Condition.Compare(attribute, op, constant(AttributeValue.of(number))));
        }

        @Override
        public void absent(String attribute) {
            conditions.add(new Condition.NotExists(attribute));
        }

        /** It is exactly this. */
        void equal(String attribute, AttributeValue value) {
            conditions.add(Condition.equal(attribute, value));
        }

        @Override
        public void set(String attribute, long number) {
            set(attribute, AttributeValue.of(number));
        }

        void set(String attribute, AttributeValue value) {
            actions.add(new WriteShape.Action(WriteShape.Verb.SET, attribute, constant(value)));
        }

        @Override
        public void add(String attribute, long number) {
            actions.add(new WriteShape.Action(WriteShape.Verb.ADD, attribute, constant(AttributeValue.of(number))));
        }

        @Override
        public void remove(String attribute) {
            actions.add(new WriteShape.Action(WriteShape.Verb.REMOVE, attribute, null));
        }

        private static Operand constant(AttributeValue value) {
            return new Operand.Constant(value);
        }

        /** An update that does all of it if all conditions hold. */
        WriteShape update() {
            return WriteShape.update(new Condition.And(conditions), actions);
        }

        /** A removal of the item if all conditions hold. */
        WriteShape delete() {
            return WriteShape.delete(new Condition.And(conditions));
        }
    }

    /** Collects the numbers. */
    final class NumberEmitter implements Emitter {
        private final long[] numbers;
        private int count;

        NumberEmitter(int size) {
            numbers = new long[size];
        }

        @Override
        public void compare(String attribute, Op op, long number) {
            numbers[count++] = number;
        }

        @Override
        public void absent(String attribute) {}

        @Override
        public void set(String attribute, long number) {
            numbers[count++] = number;
        }

        @Override
        public void add(String attribute, long number) {
            numbers[count++] = number;
        }

        @Override
        public void remove(String attribute) {}

        /** One number for each slot of the shape. */
        long[] numbers() {
            return numbers;
        }

        @Override
        public String toString() {
            return Arrays.toString(numbers);
        }
    }
}

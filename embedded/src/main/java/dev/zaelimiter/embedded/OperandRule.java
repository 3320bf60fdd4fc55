package dev.zaelimiter.embedded;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.AttributeValue.Text;
import dev.zaelimiter.store.AttributeValue.TextSet;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a write's operand must be for its place in the shape. Rules on constants are settled when the shape is compiled;
 * the others are checked for each write, before its condition, so that an invalid call never depends on the item.
 *
 * @param slot the place among the write's values
 * @param need what the place asks for
 * @param attribute the attribute on the left side
 */
record OperandRule(int slot, Need need, String attribute) {

    private static final OperandRule[] NONE = {};

    /** What a place asks of its operand. */
    enum Need {
        ANY,
        ORDERED,
        TEXT,
        ADDABLE,
        TEXTS,
        INDEX_KEY
    }

    /** The rules that remain for each write of the shape; refuses a shape that no operands could make valid. */
    static OperandRule[] of(WriteShape shape) {
        List<OperandRule> rules = new ArrayList<>();
        Condition condition = shape.condition();
        if (condition != null) {
            collect(condition, rules);
        }
        for (WriteShape.Action action : shape.actions()) {
            collect(action, rules);
        }
        return rules.isEmpty() ? NONE : rules.toArray(OperandRule[]::new);
    }

    private static void collect(WriteShape.Action action, List<OperandRule> rules) {
        boolean indexKey = Indexes.isKeyAttribute(action.attribute());
        switch (action.verb()) {
            case SET -> add(indexKey ? Need.INDEX_KEY : Need.ANY, action.attribute(), action.operand(), rules);
            case ADD -> {
                if (indexKey) {
                    throw Errors.misuse("an ADD to the index key " + action.attribute());
                }
                add(Need.ADDABLE, action.attribute(), action.operand(), rules);
            }
            case DELETE -> add(Need.TEXTS, action.attribute(), action.operand(), rules);
            case REMOVE -> {}
        }
    }

    private static void collect(Condition condition, List<OperandRule> rules) {
        if (condition instanceof Condition.Compare compare) {
            boolean equality = compare.op() == Condition.Op.EQ || compare.op() == Condition.Op.NE;
            add(equality ? Need.ANY : Need.ORDERED, compare.attribute(), compare.operand(), rules);
        } else if (condition instanceof Condition.BeginsWith begins) {
            add(Need.TEXT, begins.attribute(), begins.operand(), rules);
        } else if (condition instanceof Condition.Not not) {
            collect(not.term(), rules);
        } else if (condition instanceof Condition.And and) {
            collect(and.terms(), rules);
        } else if (condition instanceof Condition.Or or) {
            collect(or.terms(), rules);
        }
    }

    private static void collect(List<Condition> terms, List<OperandRule> rules) {
        if (terms.isEmpty()) {
            throw Errors.misuse("a condition without terms");
        }
        for (Condition term : terms) {
            collect(term, rules);
        }
    }

    private static void add(Need need, String attribute, @Nullable Operand operand, List<OperandRule> rules) {
        if (operand instanceof Operand.ValueSlot slot) {
            requireSlot(slot.slot(), attribute);
            rules.add(new OperandRule(slot.slot(), need, attribute));
        } else if (operand instanceof Operand.WholeSlot slot) {
            requireSlot(slot.slot(), attribute);
            check(need, attribute, new AttributeValue.Whole(0));
        } else if (operand instanceof Operand.Constant constant) {
            check(need, attribute, constant.value());
        } else {
            throw Errors.misuse("no operand for " + attribute);
        }
    }

    private static void requireSlot(int slot, String attribute) {
        if (slot < 0) {
            throw Errors.misuse("slot " + slot + " for " + attribute);
        }
    }

    void check(Write write) {
        check(need, attribute, write.values()[slot]);
    }

    private static void check(Need need, String attribute, @Nullable AttributeValue value) {
        Objects.requireNonNull(attribute, "attribute");
        if (value == null) {
            throw Errors.misuse("no value for " + attribute);
        }
        boolean met = switch (need) {
            case ANY -> true;
            case ORDERED -> Numbers.isNumber(value) || value instanceof Text;
            case TEXT -> value instanceof Text;
            case ADDABLE -> Numbers.isNumber(value) || value instanceof TextSet;
            case TEXTS -> value instanceof TextSet;
            case INDEX_KEY -> value instanceof Text text && !text.value().isEmpty();
        };
        if (!met) {
            throw Errors.misuse(attribute + " cannot be used with " + value + ": needed is " + need);
        }
        Values.check(attribute, value);
    }
}

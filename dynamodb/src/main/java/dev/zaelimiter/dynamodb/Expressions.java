package dev.zaelimiter.dynamodb;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one shape of a write is in DynamoDB's language: its expressions, rendered once, and where each write's operands
 * go. Names and values have positional aliases, since names of limits may hold any of {@code . - :} and reserved words.
 *
 * <p>Immutable; safe for use by many threads.
 *
 * @param condition the condition expression, or null for none
 * @param update the update expression, or null if the shape is no update
 * @param names attribute names by alias
 * @param values where each value comes from, by alias
 */
record Expressions(@Nullable String condition, @Nullable String update, Map<String, String> names, List<Value> values) {

    /** One value: a slot of the write, or a constant that is ready to be sent. */
    record Value(
            String alias,
            Operand operand,
            software.amazon.awssdk.services.dynamodb.model.@Nullable AttributeValue constant) {}

    /**
     * Renders a shape for writes whose value slots hold what comparisons by order can take.
     *
     * @param shape the shape
     * @return its expressions
     */
    static Expressions of(WriteShape shape) {
        return new Renderer(null).render(shape);
    }

    /**
     * Renders a shape for one write with values of any type.
     *
     * @param write the write
     * @return the expressions of its shape, in which each comparison that DynamoDB would not take does not hold
     */
    static Expressions of(Write write) {
        return new Renderer(write).render(write.shape());
    }

    /**
     * The values that one write sends.
     *
     * @param write a write of the same shape
     * @return by alias
     */
    Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> valuesOf(Write write) {
        Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> map =
                new HashMap<>(values.size() * 2);
        long[] wholes = write.wholes();
        AttributeValue[] others = write.values();
        for (Value value : values) {
            if (value.operand instanceof Operand.WholeSlot slot) {
                map.put(value.alias, Attributes.encode(wholes[slot.slot()]));
            } else if (value.operand instanceof Operand.ValueSlot slot) {
                map.put(value.alias, Attributes.encode(others[slot.slot()]));
            } else if (value.constant != null) {
                map.put(value.alias, value.constant);
            }
        }
        return map;
    }

    /** Renders one shape; used once. */
    private static final class Renderer {

        private final @Nullable Write write;
        private final Map<String, String> names = new LinkedHashMap<>();
        private final Map<Operand, String> values = new LinkedHashMap<>();

        Renderer(@Nullable Write write) {
            this.write = write;
        }

        Expressions render(WriteShape shape) {
            String condition = shape.condition() == null ? null : clause(shape.condition()).text;
            String update = shape.kind() == WriteShape.Kind.UPDATE ? update(shape.actions()) : null;
            Map<String, String> byAlias = new LinkedHashMap<>();
            names.forEach((name, alias) -> byAlias.put(alias, name));
            List<Value> sources = new ArrayList<>();
            values.forEach((operand, alias) -> sources.add(new Value(
                    alias,
                    operand,
                    operand instanceof Operand.Constant constant ? Attributes.encode(constant.value()) : null)));
            return new Expressions(condition, update, Collections.unmodifiableMap(byAlias), List.copyOf(sources));
        }

        private String name(String attribute) {
            return names.computeIfAbsent(attribute, name -> "#n" + names.size());
        }

        private String value(Operand operand) {
            return values.computeIfAbsent(operand, key -> ":v" + values.size());
        }

        private String update(List<Action> actions) {
            StringBuilder text = new StringBuilder();
            for (Verb verb : Verb.values()) {
                String separator = verb.name() + " ";
                for (Action action : actions) {
                    if (action.verb() == verb) {
                        text.append(separator).append(step(action));
                        separator = ", ";
                    }
                }
                if (!separator.startsWith(verb.name())) {
                    text.append(' ');
                }
            }
            return text.toString().strip();
        }

        private String step(Action action) {
            String name = name(action.attribute());
            Operand operand = action.operand();
            if (operand == null) {
                return name;
            }
            return name + (action.verb() == Verb.SET ? " = " : " ") + value(operand);
        }

        /**
         * Part of a condition. The service refuses parentheses around parentheses, so whoever takes a part in sets
         * them.
         *
         * @param text without parentheses around the whole
         * @param compound whether it joins others with AND or OR
         */
        private record Clause(String text, boolean compound) {
            String asTerm() {
                return compound ? "(" + text + ")" : text;
            }
        }

        private static Clause simple(String text) {
            return new Clause(text, false);
        }

        private Clause clause(Condition condition) {
            if (condition instanceof Condition.Exists exists) {
                return simple("attribute_exists(" + name(exists.attribute()) + ")");
            } else if (condition instanceof Condition.NotExists absent) {
                return simple("attribute_not_exists(" + name(absent.attribute()) + ")");
            } else if (condition instanceof Condition.Compare compare) {
                return compare(compare);
            } else if (condition instanceof Condition.BeginsWith begins) {
                return isText(begins.operand())
                        ? simple("begins_with(" + name(begins.attribute()) + ", " + value(begins.operand()) + ")")
                        : never(begins.attribute());
            } else if (condition instanceof Condition.And and) {
                return join(and.terms(), " AND ");
            } else if (condition instanceof Condition.Or or) {
                return join(or.terms(), " OR ");
            }
            return simple("NOT (" + clause(((Condition.Not) condition).term()).text + ")");
        }

        private Clause join(List<Condition> terms, String word) {
            return terms.size() == 1
                    ? clause(terms.get(0))
                    : new Clause(
                            terms.stream().map(term -> clause(term).asTerm()).collect(Collectors.joining(word)), true);
        }

        private Clause compare(Condition.Compare compare) {
            boolean ordered = compare.op() != Condition.Op.EQ && compare.op() != Condition.Op.NE;
            if (ordered && !isOrdered(compare.operand())) {
                return never(compare.attribute());
            }
            String sign = switch (compare.op()) {
                case EQ -> " = ";
                case NE -> " <> ";
                case LT -> " < ";
                case LE -> " <= ";
                case GT -> " > ";
                case GE -> " >= ";
            };
            return simple(name(compare.attribute()) + sign + value(compare.operand()));
        }

        /** DynamoDB refuses to compare by order with a boolean and the like; the port says that it does not hold. */
        private Clause never(String attribute) {
            String name = name(attribute);
            return new Clause("attribute_exists(" + name + ") AND attribute_not_exists(" + name + ")", true);
        }

        private boolean isOrdered(Operand operand) {
            AttributeValue value = known(operand);
            return value == null || isOrderable(value);
        }

        private boolean isText(Operand operand) {
            AttributeValue value = known(operand);
            return value == null ? !(operand instanceof Operand.WholeSlot) : value instanceof AttributeValue.Text;
        }

        private @Nullable AttributeValue known(Operand operand) {
            if (operand instanceof Operand.Constant constant) {
                return constant.value();
            }
            return write != null && operand instanceof Operand.ValueSlot slot ? write.values()[slot.slot()] : null;
        }
    }

    /**
     * Whether DynamoDB compares a value by order.
     *
     * @param value an operand
     * @return true for numbers and strings
     */
    static boolean isOrderable(AttributeValue value) {
        return value instanceof AttributeValue.Whole
                || value instanceof AttributeValue.Decimal
                || value instanceof AttributeValue.Text;
    }
}

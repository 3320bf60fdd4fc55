package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a write says, read from the outside: names and numbers. */
final class Written {

    private static final String CONSUMED = "_tc";

    /** What is taken off a counter that has come so far. */
    private static final long TURN = 1L << 62;

    private Written() {}

    /** The id of its set of demands, or 0. */
    static long wid(Write write) {
        Item item = write.item();
        if (item != null) {
            return item.whole("wid", 0);
        }
        for (WriteShape.Action action : write.shape().actions()) {
            if (action.attribute().equals("wid")) {
                return number(write, action.operand());
            }
        }
        return 0;
    }

    /**
     * What it takes of each limit, net, in millitokens; without those that it leaves alone, and without {@code wcu}.
     */
    static Map<String, Long> consumption(Write write) {
        Map<String, Long> net = new TreeMap<>();
        Item item = write.item();
        if (item != null) {
            for (StoredBucket.Names names : StoredBucket.names(item.layout())) {
                put(net, names.limit(), item.whole(names.tc(), 0));
            }
            return net;
        }
        for (WriteShape.Action action : write.shape().actions()) {
            String name = action.attribute();
            if (action.verb() == WriteShape.Verb.ADD && name.startsWith("b_") && name.endsWith(CONSUMED)) {
                put(net, name.substring(2, name.length() - CONSUMED.length()), number(write, action.operand()));
            }
        }
        return net;
    }

    private static void put(Map<String, Long> net, String limit, long amount) {
        if (amount != 0 && !limit.equals(StoredBucket.WCU)) {
            net.put(limit, net(amount));
        }
    }

    /** What was consumed by how a counter moved: it starts anew when it comes near the end of what a number holds. */
    static long net(long moved) {
        return moved < -TURN / 2 ? moved + TURN : moved;
    }

    /** Whether it changes what is counted as consumed, and no balance of a limit. */
    static boolean countsAlone(Write write) {
        boolean counts = false;
        for (WriteShape.Action action : write.shape().actions()) {
            String name = action.attribute();
            if (name.startsWith("b_" + StoredBucket.WCU)) {
                continue;
            }
            if (name.endsWith("_tk")
                    && (action.verb() != WriteShape.Verb.ADD || number(write, action.operand()) != 0)) {
                return false;
            }
            counts |= name.endsWith(CONSUMED) && number(write, action.operand()) != 0;
        }
        return counts && write.shape().kind() == WriteShape.Kind.UPDATE;
    }

    /** Whether it gives an attribute a value. */
    static boolean sets(Write write, String attribute) {
        for (WriteShape.Action action : write.shape().actions()) {
            if (action.verb() == WriteShape.Verb.SET && action.attribute().equals(attribute)) {
                return true;
            }
        }
        return false;
    }

    /** What it gives an attribute, which it sets to a number. */
    static long set(Write write, String attribute) {
        for (WriteShape.Action action : write.shape().actions()) {
            if (action.verb() == WriteShape.Verb.SET && action.attribute().equals(attribute)) {
                return number(write, action.operand());
            }
        }
        throw new IllegalArgumentException("sets no " + attribute + ": " + describe(write));
    }

    static long number(Write write, @Nullable Operand operand) {
        if (operand instanceof Operand.WholeSlot slot) {
            return write.wholes()[slot.slot()];
        }
        return operand instanceof Operand.Constant constant && constant.value() instanceof AttributeValue.Whole whole
                ? whole.value()
                : 0;
    }

    /** One line for a trace. */
    static String describe(Write write) {
        StringBuilder text = new StringBuilder();
        if (write.shape().kind() == WriteShape.Kind.PUT) {
            return text.append("PUT ").append(describe(write.item())).toString();
        }
        text.append(shortened(write.key().pk())).append(':');
        for (WriteShape.Action action : write.shape().actions()) {
            String sign =
                    action.verb() == WriteShape.Verb.ADD ? "+=" : action.verb() == WriteShape.Verb.SET ? "=" : "-";
            text.append(' ').append(action.attribute()).append(sign);
            if (action.operand() != null) {
                text.append(operand(write, action.operand()));
            }
        }
        if (write.shape().condition() != null) {
            text.append(" if");
            condition(text, write, write.shape().condition());
        }
        return text.toString();
    }

    private static String operand(Write write, Operand operand) {
        return operand instanceof Operand.Constant constant && !(constant.value() instanceof AttributeValue.Whole)
                ? constant.value().toString()
                : Long.toString(number(write, operand));
    }

    private static void condition(StringBuilder text, Write write, Condition condition) {
        if (condition instanceof Condition.And and) {
            and.terms().forEach(term -> condition(text, write, term));
        } else if (condition instanceof Condition.Compare compare) {
            String op = switch (compare.op()) {
                case EQ -> "=";
                case NE -> "<>";
                case LT -> "<";
                case LE -> "<=";
                case GT -> ">";
                case GE -> ">=";
            };
            text.append(' ').append(compare.attribute()).append(op).append(operand(write, compare.operand()));
        } else if (condition instanceof Condition.NotExists absent) {
            text.append(" no-").append(absent.attribute());
        } else {
            text.append(' ').append(condition);
        }
    }

    /** One line for a trace. */
    static String describe(@Nullable Item item) {
        if (item == null) {
            return "none";
        }
        StringBuilder text = new StringBuilder(shortened(item.key().pk()));
        item.attributes().forEach((name, value) -> {
            if (value instanceof AttributeValue.Whole whole) {
                text.append(' ').append(name).append('=').append(whole.value());
            } else if (value instanceof AttributeValue.Sequence list) {
                text.append(' ').append(name).append('=').append(list.values());
            }
        });
        return text.toString();
    }

    private static String shortened(String pk) {
        return pk.substring(pk.indexOf('/') + 1);
    }
}

package dev.zaelimiter.internal.schema;

import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A write that was refused, and the bucket that refused it, in numbers alone: for a report that may be passed on.
 * Limits are told by their place in the bucket, and nothing else by a name that a user has chosen. Pure functions.
 */
public final class RefusedWrite {

    private RefusedWrite() {}

    /**
     * Describes a refused write.
     *
     * @param write the write
     * @param item what refused it
     * @param now milliseconds since the epoch
     * @return its conditions with their numbers, and the bucket's
     */
    public static String describe(Write write, Item item, long now) {
        Map<String, String> names = names(item);
        List<String> terms = new ArrayList<>();
        Condition condition = write.shape().condition();
        if (condition != null) {
            terms(condition, write, names, terms);
        }
        List<String> numbers = new ArrayList<>();
        names.forEach((attribute, alias) -> {
            if (item.get(attribute) instanceof AttributeValue.Whole whole) {
                numbers.add(alias + " " + whole.value());
            }
        });
        return "conditions " + terms + "; bucket " + numbers + "; now " + now;
    }

    private static void terms(Condition condition, Write write, Map<String, String> names, List<String> terms) {
        if (condition instanceof Condition.And and) {
            and.terms().forEach(term -> terms(term, write, names, terms));
        } else if (condition instanceof Condition.Compare compare) {
            terms.add(name(names, compare.attribute()) + " " + compare.op() + " " + number(compare.operand(), write));
        } else if (condition instanceof Condition.NotExists absent) {
            terms.add("no " + name(names, absent.attribute()));
        } else {
            terms.add(condition.getClass().getSimpleName());
        }
    }

    private static String number(@Nullable Operand operand, Write write) {
        if (operand instanceof Operand.WholeSlot slot) {
            return String.valueOf(write.wholes()[slot.slot()]);
        }
        return operand instanceof Operand.Constant constant && constant.value() instanceof AttributeValue.Whole whole
                ? String.valueOf(whole.value())
                : "another value";
    }

    private static String name(Map<String, String> names, String attribute) {
        return names.getOrDefault(attribute, "another attribute");
    }

    /** What each attribute that may be named is called. */
    private static Map<String, String> names(Item item) {
        Map<String, String> names = new TreeMap<>();
        for (String plain : List.of(
                BucketSchema.STAMP,
                BucketSchema.SHARD_COUNT,
                BucketSchema.TTL,
                BucketSchema.WID,
                BucketSchema.LIMITS_CHANGED,
                BucketSchema.LONGEST_GAP,
                BucketSchema.TAKEN_BACK_MILLIS,
                KeptNames.CALL_TIME,
                KeptNames.GONE)) {
            names.put(plain, plain);
        }
        BucketLayout layout = BucketSchema.of(item.layout()).layout();
        for (int i = 0; i < layout.size(); i++) {
            LimitAttributes a = new LimitAttributes(layout.name(i));
            String prefix = i == layout.wcu() ? "wcu." : "limit" + i + ".";
            names.put(a.tk, prefix + "tk");
            names.put(a.cp, prefix + "cp");
            names.put(a.ra, prefix + "ra");
            names.put(a.rp, prefix + "rp");
            names.put(a.rm, prefix + "rm");
            names.put(a.tc, prefix + "tc");
            names.put(a.bx, prefix + "bx");
        }
        return names;
    }
}

package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names of limits that an item keeps in lists, in addition to the limits that it holds. Pure. */
public final class KeptNames {

    /** The attribute that lists what a bucket or a configuration once held. */
    static final String GONE = "gone";

    /** The attribute that lists what came with a call. */
    static final String CALL_TIME = "ctl";

    private KeptNames() {}

    /**
     * The limits of a bucket that came with a call and are not stored anywhere else.
     *
     * @param bucket the bucket's item, or null if there is none
     * @return their names
     */
    public static List<String> callLimits(@Nullable Item bucket) {
        return in(bucket, CALL_TIME);
    }

    /**
     * Whether two items of one bucket name the same limits that came with a call.
     *
     * @param one of them
     * @param other of them
     * @return true if none came, and none is stored by now
     */
    public static boolean sameCallLimits(Item one, Item other) {
        return Objects.equals(one.get(CALL_TIME), other.get(CALL_TIME));
    }

    /**
     * The limits that a bucket or a configuration once had.
     *
     * @param item either, or null if there is none
     * @return their names
     */
    public static List<String> removed(@Nullable Item item) {
        return in(item, GONE);
    }

    /**
     * Keeps names in a list of a bucket. Pinned, whether it changes or not: the stamp alone does not tell two changes
     * within a millisecond apart, or those of a process whose clock is behind, and the second would write over the
     * names that the first has added.
     */
    static void write(UpdateRenderer work, Item item, String attribute, Set<String> names) {
        work.pin(attribute);
        if (!names.isEmpty()) {
            AttributeValue value = AttributeValue.Sequence.ofTexts(names);
            if (!value.equals(item.get(attribute))) {
                work.emitter().set(attribute, value);
            }
        } else if (item.has(attribute)) {
            work.emitter().remove(attribute);
        }
    }

    private static List<String> in(@Nullable Item item, String attribute) {
        List<String> names = new ArrayList<>();
        if (item != null && item.get(attribute) instanceof AttributeValue.Sequence list) {
            for (AttributeValue value : list.values()) {
                if (value instanceof AttributeValue.Text text) {
                    names.add(text.value());
                }
            }
        }
        return names;
    }
}

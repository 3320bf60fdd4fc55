package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells changes of a level apart, whoever made them. The Python system does not count its changes: it replaces the
 * item, with the same {@code config_version} each time, or sets a switch or a policy in it. So each level that we write
 * carries a hash of its content, which is gone, or no longer true, after a change of theirs. Pure.
 */
public final class LevelSeal {

    static final String SEAL = "seal";

    /** How often we have changed a level. */
    static final String VERSION = "config_version";

    /** What others set in an item that they leave otherwise. */
    private static final List<String> SET_IN_PLACE = List.of("disabled", "cascade");

    private static final Set<String> NOT_CONTENT = Set.of(SEAL, Item.TTL);
    private static final Set<String> UNCOUNTED = Set.of(SEAL, Item.TTL, VERSION);

    /** Numbers that are no count begin here. A number as large is still exact in JSON. */
    private static final long HASHES = 1L << 52;

    private LevelSeal() {}

    static Item sealed(Item level) {
        return level.toBuilder()
                .put(SEAL, Long.toHexString(hash(level, NOT_CONTENT)))
                .build();
    }

    private static boolean isOurs(Item level) {
        return Long.toHexString(hash(level, NOT_CONTENT)).equals(level.text(SEAL));
    }

    /**
     * A number that changes with each change of a level.
     *
     * @param level its item, or null
     * @return how often we have changed it if nobody else has since; else a large one, by its content; 0 if there is
     *     none
     */
    static long version(@Nullable Item level) {
        if (level == null) {
            return 0;
        }
        return isOurs(level) ? level.whole(VERSION, 0) : HASHES | (hash(level, UNCOUNTED) & (HASHES - 1));
    }

    /**
     * Whether {@link #unchanged} can tell every change of an item.
     *
     * @param level the item
     * @return false if it carries no seal: {@link #claim} gives it one
     */
    public static boolean isOn(Item level) {
        return level.text(SEAL) != null;
    }

    /**
     * Puts a seal on an item that others wrote. It does not tell that the content is ours.
     *
     * @param level the item as it was read
     * @param random so that it is another each time
     * @return an update that is refused if the item has gone, or somebody has sealed it
     */
    public static Write claim(Item level, long random) {
        Operand seal = new Operand.Constant(AttributeValue.of("claimed-" + Long.toHexString(random)));
        return Write.of(
                WriteShape.update(
                        new Condition.And(List.of(Condition.itemExists(), new Condition.NotExists(SEAL))),
                        List.of(new Action(Verb.SET, SEAL, seal))),
                level.key());
    }

    /**
     * Holds while nobody has changed an item.
     *
     * @param level the item as it was read, with a seal
     * @return a condition for a write of it
     */
    public static Condition unchanged(Item level) {
        List<Condition> terms = new ArrayList<>();
        terms.add(same(level, SEAL));
        SET_IN_PLACE.forEach(attribute -> terms.add(same(level, attribute)));
        return new Condition.And(terms);
    }

    private static Condition same(Item level, String attribute) {
        AttributeValue value = level.get(attribute);
        return value == null ? new Condition.NotExists(attribute) : Condition.equal(attribute, value);
    }

    /** FNV-1a over the attributes in order of their names. */
    private static long hash(Item level, Set<String> without) {
        long hash = 0xcbf29ce484222325L;
        TreeMap<String, AttributeValue> content = new TreeMap<>(level.attributes());
        content.keySet().removeAll(without);
        for (byte each : content.toString().getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (each & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }
}

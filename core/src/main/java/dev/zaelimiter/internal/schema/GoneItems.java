package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a level that holds nothing any more: the names that it once held, so that a request which still
 * names one of them is not taken for a mistake, and the number of its last change. It lies beside the level, for a
 * month. The level itself is deleted: what others store there must not find a time to live, nor an item that nobody has
 * counted. Pure.
 */
public final class GoneItems {

    private static final String GONE = "#GONE";
    private static final String GONE_DEFAULT = GONE + Keys.DEFAULT_SK.substring(Keys.CONFIG.length());
    private static final int MOST_NAMES = 50;
    private static final long REMEMBERED_SECONDS = 30L * 24 * 3600;
    private static final WriteShape PUT = WriteShape.put(null);

    private GoneItems() {}

    /**
     * Where it lies.
     *
     * @param level the key of a level
     * @return the key beside it
     */
    public static Key key(Key level) {
        String sk = level.sk();
        // Of most levels it is the same text: those of all resources, and those of a resource or of the system.
        String gone = sk.equals(Keys.CONFIG)
                ? GONE
                : sk.equals(Keys.DEFAULT_SK) ? GONE_DEFAULT : GONE + sk.substring(Keys.CONFIG.length());
        return Key.of(level.pk(), gone);
    }

    /**
     * Whether a key is one of these.
     *
     * @param key any
     * @return true if so
     */
    public static boolean isOne(Key key) {
        return key.sk().startsWith(GONE);
    }

    /**
     * The names.
     *
     * @param item from here, or null
     * @return perhaps none
     */
    public static Set<String> names(@Nullable Item item) {
        return new TreeSet<>(KeptNames.removed(item));
    }

    /**
     * The number of the last change of the level.
     *
     * @param item from here, or null
     * @return 0 if nothing is remembered
     */
    public static long version(@Nullable Item item) {
        return item == null ? 0 : item.whole(ConfigItems.VERSION, 0);
    }

    /**
     * Remembers a level.
     *
     * @param keys of the namespace
     * @param level its key
     * @param names what it held
     * @param before what was remembered until now, or null
     * @param version the number of its last change
     * @param now milliseconds since the epoch
     * @return a put
     */
    public static Write remember(
            Keys keys, Key level, Collection<String> names, @Nullable Item before, long version, long now) {
        Set<String> all = new TreeSet<>(names);
        for (String name : names(before)) {
            if (all.size() < MOST_NAMES) {
                all.add(name);
            }
        }
        Key key = key(level);
        return Write.put(
                PUT,
                Item.builder(key)
                        .put("GSI4PK", keys.namespace())
                        .put("GSI4SK", key.pk())
                        .put(KeptNames.GONE, AttributeValue.Sequence.ofTexts(all))
                        .put(ConfigItems.VERSION, version)
                        .put(Item.TTL, now / 1000 + REMEMBERED_SECONDS)
                        .build());
    }

    /**
     * Deletes a level as it was read.
     *
     * @param level its item, with a seal
     * @return a delete that is refused if it has changed since
     */
    public static Write deleteLevel(Item level) {
        Condition unchanged = LevelSeal.unchanged(level);
        return Write.of(WriteShape.delete(unchanged), level.key());
    }
}

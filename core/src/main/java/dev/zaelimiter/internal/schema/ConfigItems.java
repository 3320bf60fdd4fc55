package dev.zaelimiter.internal.schema;

import dev.zaelimiter.Access;
import dev.zaelimiter.Limit;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemLayout;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The stored limits of one level as an item: whole units and seconds, unlike a bucket. */
public final class ConfigItems {

    /** Counts the changes of a configuration; pins one change on what it had read. */
    public static final String VERSION = LevelSeal.VERSION;

    private static final String PREFIX = "l_";
    private static final String CAPACITY = "_cp";
    private static final String AMOUNT = "_ra";
    private static final String PERIOD = "_rp";
    private static final String SOFT = "_soft";
    private static final String SESSION_PREFIX = "w_";
    private static final String CASCADE = "cascade";
    private static final String SCHEDULE = "_sched";
    private static final String CALENDAR = "_rsched";
    private static final AttributeValue TRUE = AttributeValue.of(true);
    private static final Set<String> OWN = Set.of(
            Item.PK,
            Item.SK,
            "GSI4PK",
            "GSI4SK",
            "entity_id",
            "resource",
            Item.TTL,
            VERSION,
            LevelSwitches.ON_UNAVAILABLE,
            LevelSwitches.ACCESS,
            KeptNames.GONE,
            LevelSeal.SEAL,
            "GSI3PK",
            "GSI3SK");

    /** What is removed together with the limits, in addition to the attributes with their prefixes. */
    private static final Set<String> OF_LIMITS = Set.of("sched_tz");

    /**
     * By these an entity's level is found, whatever it holds: the Python system lists and counts those with a switch
     * alone, too.
     */
    private static final List<String> LISTED_BY = List.of("GSI3PK", "GSI3SK");

    private ConfigItems() {}

    /**
     * Writes a level.
     *
     * @param keys of the namespace
     * @param key of the level
     * @param entity who, or null
     * @param resource on what, or null
     * @param stored what it holds
     * @return the item
     */
    private static Item encode(
            Keys keys, Key key, @Nullable String entity, @Nullable String resource, LevelItem stored) {
        Item.Builder item = Item.builder(key)
                .put("GSI4PK", keys.namespace())
                .put("GSI4SK", key.pk())
                .put(VERSION, stored.version());
        if (entity != null && resource != null) {
            item.put("entity_id", entity)
                    .put(LISTED_BY.get(0), keys.entityConfigPk(resource))
                    .put(LISTED_BY.get(1), entity);
        }
        if (resource != null) {
            item.put("resource", resource);
        }
        for (Limit limit : stored.limits()) {
            String prefix = PREFIX + limit.name();
            item.put(prefix + CAPACITY, limit.capacity())
                    .put(prefix + AMOUNT, limit.refillAmount())
                    .put(prefix + PERIOD, limit.refillPeriod().toSeconds());
            if (limit.soft()) {
                item.put(prefix + SOFT, true);
            }
        }
        LevelSwitches.put(stored, item);
        if (!stored.gone().isEmpty()) {
            item.put(KeptNames.GONE, AttributeValue.Sequence.ofTexts(stored.gone()));
        }
        return item.build();
    }

    /**
     * Reads a level.
     *
     * @param item its item, or null
     * @return what it holds
     * @throws DamagedConfigException if its limits are not as this implementation knows them
     */
    public static LevelItem decode(@Nullable Item item) {
        return item == null ? LevelItem.NOTHING : level(item, limits(item), LevelSwitches.access(item), null);
    }

    /**
     * Reads a level by which takes are decided. That its limits can't be followed matters only where they decide.
     *
     * @param item its item, or null
     * @return what it holds; it says so if its limits can't be followed
     * @throws DamagedConfigException if its switch is damaged
     */
    public static LevelItem deciding(@Nullable Item item) {
        if (item != null) {
            LevelSwitches.access(item);
        }
        return lenient(item);
    }

    /**
     * Reads a level that is to be changed or deleted: limits that can't be followed do not stand in the way. A switch
     * that is damaged counts as off, and is written so unless the change is about it.
     *
     * @param item its item, or null
     * @return what it holds; it says so if its limits can't be followed
     */
    public static LevelItem lenient(@Nullable Item item) {
        try {
            return decode(item);
        } catch (DamagedConfigException damaged) {
            Item there = Objects.requireNonNull(item);
            Access access = LevelSwitches.isDamaged(there) ? Access.DISABLED : LevelSwitches.access(there);
            return level(there, List.of(), access, damaged.getMessage());
        }
    }

    private static LevelItem level(
            Item item, List<Limit> limits, @Nullable Access access, @Nullable String unreadable) {
        return new LevelItem(
                limits,
                Set.copyOf(KeptNames.removed(item)),
                LevelSwitches.policy(item),
                access,
                LevelSeal.version(item),
                item.get(CASCADE) instanceof AttributeValue.Bool policy ? policy.value() : null,
                unreadable);
    }

    private static List<Limit> limits(Item item) {
        List<Limit> limits = new ArrayList<>();
        ItemLayout layout = item.layout();
        for (int i = 0; i < layout.size(); i++) {
            String attribute = layout.name(i);
            if (isCapacity(attribute, SESSION_PREFIX)) {
                throw new DamagedConfigException(
                        item.key(), "the session quota '" + limitName(attribute, SESSION_PREFIX) + "'");
            }
            if (isCapacity(attribute, PREFIX)) {
                limits.add(limit(item, limitName(attribute, PREFIX)));
            }
        }
        return limits;
    }

    private static boolean isCapacity(String attribute, String prefix) {
        return attribute.startsWith(prefix)
                && attribute.endsWith(CAPACITY)
                && attribute.length() > prefix.length() + CAPACITY.length();
    }

    private static String limitName(String attribute, String prefix) {
        return attribute.substring(prefix.length(), attribute.length() - CAPACITY.length());
    }

    /**
     * What is to be stored of a level. What others have stored there in addition to its limits stays; limits that only
     * others can follow are replaced with the rest, or stay if the change is not about limits.
     *
     * @param keys of the namespace
     * @param key of the level
     * @param entity who, or null
     * @param resource on what, or null
     * @param before the level's item, or null
     * @param after what it is to hold
     * @return the item to put; null if nothing is left
     */
    public static @Nullable Item replacement(
            Keys keys,
            Key key,
            @Nullable String entity,
            @Nullable String resource,
            @Nullable Item before,
            LevelItem after) {
        Item.Builder kept = encode(keys, key, entity, resource, after).toBuilder();
        boolean foreign = false;
        if (before != null) {
            for (Map.Entry<String, AttributeValue> each : before.attributes().entrySet()) {
                String name = each.getKey();
                boolean ofLimits =
                        name.startsWith(PREFIX) || name.startsWith(SESSION_PREFIX) || OF_LIMITS.contains(name);
                if (ofLimits ? after.unreadable() != null : !OWN.contains(name)) {
                    kept.put(name, each.getValue());
                    foreign = true;
                }
            }
        }
        return after.holdsNothing() && !foreign ? null : LevelSeal.sealed(kept.build());
    }

    /**
     * Whether the registers count a level: one that is there, and can be found.
     *
     * @param item its item, or null
     * @return false for what earlier versions left of a level that they had emptied, or of which they kept a switch
     *     alone
     */
    public static boolean isCounted(@Nullable Item item) {
        return item != null && !item.has(Item.TTL) && (!item.has("entity_id") || item.has(LISTED_BY.get(0)));
    }

    /**
     * Deletes a level as it was read.
     *
     * @param item its item
     * @return a delete that is refused if it has changed since
     */
    public static Write delete(Item item) {
        AttributeValue version = item.get(VERSION);
        return Write.of(
                WriteShape.delete(
                        version == null ? new Condition.NotExists(VERSION) : Condition.equal(VERSION, version)),
                item.key());
    }

    private static Limit limit(Item item, String name) {
        String prefix = PREFIX + name;
        if (item.has(prefix + CALENDAR)) {
            throw new DamagedConfigException(item.key(), "the calendar quota '" + name + "'");
        } else if (item.has(prefix + SCHEDULE)) {
            throw new DamagedConfigException(item.key(), "the schedule of limit '" + name + "'");
        }
        try {
            Limit limit = Limit.custom(
                    name,
                    item.whole(prefix + CAPACITY, -1),
                    item.whole(prefix + AMOUNT, -1),
                    Duration.ofSeconds(item.whole(prefix + PERIOD, -1)));
            return TRUE.equals(item.get(prefix + SOFT)) ? limit.asSoft() : limit;
        } catch (RateLimiterException invalid) {
            throw new DamagedConfigException(item.key(), name, invalid);
        }
    }
}

package dev.zaelimiter.internal.schema;

import dev.zaelimiter.Access;
import dev.zaelimiter.Limit;
import dev.zaelimiter.OnUnavailable;
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
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The stored limits of one level as an item: whole units and seconds, unlike a bucket. */
public final class ConfigItems {

    /** Counts the changes of a configuration; pins one change on what it had read. */
    public static final String VERSION = "config_version";

    private static final String PREFIX = "l_";
    private static final String CAPACITY = "_cp";
    private static final String AMOUNT = "_ra";
    private static final String PERIOD = "_rp";
    private static final String SOFT = "_soft";
    private static final String ON_UNAVAILABLE = "on_unavailable";
    private static final String ACCESS = "disabled";
    private static final String BYPASS = "bypass";
    private static final String SESSION_PREFIX = "w_";
    private static final String CASCADE = "cascade";
    private static final List<String> SCHEDULES = List.of("_sched", "_rsched");
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
            ON_UNAVAILABLE,
            ACCESS,
            KeptNames.GONE);

    /** What is removed together with the limits, in addition to the attributes with their prefixes. */
    private static final Set<String> OF_LIMITS = Set.of("GSI3PK", "GSI3SK", "sched_tz", CASCADE);

    private static final long REMEMBER_GONE_SECONDS = 30L * 24 * 3600;

    private ConfigItems() {}

    /**
     * Writes a level.
     *
     * @param keys of the namespace
     * @param key of the level
     * @param entity who, or null
     * @param resource on what, or null
     * @param stored what it holds
     * @param now milliseconds since the epoch
     * @return the item
     */
    public static Item encode(
            Keys keys, Key key, @Nullable String entity, @Nullable String resource, LevelItem stored, long now) {
        Item.Builder item = Item.builder(key)
                .put("GSI4PK", keys.namespace())
                .put("GSI4SK", key.pk())
                .put(VERSION, stored.version());
        if (entity != null && resource != null) {
            item.put("entity_id", entity);
            if (!stored.limits().isEmpty()) {
                item.put("GSI3PK", keys.entityConfigPk(resource)).put("GSI3SK", entity);
            }
        }
        if (stored.holdsNothing()) {
            item.put(Item.TTL, now / 1000 + REMEMBER_GONE_SECONDS);
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
        if (stored.onUnavailable() != null) {
            item.put(ON_UNAVAILABLE, stored.onUnavailable().name().toLowerCase(Locale.ROOT));
        }
        if (stored.access() != null) {
            item.put(ACCESS, encode(stored.access()));
        }
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
        return item == null ? LevelItem.NOTHING : level(item, limits(item), access(item), null);
    }

    /**
     * Reads a level that is to be changed or deleted: limits that can't be followed do not stand in the way. A switch that
     * is damaged counts as off, and is written so unless the change is about it.
     *
     * @param item its item, or null
     * @return what it holds; it says so if its limits can't be followed
     */
    public static LevelItem lenient(@Nullable Item item) {
        try {
            return decode(item);
        } catch (DamagedConfigException damaged) {
            Item there = Objects.requireNonNull(item);
            Access access = switchIsDamaged(there) ? Access.DISABLED : access(there);
            return level(there, List.of(), access, damaged.getMessage());
        }
    }

    private static LevelItem level(
            Item item, List<Limit> limits, @Nullable Access access, @Nullable String unreadable) {
        return new LevelItem(
                limits,
                Set.copyOf(KeptNames.removed(item)),
                policy(item.text(ON_UNAVAILABLE)),
                access,
                item.whole(VERSION, 0),
                unreadable);
    }

    private static List<Limit> limits(Item item) {
        if (item.has(CASCADE)) {
            throw new DamagedConfigException(item.key(), "the cascade policy");
        }
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
     * A replacement that keeps what others have stored in a level in addition to its limits. Limits that only others
     * can follow are replaced with the rest, or kept if the change is not about limits.
     *
     * @param before the level's item, or null
     * @param replacement from {@link #encode}
     * @param limits whether to keep the limits as they are stored
     * @return the item to put
     */
    public static Item keepingForeign(@Nullable Item before, Item replacement, boolean limits) {
        if (before == null) {
            return replacement;
        }
        Item.Builder kept = replacement.toBuilder();
        before.attributes().forEach((name, value) -> {
            boolean ofLimits = name.startsWith(PREFIX) || name.startsWith(SESSION_PREFIX) || OF_LIMITS.contains(name);
            if (ofLimits ? limits : !OWN.contains(name)) {
                kept.put(name, value).remove(Item.TTL);
            }
        });
        return kept.build();
    }

    /**
     * Whether a level counts as one with limits.
     *
     * @param item its item, or null
     * @return true if the registers list it
     */
    public static boolean holdsLimits(@Nullable Item item) {
        if (item == null) {
            return false;
        }
        ItemLayout layout = item.layout();
        for (int i = 0; i < layout.size(); i++) {
            String attribute = layout.name(i);
            if (attribute.equals("GSI3PK") || isCapacity(attribute, PREFIX) || isCapacity(attribute, SESSION_PREFIX)) {
                return true;
            }
        }
        return false;
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
        if (SCHEDULES.stream().anyMatch(schedule -> item.has(prefix + schedule))) {
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

    private static AttributeValue encode(Access access) {
        return access == Access.BYPASS ? AttributeValue.of(BYPASS) : AttributeValue.of(access == Access.DISABLED);
    }

    private static @Nullable Access access(Item item) {
        AttributeValue value = item.get(ACCESS);
        if (value instanceof AttributeValue.Bool disabled) {
            return disabled.value() ? Access.DISABLED : Access.ENABLED;
        }
        if (switchIsDamaged(item)) {
            throw DamagedConfigException.ofSwitch(item.key(), ACCESS);
        }
        return value == null ? null : Access.BYPASS;
    }

    /** To read it as enabled would let in whom somebody meant to shut out. */
    private static boolean switchIsDamaged(Item item) {
        AttributeValue value = item.get(ACCESS);
        return value != null
                && !(value instanceof AttributeValue.Bool)
                && !AttributeValue.of(BYPASS).equals(value);
    }

    private static @Nullable OnUnavailable policy(@Nullable String text) {
        if (text == null) {
            return null;
        }
        return switch (text) {
            case "allow" -> OnUnavailable.ALLOW;
            case "block" -> OnUnavailable.BLOCK;
            default -> null;
        };
    }
}

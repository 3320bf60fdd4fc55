package dev.zaelimiter.internal.schema;

import dev.zaelimiter.Limit;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemLayout;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The stored limits of one level as an item: whole units and seconds, unlike a bucket. */
public final class ConfigItems {

    /** Counts the changes of a configuration; pins one change on what it had read. */
    public static final String VERSION = "config_version";

    private static final String PREFIX = "l_";
    private static final String CAPACITY = "_cp";
    private static final String AMOUNT = "_ra";
    private static final String PERIOD = "_rp";
    private static final String ON_UNAVAILABLE = "on_unavailable";
    private static final String SESSION_PREFIX = "w_";
    private static final Set<String> OWN = Set.of(
            Item.PK,
            Item.SK,
            "GSI3PK",
            "GSI3SK",
            "GSI4PK",
            "GSI4SK",
            "entity_id",
            "resource",
            "ttl",
            VERSION,
            ON_UNAVAILABLE,
            BucketSchema.GONE);
    private static final int MOST_GONE = 50;
    private static final long REMEMBER_GONE_SECONDS = 30L * 24 * 3600;

    private ConfigItems() {}

    /**
     * What one level holds.
     *
     * @param limits in order of their names; empty if the level speaks of none
     * @param gone the names of limits that it once held
     * @param onUnavailable the stored policy, or null; only the system level has one
     * @param version of the item, 0 if there is none
     */
    public record Stored(
            List<Limit> limits, Set<String> gone, @Nullable OnUnavailable onUnavailable, long version) {

        /** A level that holds nothing. */
        public static final Stored NOTHING = new Stored(List.of(), Set.of(), null, 0);

        /** Copies the list and the set. */
        public Stored {
            limits = limits.stream().sorted(Comparator.comparing(Limit::name)).toList();
            gone = Collections.unmodifiableSet(new TreeSet<>(gone));
        }

        /**
         * The same level with other limits; names that go are remembered.
         *
         * @param replacement the new limits, perhaps none
         * @return what to store
         */
        public Stored withLimits(List<Limit> replacement) {
            Set<String> names = new TreeSet<>(gone);
            limits.forEach(limit -> names.add(limit.name()));
            replacement.forEach(limit -> names.remove(limit.name()));
            Set<String> kept = new TreeSet<>(names.stream().limit(MOST_GONE).toList());
            return new Stored(replacement, kept, onUnavailable, version + 1);
        }

        /**
         * Whether two levels differ at most in their versions.
         *
         * @param other the other
         * @return true if nothing needs to be written
         */
        public boolean holdsTheSame(Stored other) {
            return limits.equals(other.limits) && gone.equals(other.gone) && onUnavailable == other.onUnavailable;
        }

        /**
         * The same level with another policy.
         *
         * @param policy the new one
         * @return what to store
         */
        public Stored withOnUnavailable(OnUnavailable policy) {
            return new Stored(limits, gone, policy, version + 1);
        }
    }

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
            Keys keys, Key key, @Nullable String entity, @Nullable String resource, Stored stored, long now) {
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
        if (stored.limits().isEmpty() && stored.onUnavailable() == null) {
            item.put("ttl", now / 1000 + REMEMBER_GONE_SECONDS);
        }
        if (resource != null) {
            item.put("resource", resource);
        }
        for (Limit limit : stored.limits()) {
            String prefix = PREFIX + limit.name();
            item.put(prefix + CAPACITY, limit.capacity())
                    .put(prefix + AMOUNT, limit.refillAmount())
                    .put(prefix + PERIOD, limit.refillPeriod().toSeconds());
        }
        if (stored.onUnavailable() != null) {
            item.put(ON_UNAVAILABLE, stored.onUnavailable().name().toLowerCase(Locale.ROOT));
        }
        if (!stored.gone().isEmpty()) {
            item.put(BucketSchema.GONE, AttributeValue.Sequence.ofTexts(stored.gone()));
        }
        return item.build();
    }

    /**
     * Reads a level.
     *
     * @param item its item, or null
     * @return what it holds
     * @throws DamagedConfigException if a limit is not as this implementation knows them
     */
    public static Stored decode(@Nullable Item item) {
        if (item == null) {
            return Stored.NOTHING;
        }
        List<Limit> limits = new ArrayList<>();
        ItemLayout layout = item.layout();
        for (int i = 0; i < layout.size(); i++) {
            String attribute = layout.name(i);
            if (attribute.startsWith(PREFIX) && attribute.endsWith(CAPACITY) && attribute.length() > 5) {
                limits.add(limit(item, attribute.substring(PREFIX.length(), attribute.length() - CAPACITY.length())));
            }
        }
        return new Stored(
                limits,
                Set.copyOf(BucketSchema.removedLimits(item)),
                policy(item.text(ON_UNAVAILABLE)),
                item.whole(VERSION, 0));
    }

    /**
     * A replacement that keeps what others have stored in a level beside its limits: whether it is disabled, for example.
     * Limits of kinds that only others know are replaced with the rest.
     *
     * @param before the level's item, or null
     * @param replacement from {@link #encode}
     * @return the item to put
     */
    public static Item keepingForeign(@Nullable Item before, Item replacement) {
        if (before == null) {
            return replacement;
        }
        Item.Builder kept = replacement.toBuilder();
        before.attributes().forEach((name, value) -> {
            boolean own = OWN.contains(name) || name.startsWith(PREFIX) || name.startsWith(SESSION_PREFIX);
            if (!own) {
                kept.put(name, value).remove("ttl");
            }
        });
        return kept.build();
    }

    /**
     * Finds the entities that have limits on a resource.
     *
     * @param keys of the namespace
     * @param resource on what, or {@link Keys#DEFAULT_RESOURCE}
     * @return a query of the index that knows them
     */
    public static Query entitiesWithLimits(Keys keys, String resource) {
        return Query.of(Query.Index.GSI3, keys.entityConfigPk(resource));
    }

    /**
     * Reads a level that is to be replaced or deleted: what can't be read of it does not stand in the way.
     *
     * @param item its item, or null
     * @return what it holds; nothing, but its version, if that can't be read
     */
    public static Stored lenient(@Nullable Item item) {
        try {
            return decode(item);
        } catch (DamagedConfigException damaged) {
            return new Stored(List.of(), Set.of(), null, item == null ? 0 : item.whole(VERSION, 0));
        }
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
            if (attribute.equals("GSI3PK") || (attribute.startsWith(PREFIX) && attribute.endsWith(CAPACITY))) {
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

    /**
     * The resource of an entity's level.
     *
     * @param key of an item
     * @return the resource, or null if it is no such level
     */
    public static @Nullable String resource(Key key) {
        String prefix = Keys.CONFIG + "#";
        return key.sk().startsWith(prefix) ? key.sk().substring(prefix.length()) : null;
    }

    private static Limit limit(Item item, String name) {
        String prefix = PREFIX + name;
        try {
            return Limit.custom(
                    name,
                    item.whole(prefix + CAPACITY, -1),
                    item.whole(prefix + AMOUNT, -1),
                    Duration.ofSeconds(item.whole(prefix + PERIOD, -1)));
        } catch (RateLimiterException invalid) {
            throw new DamagedConfigException(item.key(), name, invalid);
        }
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

    /** A stored limit is not as this implementation knows them: damaged, or of a newer version. */
    public static final class DamagedConfigException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        DamagedConfigException(Key key, String limit, Throwable cause) {
            super(
                    "the stored limit '" + limit + "' at " + key + " can't be used: " + cause.getMessage()
                            + "; set the limits of that level again",
                    cause);
        }
    }
}

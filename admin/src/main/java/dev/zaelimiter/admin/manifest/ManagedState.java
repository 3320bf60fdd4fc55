package dev.zaelimiter.admin.manifest;

import dev.zaelimiter.ConfigLevel;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which levels manifests have declared, as an item that the Python system's provisioner shares: either sees what the other
 * has declared. Immutable.
 *
 * <p>Besides what that one knows the item holds the id of the last application here, on which the next write is pinned, and
 * whether that one has ended.
 */
final class ManagedState {

    private static final String SORT_KEY = "#PROVISIONER";
    private static final String SYSTEM = "managed_system";
    private static final String RESOURCES = "managed_resources";
    private static final String ENTITIES = "managed_entities";
    private static final String LAST_APPLIED = "last_applied";
    private static final String HASH = "applied_hash";
    private static final String APPLICATION = "apply_id";
    private static final String OPEN = "apply_open";
    private static final List<String> PINNED = List.of(LAST_APPLIED, HASH, APPLICATION);

    /** An item of DynamoDB may have 400 KB; the rest is for names of attributes and what others keep in it. */
    private static final long MOST_BYTES = 380_000;

    private static final int BYTES_PER_VALUE = 4;

    private final Key key;
    private final @Nullable Item item;
    private final Set<ConfigLevel> levels;

    private ManagedState(Key key, @Nullable Item item, Set<ConfigLevel> levels) {
        this.key = key;
        this.item = item;
        this.levels = levels;
    }

    static Key key(Keys keys) {
        return Key.of(keys.systemConfig().pk(), SORT_KEY);
    }

    static ManagedState of(Key key, @Nullable Item item) {
        Set<ConfigLevel> levels = new LinkedHashSet<>();
        if (item != null) {
            if (new AttributeValue.Bool(true).equals(item.get(SYSTEM))) {
                levels.add(ConfigLevel.system());
            }
            texts(item.get(RESOURCES)).forEach(name -> levels.add(ConfigLevel.resource(name)));
            if (item.get(ENTITIES) instanceof AttributeValue.Mapping entities) {
                new TreeMap<>(entities.values())
                        .forEach((id, names) -> texts(names).forEach(name -> levels.add(entity(id, name))));
            }
        }
        return new ManagedState(key, item, levels);
    }

    private static ConfigLevel entity(String id, String resource) {
        return resource.equals(Keys.DEFAULT_RESOURCE) ? ConfigLevel.entity(id) : ConfigLevel.entity(id, resource);
    }

    private static List<String> texts(@Nullable AttributeValue value) {
        List<String> texts = new ArrayList<>();
        if (value instanceof AttributeValue.TextSet set) {
            texts.addAll(set.values());
        } else if (value instanceof AttributeValue.Sequence list) {
            list.values().forEach(each -> {
                if (each instanceof AttributeValue.Text text) {
                    texts.add(text.value());
                }
            });
        }
        return texts;
    }

    Set<ConfigLevel> levels() {
        return levels;
    }

    String hash() {
        String hash = item == null ? null : item.text(HASH);
        return hash == null ? "" : hash;
    }

    /** Whether an application was begun and has not ended: it died, or is still at it. */
    boolean open() {
        return item != null && new AttributeValue.Bool(true).equals(item.get(OPEN));
    }

    /** The state that holds both, as a manifest is begun: whatever becomes of it, nothing declared is forgotten. */
    ManagedState begun(Collection<ConfigLevel> declared, String application) {
        Set<ConfigLevel> both = new LinkedHashSet<>(levels);
        both.addAll(declared);
        Item.Builder next = encode(both).put(APPLICATION, application).put(OPEN, true);
        return new ManagedState(key, next.build(), both);
    }

    /** The state when a manifest has been applied. */
    ManagedState ended(Collection<ConfigLevel> managed, String hash, long now) {
        Set<ConfigLevel> left = new LinkedHashSet<>(managed);
        Item.Builder next = encode(left)
                .remove(OPEN)
                .put(HASH, hash)
                .put(
                        LAST_APPLIED,
                        Instant.ofEpochMilli(now)
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString());
        return new ManagedState(key, next.build(), left);
    }

    private Item.Builder encode(Set<ConfigLevel> all) {
        boolean system = false;
        Set<String> resources = new TreeSet<>();
        Map<String, Set<String>> entities = new TreeMap<>();
        for (ConfigLevel level : all) {
            if (level.entity().isPresent()) {
                entities.computeIfAbsent(level.entity().get(), id -> new TreeSet<>())
                        .add(level.resource().orElse(Keys.DEFAULT_RESOURCE));
            } else if (level.resource().isPresent()) {
                resources.add(level.resource().get());
            } else {
                system = true;
            }
        }
        Map<String, AttributeValue> mapping = new TreeMap<>();
        entities.forEach((id, names) -> mapping.put(id, AttributeValue.Sequence.ofTexts(names)));
        Item.Builder next = item == null ? Item.builder(key) : item.toBuilder();
        int slash = key.pk().indexOf('/');
        return next.put("GSI4PK", key.pk().substring(0, slash))
                .put("GSI4SK", key.pk())
                .put(SYSTEM, system)
                .put(RESOURCES, AttributeValue.Sequence.ofTexts(resources))
                .put(ENTITIES, new AttributeValue.Mapping(mapping));
    }

    /** Refuses what would not fit into the one item that both systems share. */
    static void requireFits(Collection<ConfigLevel> all) {
        Set<String> entities = new TreeSet<>();
        long bytes = 0;
        for (ConfigLevel level : all) {
            bytes += BYTES_PER_VALUE + level.resource().map(ManagedState::bytes).orElse(Keys.DEFAULT_RESOURCE.length());
            if (level.entity().isPresent() && entities.add(level.entity().get())) {
                bytes += BYTES_PER_VALUE + bytes(level.entity().get());
            }
        }
        if (bytes > MOST_BYTES) {
            throw new InvalidInputException(
                    "manifest",
                    all.size() + " levels",
                    "as many as their names fit " + MOST_BYTES + " bytes (these take " + bytes
                            + "), since one item remembers them all; set the limits of single entities without a manifest");
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** A write of this state that is refused if the stored one is no longer the one that was read. */
    Write replacing(ManagedState read) {
        Item seen = read.item;
        if (seen == null) {
            return Write.put(WriteShape.put(Condition.itemAbsent()), written());
        }
        List<Condition> unchanged = new ArrayList<>();
        for (String attribute : PINNED) {
            AttributeValue value = seen.get(attribute);
            unchanged.add(value == null ? new Condition.NotExists(attribute) : Condition.equal(attribute, value));
        }
        return Write.put(WriteShape.put(new Condition.And(unchanged)), written());
    }

    private Item written() {
        if (item == null) {
            throw new IllegalStateException("only what was begun or ended is written");
        }
        return item;
    }
}

package dev.zaelimiter.admin.manifest;

import dev.zaelimiter.Level;
import dev.zaelimiter.internal.facets.StoredNames;
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
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Which levels manifests have declared, as an item that the Python system's provisioner shares: either sees what the
 * other has declared. Immutable.
 *
 * <p>Besides what that one knows the item holds the id of the last application here, on which the next write is pinned,
 * whether that one has ended, and the names of more items for what does not fit. Those are never changed: other
 * contents have other names, so that whoever has read the item finds what it speaks of, or finds out that it is no
 * longer.
 */
final class ManagedState {

    private static final String SORT_KEY = "#PROVISIONER";
    private static final String SYSTEM = "managed_system";
    private static final String WHERE = "what is managed by a manifest";
    private static final String RESOURCES = "managed_resources";
    private static final String ENTITIES = "managed_entities";
    private static final String LAST_APPLIED = "last_applied";
    private static final String HASH = "applied_hash";
    private static final String APPLICATION = "apply_id";
    private static final String OPEN = "apply_open";
    private static final String PARTS = "apply_parts";
    private static final String PART = SORT_KEY + "#PART#";
    private static final List<String> PINNED = List.of(LAST_APPLIED, HASH, APPLICATION);

    /** An item of DynamoDB may have 400 KB; the rest is for names of attributes and what others keep in it. */
    private static final long MOST_BYTES = 380_000;

    private static final long BYTES_PER_VALUE = 4;

    private final Key key;
    private final @Nullable Item item;
    private final List<Item> parts;
    private final Set<Level> levels;

    private ManagedState(Key key, @Nullable Item item, List<Item> parts, Set<Level> levels) {
        this.key = key;
        this.item = item;
        this.parts = List.copyOf(parts);
        this.levels = levels;
    }

    static Key key(Keys keys) {
        return Key.of(keys.systemConfig().pk(), SORT_KEY);
    }

    /** Where the rest lies of what one item can't hold. */
    static List<Key> parts(@Nullable Item item) {
        return item == null
                ? List.of()
                : texts(item.get(PARTS)).stream()
                        .map(sort -> Key.of(item.key().pk(), sort))
                        .toList();
    }

    /**
     * What is stored.
     *
     * @param key of the item
     * @param item the item, or null if nothing was ever declared
     * @param parts the rest, in the order of {@link #parts}
     */
    static ManagedState of(Key key, @Nullable Item item, List<Item> parts) {
        Set<Level> levels = new LinkedHashSet<>();
        if (item != null) {
            if (new AttributeValue.Bool(true).equals(item.get(SYSTEM))) {
                levels.add(Level.system());
            }
            add(item, levels);
            parts.forEach(part -> add(part, levels));
        }
        return new ManagedState(key, item, parts, levels);
    }

    private static void add(Item item, Set<Level> levels) {
        texts(item.get(RESOURCES)).stream()
                .filter(name -> !name.equals(Keys.DEFAULT_RESOURCE) && StoredNames.isResource(WHERE, name))
                .forEach(name -> levels.add(Level.resource(name)));
        if (item.get(ENTITIES) instanceof AttributeValue.Mapping entities) {
            new TreeMap<>(entities.values()).forEach((id, names) -> {
                if (StoredNames.isEntity(WHERE, id)) {
                    texts(names).stream()
                            .filter(name -> StoredNames.isResource(WHERE, name))
                            .forEach(name -> levels.add(entity(id, name)));
                }
            });
        }
    }

    private static Level entity(String id, String resource) {
        return resource.equals(Keys.DEFAULT_RESOURCE) ? Level.entity(id) : Level.entity(id, resource);
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

    Set<Level> levels() {
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
    ManagedState begun(Collection<Level> declared, String application) {
        Set<Level> both = new LinkedHashSet<>(levels);
        both.addAll(declared);
        return holding(
                both,
                application + "#begun",
                next -> next.put(APPLICATION, application).put(OPEN, true));
    }

    /** The state when a manifest has been applied. */
    ManagedState ended(Collection<Level> managed, String hash, long now) {
        String at = Instant.ofEpochMilli(now).truncatedTo(ChronoUnit.SECONDS).toString();
        String application = item == null ? null : item.text(APPLICATION);
        return holding(
                managed,
                application + "#ended",
                next -> next.remove(OPEN).put(HASH, hash).put(LAST_APPLIED, at));
    }

    private ManagedState holding(Collection<Level> all, String name, UnaryOperator<Item.Builder> more) {
        List<Contents> some = divided(all);
        List<Item> others = new ArrayList<>();
        for (int i = 1; i < some.size(); i++) {
            Key part = Key.of(key.pk(), PART + name + "#" + i);
            others.add(some.get(i).putInto(keyed(Item.builder(part))).build());
        }
        Item.Builder next = keyed(item == null ? Item.builder(key) : item.toBuilder());
        some.get(0).putInto(next).put(SYSTEM, all.contains(Level.system()));
        if (others.isEmpty()) {
            next.remove(PARTS);
        } else {
            next.put(
                    PARTS,
                    AttributeValue.Sequence.ofTexts(
                            others.stream().map(each -> each.key().sk()).toList()));
        }
        return new ManagedState(key, more.apply(next).build(), others, new LinkedHashSet<>(all));
    }

    private Item.Builder keyed(Item.Builder next) {
        return next.put("GSI4PK", key.pk().substring(0, key.pk().indexOf('/'))).put("GSI4SK", key.pk());
    }

    /** As many as fit one item, as many as fit the next, and so on; at least one, which may be empty. */
    private static List<Contents> divided(Collection<Level> all) {
        List<Contents> some = new ArrayList<>(List.of(new Contents()));
        for (Level level : all) {
            if (!some.get(some.size() - 1).add(level)) {
                some.add(new Contents());
                some.get(some.size() - 1).add(level);
            }
        }
        return some;
    }

    /** The levels in one item. */
    private static final class Contents {

        private final Set<String> resources = new TreeSet<>();
        private final Map<String, Set<String>> entities = new TreeMap<>();
        private long bytes;

        /** False if it is full. */
        boolean add(Level level) {
            String resource = level.resource().orElse(Keys.DEFAULT_RESOURCE);
            String entity = level.entity().orElse(null);
            long more = BYTES_PER_VALUE + bytes(resource);
            more += entity == null || entities.containsKey(entity) ? 0 : BYTES_PER_VALUE + bytes(entity);
            if (bytes + more > MOST_BYTES) {
                return false;
            }
            bytes += more;
            if (entity != null) {
                entities.computeIfAbsent(entity, id -> new TreeSet<>()).add(resource);
            } else if (level.resource().isPresent()) {
                resources.add(resource);
            }
            return true;
        }

        Item.Builder putInto(Item.Builder item) {
            Map<String, AttributeValue> mapping = new TreeMap<>();
            entities.forEach((id, names) -> mapping.put(id, AttributeValue.Sequence.ofTexts(names)));
            return item.put(RESOURCES, AttributeValue.Sequence.ofTexts(resources))
                    .put(ENTITIES, new AttributeValue.Mapping(mapping));
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** What does not fit the item: to be written before it. */
    List<Item> parts() {
        return parts;
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

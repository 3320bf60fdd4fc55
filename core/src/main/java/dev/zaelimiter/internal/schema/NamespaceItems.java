package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The registry of namespaces: a record for each name and one for each id, under the reserved namespace. */
public final class NamespaceItems {

    private static final String PK = Keys.REGISTRY + "/SYSTEM#";
    private static final String ID = "namespace_id";

    private NamespaceItems() {}

    /**
     * The record that finds an id by name.
     *
     * @param name the namespace's name
     * @return its key
     */
    public static Key byName(String name) {
        return Key.of(PK, "#NAMESPACE#" + name);
    }

    /**
     * Reads the id.
     *
     * @param item a record by name
     * @return the opaque id
     */
    public static String id(Item item) {
        String id = item.text(ID);
        if (id == null) {
            throw new IllegalStateException("the namespace record at " + item.key() + " has no " + ID);
        }
        return id;
    }

    /**
     * Writes both records of a new namespace.
     *
     * @param name its name
     * @param id its opaque id
     * @param now milliseconds since the epoch
     * @return the record by name and the record by id
     */
    public static List<Item> encode(String name, String id, long now) {
        String created =
                Instant.ofEpochMilli(now).truncatedTo(ChronoUnit.SECONDS).toString();
        return List.of(record(byName(name), name, id, created), record(Key.of(PK, "#NSID#" + id), name, id, created));
    }

    private static Item record(Key key, String name, String id, String created) {
        return Item.builder(key)
                .put("GSI4PK", Keys.REGISTRY)
                .put("GSI4SK", PK)
                .put(ID, id)
                .put("namespace_name", name)
                .put("status", "active")
                .put("created_at", created)
                .build();
    }
}

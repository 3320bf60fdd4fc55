package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The registry of namespaces: a record for each name and one for each id, under the reserved namespace. */
public final class NamespaceItems {

    private static final String PK = Keys.REGISTRY + "/SYSTEM#";
    /** The opaque id: the namespace's part of all keys. */
    public static final String ID = "namespace_id";

    private static final String BY_NAME = "#NAMESPACE#";
    private static final String BY_ID = "#NSID#";

    /** The attribute with the name. */
    public static final String NAME = "namespace_name";

    /** The attribute with where it is in its life. */
    public static final String STATUS = "status";

    /** The attribute with when it was registered. */
    public static final String CREATED_AT = "created_at";

    /** The attribute with when it was deleted. */
    public static final String DELETED_AT = "deleted_at";

    /** In use. */
    public static final String ACTIVE = "active";

    /** Without a name; the items are there and can be had back. */
    public static final String DELETED = "deleted";

    /** Its items are being deleted. */
    public static final String PURGING = "purging";

    private NamespaceItems() {}

    /**
     * The record that finds an id by name.
     *
     * @param name the namespace's name
     * @return its key
     */
    public static Key byName(String name) {
        return Key.of(PK, BY_NAME + name);
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
        String created = seconds(now);
        return List.of(record(byName(name), name, id, created), record(byId(id), name, id, created));
    }

    /**
     * The record that finds a name by id.
     *
     * @param id the opaque id
     * @return its key
     */
    public static Key byId(String id) {
        return Key.of(PK, BY_ID + id);
    }

    /**
     * Finds all names in use.
     *
     * @return a query of the table, in order of the names
     */
    public static Query names() {
        return Query.of(Query.Index.TABLE, PK).sortPrefix(BY_NAME);
    }

    /**
     * Finds all ids, also of deleted namespaces.
     *
     * @return a query of the table
     */
    public static Query ids() {
        return Query.of(Query.Index.TABLE, PK).sortPrefix(BY_ID);
    }

    /**
     * Finds every item in a namespace.
     *
     * @param id its opaque id
     * @return a query of the index that knows them
     */
    public static Query everythingIn(String id) {
        return Query.of(Query.Index.GSI4, id);
    }

    /**
     * Takes a namespace's name away, and marks its id as deleted; the items in it stay.
     *
     * @param name its name
     * @param id its id
     * @param now milliseconds since the epoch
     * @return both writes, for one transaction
     */
    public static List<Write> delete(String name, String id, long now) {
        return List.of(
                Write.of(WriteShape.delete(Condition.equal(ID, AttributeValue.of(id))), byName(name)),
                Write.of(
                        WriteShape.update(status(ACTIVE), List.of(set(STATUS, DELETED), set(DELETED_AT, seconds(now)))),
                        byId(id)));
    }

    /**
     * Gives a deleted namespace its name back.
     *
     * @param name its name, which must be free
     * @param id its id
     * @param created when it was registered
     * @return both writes, for one transaction
     */
    public static List<Write> recover(String name, String id, String created) {
        return List.of(
                Write.put(WriteShape.put(Condition.itemAbsent()), record(byName(name), name, id, created)),
                Write.of(
                        WriteShape.update(
                                status(DELETED),
                                List.of(
                                        set(STATUS, ACTIVE),
                                        new WriteShape.Action(WriteShape.Verb.REMOVE, DELETED_AT, null))),
                        byId(id)));
    }

    /**
     * Marks a deleted namespace as one whose items are being deleted: it can't be recovered any more.
     *
     * @param id its id
     * @return an update that is refused if it is neither deleted nor so marked
     */
    public static Write purging(String id) {
        return Write.of(
                WriteShape.update(
                        new Condition.Or(List.of(status(DELETED), status(PURGING))), List.of(set(STATUS, PURGING))),
                byId(id));
    }

    /**
     * Deletes the last record of a namespace.
     *
     * @param id its id
     * @return a delete that is refused unless it is being purged
     */
    public static Write purged(String id) {
        return Write.of(WriteShape.delete(status(PURGING)), byId(id));
    }

    private static Condition status(String status) {
        return Condition.equal(STATUS, AttributeValue.of(status));
    }

    private static WriteShape.Action set(String attribute, String text) {
        return new WriteShape.Action(WriteShape.Verb.SET, attribute, new Operand.Constant(AttributeValue.of(text)));
    }

    private static String seconds(long now) {
        return Instant.ofEpochMilli(now).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static Item record(Key key, String name, String id, String created) {
        return Item.builder(key)
                .put("GSI4PK", Keys.REGISTRY)
                .put("GSI4SK", PK)
                .put(ID, id)
                .put(NAME, name)
                .put(STATUS, ACTIVE)
                .put(CREATED_AT, created)
                .build();
    }
}

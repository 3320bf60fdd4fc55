package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Query;
import java.util.Set;
import java.util.TreeSet;

/**
 * Attributes that are named as users name things: in a register, each resource is an attribute of the item. Some names
 * mean something to the store, in any item: its keys, those of its indexes, and the time to live. A resource of such a
 * name is written with a sign in front that no name begins with. All other names are written as they are, as the Python
 * system does. Pure.
 */
public final class NamedAttributes {

    private static final String ESCAPE = "#";

    /** Tables made by the Python system have so many local indexes, each with a sort key of its own. */
    private static final int LOCAL_INDEXES = 5;

    private static final Set<String> OF_THE_STORE = ofTheStore();

    private NamedAttributes() {}

    private static Set<String> ofTheStore() {
        Set<String> names = new TreeSet<>(Set.of(Item.TTL));
        for (Query.Index index : Query.Index.values()) {
            names.add(index.partitionAttribute());
            names.add(index.sortAttribute());
        }
        for (int i = 1; i <= LOCAL_INDEXES; i++) {
            names.add("LSI" + i + Item.SK);
        }
        return names;
    }

    /**
     * The attribute of a name.
     *
     * @param name as a user knows it
     * @return the attribute to write
     */
    public static String attribute(String name) {
        return OF_THE_STORE.contains(name) ? ESCAPE + name : name;
    }

    /**
     * The name of an attribute, whether it was written with the sign or, by others, without.
     *
     * @param attribute of an item
     * @return as a user knows it
     */
    public static String name(String attribute) {
        return attribute.startsWith(ESCAPE) ? attribute.substring(ESCAPE.length()) : attribute;
    }
}

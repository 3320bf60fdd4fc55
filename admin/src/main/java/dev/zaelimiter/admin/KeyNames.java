package dev.zaelimiter.admin;

import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.BlockingStore;
import dev.zaelimiter.internal.facets.StoredNames;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The ids in the keys that a query finds, in their order, a page at a time. For one call. */
final class KeyNames {

    private final Engine engine;
    private final BlockingStore blocking;
    private final Query query;
    private final Function<Key, String> nameOf;
    private final Deque<String> names = new ArrayDeque<>();
    private @Nullable String next;
    private String token;
    private int pages;

    /**
     * Begins at a page.
     *
     * @param query the first page of all
     * @param token of the page to begin with, or an empty text for the first
     * @param nameOf takes the id from a key
     */
    KeyNames(Engine engine, BlockingStore blocking, Query query, String token, Function<Key, String> nameOf) {
        this.engine = engine;
        this.blocking = blocking;
        this.query = query;
        this.token = token;
        this.next = token;
        this.nameOf = nameOf;
    }

    /**
     * Forgets ids up to another. True if there is a {@link #first} then, or none will come; else a page is to be read.
     */
    boolean isReady(String last) {
        while (!names.isEmpty() && names.element().compareTo(last) <= 0) {
            names.remove();
        }
        return !names.isEmpty() || next == null;
    }

    /** The next id, or null at the end. */
    @Nullable
    String first() {
        return names.peek();
    }

    /** Reads a page, if there is another. */
    void read() {
        String from = next;
        if (from == null) {
            return;
        }
        Page page = blocking.read(
                "listing entities", engine.patientStore().query(query.after(from.isEmpty() ? null : from)));
        token = from;
        next = page.next();
        pages++;
        for (Item item : page.items()) {
            String name = nameOf.apply(item.key());
            if (!name.equals(names.peekLast()) && StoredNames.isEntity("the entities", name)) {
                names.add(name);
            }
        }
    }

    /** Of the page that is read last; an empty text for the first. */
    String token() {
        return token;
    }

    /** How many pages were read. */
    int pages() {
        return pages;
    }
}

package dev.zaelimiter.admin;

import dev.zaelimiter.internal.engine.Engine;
import dev.zaelimiter.internal.facets.Waiting;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Goes through the keys that a query finds, a page at a time, each read when it is asked for. For one thread. */
final class KeyPages implements Iterator<List<Key>> {

    private final Engine engine;
    private final Waiting waiting;
    private final String operation;
    private @Nullable Query next;

    KeyPages(Engine engine, Waiting waiting, String operation, Query query) {
        this.engine = engine;
        this.waiting = waiting;
        this.operation = operation;
        this.next = query;
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public List<Key> next() {
        Query query = next;
        if (query == null) {
            throw new NoSuchElementException();
        }
        Page page = waiting.read(operation, engine.patientStore().query(query));
        next = page.next() == null ? null : query.after(page.next());
        return page.items().stream().map(Item::key).toList();
    }
}

package dev.zaelimiter.internal.facets;

import dev.zaelimiter.RepositoryClosedException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The open repositories of one store, one for each namespace: that which was opened, and those that share its client
 * and caches. Once closed it takes in no more, so that none is left open behind. Safe for use by many threads.
 */
final class Scopes<R extends Scopes.Scoped> {

    private final Map<String, R> open = new HashMap<>();
    private boolean closed;

    /** A repository of one namespace. */
    interface Scoped {

        /** Whether it is closed, or closing. */
        boolean closed();
    }

    /** Takes in a repository that was just opened. */
    synchronized void add(String id, R repository) {
        open.put(id, repository);
    }

    /** The open repository of a namespace, made if there is none. */
    synchronized R get(String id, Supplier<R> maker) {
        if (closed) {
            throw new RepositoryClosedException();
        }
        R known = open.get(id);
        if (known == null || known.closed()) {
            known = maker.get();
            open.put(id, known);
        }
        return known;
    }

    /** A repository has closed. */
    synchronized void remove(String id, R repository) {
        open.remove(id, repository);
    }

    /** Takes in no more. Returns those that are still open, to be closed. */
    synchronized List<R> close() {
        closed = true;
        return List.copyOf(open.values());
    }
}

package dev.zaelimiter.internal.facets;

import dev.zaelimiter.RepositoryClosedException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The open repositories of one store, one for each namespace: that which was opened, and those that share its client and
 * caches. Once closed it takes in no more, so that none is left open behind. Safe for use by many threads.
 */
final class Scopes {

    private final Map<String, EngineRepository> open = new HashMap<>();
    private boolean closed;

    /** Takes in a repository that was just opened. */
    synchronized void add(String id, EngineRepository repository) {
        open.put(id, repository);
    }

    /** The open repository of a namespace, made if there is none. */
    synchronized EngineRepository get(String id, Supplier<EngineRepository> maker) {
        if (closed) {
            throw new RepositoryClosedException();
        }
        EngineRepository known = open.get(id);
        if (known == null || known.closed()) {
            known = maker.get();
            open.put(id, known);
        }
        return known;
    }

    /** A repository has closed. */
    synchronized void remove(String id, EngineRepository repository) {
        open.remove(id, repository);
    }

    /** Takes in no more. Returns those that are still open, to be closed. */
    synchronized List<EngineRepository> close() {
        closed = true;
        return List.copyOf(open.values());
    }
}

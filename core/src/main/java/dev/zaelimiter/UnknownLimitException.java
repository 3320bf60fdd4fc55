package dev.zaelimiter;

import java.util.Collection;
import java.util.TreeSet;

/** A request names a limit that the entity and resource never had, neither stored nor given with the call. */
public final class UnknownLimitException extends InvalidInputException {

    private static final long serialVersionUID = 1L;

    /**
     * Names the limit and what there is instead.
     *
     * @param entity whose request
     * @param resource on what
     * @param limit the unknown name
     * @param known the names that would have been accepted
     */
    public UnknownLimitException(String entity, String resource, String limit, Collection<String> known) {
        super("take", limit, "one of " + new TreeSet<>(known) + ", the limits of " + Shown.pair(entity, resource));
    }
}

package dev.zaelimiter.internal.facets;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.store.Printable;
import java.util.function.Consumer;

/**
 * Names that were found in the store, put there by a hand or by looser rules. A name that breaks our rules can be used
 * in no call, so lists leave it out, and the log says so: it must not hide all the others.
 */
public final class StoredNames {

    private static final SafeLog LOG = SafeLog.ofLimiter();

    private StoredNames() {}

    /**
     * Whether an entity may be called so.
     *
     * @param where it was found, for the log
     * @param name as stored
     * @return false after the log was told
     */
    public static boolean isEntity(String where, String name) {
        return passes(where, name, Inputs::entity);
    }

    /**
     * Whether a resource may be called so.
     *
     * @param where it was found, for the log
     * @param name as stored
     * @return false after the log was told; true for what stands for all resources of an entity
     */
    public static boolean isResource(String where, String name) {
        return name.equals(Keys.DEFAULT_RESOURCE) || passes(where, name, Inputs::resource);
    }

    private static boolean passes(String where, String name, Consumer<String> check) {
        try {
            check.accept(name);
            return true;
        } catch (InvalidInputException illegal) {
            LOG.warn("{}: {} is no legal name and is left out", where, Printable.quoted(name));
            return false;
        }
    }
}

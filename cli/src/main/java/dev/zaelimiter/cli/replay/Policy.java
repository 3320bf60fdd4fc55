package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Limit;
import dev.zaelimiter.StoredLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Limits to be tried, at the four levels at which limits are stored: for one entity and resource, the first level that
 * has any decides, alone. Immutable.
 */
final class Policy {

    private final String name;
    private final List<Scope> scopes;
    private final List<Limit> limits;
    private final Map<Level, Scope> byLevel = new HashMap<>();

    /**
     * For whom limits hold.
     *
     * @param entity one entity, or null for all
     * @param resource one resource, or null for all
     */
    record Level(@Nullable String entity, @Nullable String resource) {

        static final Level SYSTEM = new Level(null, null);

        /** For people; empty for everybody on everything. */
        String label() {
            if (entity == null) {
                return resource == null ? "" : "on " + resource;
            }
            return resource == null ? entity : entity + " on " + resource;
        }
    }

    /**
     * The limits of one level.
     *
     * @param level for whom
     * @param limits one or more
     * @param first the place of the first one among all limits of the policy
     */
    record Scope(Level level, List<Limit> limits, int first) {}

    /**
     * A policy.
     *
     * @param name for people
     * @param levels the limits of each level, in the order in which they are shown
     */
    Policy(String name, Map<Level, List<Limit>> levels) {
        this.name = name;
        List<Scope> all = new ArrayList<>();
        List<Limit> flat = new ArrayList<>();
        levels.forEach((level, ofLevel) -> {
            Scope scope = new Scope(level, List.copyOf(ofLevel), flat.size());
            all.add(scope);
            flat.addAll(ofLevel);
            byLevel.put(level, scope);
        });
        this.scopes = List.copyOf(all);
        this.limits = List.copyOf(flat);
    }

    /** The same limits for everybody on everything. */
    static Policy ofAll(String name, List<Limit> limits) {
        return new Policy(name, Map.of(Level.SYSTEM, limits));
    }

    String name() {
        return name;
    }

    List<Scope> scopes() {
        return scopes;
    }

    /** The limits of all scopes, one after another. */
    List<Limit> limits() {
        return limits;
    }

    /** The names of all limits, each once. */
    Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        limits.forEach(limit -> names.add(limit.name()));
        return names;
    }

    /** Whether everybody has the same limits. */
    boolean isTheSameForAll() {
        return scopes.size() == 1 && scopes.get(0).level().equals(Level.SYSTEM);
    }

    /** What holds for an entity on a resource, or null if nothing does. */
    @Nullable
    Scope scope(String entity, String resource) {
        Level[] levels = {new Level(entity, resource), new Level(entity, null), new Level(null, resource), Level.SYSTEM
        };
        for (Level level : levels) {
            Scope scope = byLevel.get(level);
            if (scope != null) {
                return scope;
            }
        }
        return null;
    }

    /**
     * Stores limits.
     *
     * @param stored where
     * @param group for which group of entities: limits of an entity that is in another are left out
     */
    void store(StoredLimits stored, int group) {
        for (Scope scope : scopes) {
            String entity = scope.level().entity();
            if (entity != null && RowBatch.groupOf(entity) != group) {
                continue;
            }
            String resource = scope.level().resource();
            Limit[] ofScope = scope.limits().toArray(Limit[]::new);
            if (entity != null && resource != null) {
                stored.setEntityLimits(entity, resource, ofScope);
            } else if (entity != null) {
                stored.setEntityDefaults(entity, ofScope);
            } else if (resource != null) {
                stored.setResourceDefaults(resource, ofScope);
            } else {
                stored.setSystemDefaults(ofScope);
            }
        }
    }
}

package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Access;
import dev.zaelimiter.Limit;
import dev.zaelimiter.NameEncoding;
import dev.zaelimiter.StoredLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Limits to be tried, at the four levels at which limits are stored: for one entity and resource, the first level that
 * has any decides, alone. Immutable.
 */
final class Policy {

    private final String name;
    private final List<Scope> scopes;
    private final List<Limit> limits;
    private final Map<Target, Scope> byLevel = new HashMap<>();
    private final Map<Target, Access> switches;

    /**
     * For whom limits hold.
     *
     * @param entity one entity by the name that a store has for it, or null for all
     * @param resource one resource by the name that a store has for it, or null for all
     */
    record Target(@Nullable String entity, @Nullable String resource) {

        static final Target SYSTEM = new Target(null, null);

        /** For people; empty for everybody on everything. */
        String label() {
            String who = entity == null ? "" : NameEncoding.ENTITY.decode(entity);
            String what = resource == null ? "" : NameEncoding.RESOURCE.decode(resource);
            if (entity == null) {
                return resource == null ? "" : "on " + what;
            }
            return resource == null ? who : who + " on " + what;
        }

        /** The same with another name of the entity. */
        Target shownAs(UnaryOperator<String> entities) {
            return entity == null ? this : new Target(entities.apply(NameEncoding.ENTITY.decode(entity)), resource);
        }
    }

    /**
     * The limits of one level.
     *
     * @param level for whom
     * @param limits one or more
     * @param first the place of the first one among all limits of the policy
     */
    record Scope(Target level, List<Limit> limits, int first) {}

    /**
     * A policy.
     *
     * @param name for people
     * @param levels the limits of each level, in the order in which they are shown
     */
    Policy(String name, Map<Target, List<Limit>> levels) {
        this(name, levels, Map.of());
    }

    /**
     * A policy with switches.
     *
     * @param name for people
     * @param levels the limits of each level, in the order in which they are shown
     * @param switches whether levels are switched off, or past their limits
     */
    Policy(String name, Map<Target, List<Limit>> levels, Map<Target, Access> switches) {
        this.name = name;
        this.switches = Map.copyOf(switches);
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
        return new Policy(name, Map.of(Target.SYSTEM, limits));
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
        return switches.isEmpty() && scopes.size() == 1 && scopes.get(0).level().equals(Target.SYSTEM);
    }

    /** Whether requests of an entity for a resource are decided by limits: the narrowest level that says so counts. */
    Access access(String entity, String resource) {
        if (!switches.isEmpty()) {
            for (Target level : levels(entity, resource)) {
                Access access = switches.get(level);
                if (access != null) {
                    return access;
                }
            }
        }
        return Access.ENABLED;
    }

    private static List<Target> levels(String entity, String resource) {
        String who = RowNames.storedEntity(entity);
        String what = RowNames.storedResource(resource);
        return List.of(new Target(who, what), new Target(who, null), new Target(null, what), Target.SYSTEM);
    }

    /** What holds for an entity on a resource, or null if nothing does. */
    @Nullable
    Scope scope(String entity, String resource) {
        for (Target level : levels(entity, resource)) {
            Scope scope = byLevel.get(level);
            if (scope != null) {
                return scope;
            }
        }
        return null;
    }

    /** Rows are grouped by the names in the file; of a shortened one nobody knows it. */
    private static boolean isOf(String stored, int group) {
        String name = NameEncoding.ENTITY.decode(stored);
        return !name.equals(stored) || stored.startsWith("xs--") || RowBatch.groupOf(name) == group;
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
            if (entity != null && !isOf(entity, group)) {
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

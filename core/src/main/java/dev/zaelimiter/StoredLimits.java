package dev.zaelimiter;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The stored limits of a namespace, at four levels. For one entity and resource the first level that holds anything
 * decides, alone: entity and resource, entity, resource, system.
 *
 * <p>Setting replaces all limits of the level. A change reaches every process, and the buckets in use, within the
 * configuration cache's time to live (60 s by default) plus one acquire; in this process, with the next acquire. A
 * lower capacity clamps immediately, a higher one fills by refill, an added limit starts full, a removed one goes.
 *
 * <p>Blocking, a few round trips each; safe for use by many threads. Each verb throws {@link InvalidInputException} for
 * a name or a set of limits that breaks a rule, before anything is written, and {@link StoreFailureException} if the
 * store fails.
 */
public interface StoredLimits {

    /**
     * Sets the limits of one entity on one resource.
     *
     * @param entity who
     * @param resource on what
     * @param limits 1 to 20, no two of one name
     */
    void setEntityLimits(String entity, String resource, Limit... limits);

    /**
     * Reads the limits of one entity on one resource.
     *
     * @param entity who
     * @param resource on what
     * @return what this level holds; empty if nothing
     */
    List<Limit> getEntityLimits(String entity, String resource);

    /**
     * Deletes the limits of one entity on one resource.
     *
     * @param entity who
     * @param resource on what
     * @return false if there were none
     */
    boolean deleteEntityLimits(String entity, String resource);

    /**
     * Sets the limits of one entity on every resource that has none of its own.
     *
     * @param entity who
     * @param limits 1 to 20, no two of one name
     */
    void setEntityDefaults(String entity, Limit... limits);

    /**
     * Reads the limits of one entity on every resource.
     *
     * @param entity who
     * @return what this level holds; empty if nothing
     */
    List<Limit> getEntityDefaults(String entity);

    /**
     * Deletes the limits of one entity on every resource.
     *
     * @param entity who
     * @return false if there were none
     */
    boolean deleteEntityDefaults(String entity);

    /**
     * Sets the limits of a resource, for every entity that has none of its own.
     *
     * @param resource on what
     * @param limits 1 to 20, no two of one name
     */
    void setResourceDefaults(String resource, Limit... limits);

    /**
     * Reads the limits of a resource.
     *
     * @param resource on what
     * @return what this level holds; empty if nothing
     */
    List<Limit> getResourceDefaults(String resource);

    /**
     * Deletes the limits of a resource.
     *
     * @param resource on what
     * @return false if there were none
     */
    boolean deleteResourceDefaults(String resource);

    /**
     * Sets the limits for everything that no other level speaks of. The stored {@link OnUnavailable} stays.
     *
     * @param limits 1 to 20, no two of one name
     */
    void setSystemDefaults(Limit... limits);

    /**
     * Reads the limits for everything.
     *
     * @return what this level holds; empty if nothing
     */
    List<Limit> getSystemDefaults();

    /**
     * Deletes the limits for everything. The stored {@link OnUnavailable} stays.
     *
     * @return false if there were none
     */
    boolean deleteSystemDefaults();

    /**
     * Stores what to do when the store gives no answer, for all processes. A request's own word wins over it; without
     * either the repository's setting holds. The system limits stay.
     *
     * @param policy the policy
     */
    void setOnUnavailable(OnUnavailable policy);

    /**
     * Reads the stored policy.
     *
     * @return empty if none is stored
     */
    Optional<OnUnavailable> getOnUnavailable();

    /**
     * Reads a level with its version.
     *
     * @param level which
     * @return what it holds
     */
    LevelSettings read(Level level);

    /**
     * Reads many levels in few round trips; each as it is, not all as of one instant.
     *
     * @param levels any number
     * @return what each of them holds, in the order given
     */
    Map<Level, LevelSettings> readAll(Collection<Level> levels);

    /**
     * Changes a level in part, or only if it is as it was read.
     *
     * @param level which
     * @param change what to change; the rest stays
     * @return what the level holds now
     * @throws ConfigConflictException if the change asks for another version than the level has
     * @throws InvalidInputException if the level would hold more than 20 limits, or a policy is for another level than
     *     the system's
     */
    LevelSettings change(Level level, LevelChange change);

    /**
     * Lists the resources that have a level: limits for whoever asks, or a switch.
     *
     * @return names in order
     */
    List<String> resourcesWithDefaults();

    /**
     * Lists the resources on which entities have levels of their own: limits, or a switch.
     *
     * @return how many entities, by the resource's name, in order; those with limits on every resource are under
     *     {@code _default_}
     */
    Map<String, Long> resourcesWithEntityLimits();

    /**
     * Lists the entities with a level of their own on one resource: limits, or a switch. One that was set within the
     * last second may be missing.
     *
     * @param resource its name, or null for those with limits on every resource
     * @param limit the most entities, 1 to 1000
     * @param after {@link NamePage#next} of the page before, or null for the first
     * @return a page of ids
     */
    NamePage entitiesWithLimits(@Nullable String resource, int limit, @Nullable String after);
}

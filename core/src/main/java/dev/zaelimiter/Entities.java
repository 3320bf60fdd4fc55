package dev.zaelimiter;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The entities of a namespace. Blocking, a few round trips each; safe for use by many threads.
 *
 * <p>Each verb throws {@link StoreFailureException} if the store fails.
 */
public interface Entities {

    /**
     * Creates an entity.
     *
     * @param entity what to create
     * @throws EntityExistsException if there is one with this id; it is left as it is
     * @throws EntityNotFoundException if the parent does not exist
     */
    void create(Entity entity);

    /**
     * Creates an entity, unless there is one with this id: that one is left as it is, whatever its parent and name.
     *
     * @param entity what to create
     * @return true if it was created
     * @throws EntityNotFoundException if the parent does not exist
     */
    default boolean createIfAbsent(Entity entity) {
        try {
            create(entity);
            return true;
        } catch (EntityExistsException there) {
            return false;
        }
    }

    /**
     * Reads an entity.
     *
     * @param id its id
     * @return empty if it was never created
     * @throws InvalidInputException if the id breaks its rule
     */
    Optional<Entity> get(String id);

    /**
     * Reads the children of an entity. One that was created or moved within the last second may be missing.
     *
     * @param parent its id; it need not exist
     * @param limit the most children, 1 to 1000
     * @param after {@link EntityPage#next} of the page before, or null for the first
     * @return a page
     * @throws InvalidInputException if an argument breaks its rule
     */
    EntityPage children(String parent, int limit, @Nullable String after);

    /**
     * Lists the entities that were created, whoever created them. Goes through the keys of the namespace's entities and
     * of their limits, so a page may hold fewer than were asked for, or none, and still not be the last. One that was
     * created within the last second may be missing.
     *
     * @param limit the most entities, 1 to 1000
     * @param after {@link EntityPage#next} of the page before, or null for the first
     * @return a page
     * @throws InvalidInputException if an argument breaks its rule
     */
    EntityPage list(int limit, @Nullable String after);

    /**
     * Says whether what an entity takes is charged to its parent too. Its buckets keep their balances and are told. If
     * telling them fails midway, the same call does the rest.
     *
     * @param id its id
     * @param cascade true to charge both, which needs a parent
     * @return false if it was so already
     * @throws EntityNotFoundException if there is no such entity
     * @throws InvalidInputException if the id breaks its rule, or the entity has no parent to be charged
     */
    boolean setCascade(String id, boolean cascade);

    /**
     * Gives an entity another parent, or none. Its buckets keep their balances and are told; whether it cascades stays
     * as it is. If telling them fails midway, the same call does the rest.
     *
     * @param id its id
     * @param parent the new parent, or null for none
     * @return false if it had this parent already
     * @throws EntityNotFoundException if one of the two does not exist
     * @throws InvalidInputException if an id breaks its rule, the entity would be its own ancestor, or it would have
     *     more than 32 ancestors
     */
    boolean setParent(String id, @Nullable String parent);

    /**
     * Deletes an entity with its limits, buckets and usage; the records of its changes stay. Its own record goes last,
     * so that a call that fails midway can be made again. A request for it that is under way may leave a bucket behind.
     *
     * @param id its id; it need not have been created
     * @return how many items were deleted; 0 if there was nothing
     * @throws EntityHasChildrenException if it has children; nothing was deleted
     * @throws InvalidInputException if the id breaks its rule
     */
    long delete(String id);

    /**
     * Deletes an entity as {@link #delete} does; children that it has are left without a parent.
     *
     * @param id its id
     * @return how many items were deleted, not counting changes of children
     * @throws InvalidInputException if the id breaks its rule
     */
    long deleteAndDetachChildren(String id);
}

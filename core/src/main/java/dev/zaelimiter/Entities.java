package dev.zaelimiter;

import java.util.Optional;

/**
 * The entities of a namespace. Blocking, one or two round trips each; safe for use by many threads.
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
     * Reads an entity.
     *
     * @param id its id
     * @return empty if it was never created
     * @throws InvalidInputException if the id breaks its rule
     */
    Optional<Entity> get(String id);
}

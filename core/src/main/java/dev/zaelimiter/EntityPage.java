package dev.zaelimiter;

import java.util.List;
import java.util.Optional;

/**
 * Some entities.
 *
 * @param entities in order of their ids
 * @param next what to go on with; empty if this is the last page
 */
public record EntityPage(List<Entity> entities, Optional<String> next) {

    /** Copies the list. */
    public EntityPage {
        entities = List.copyOf(entities);
    }
}

package dev.zaelimiter;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One of the places where limits are stored: for everything, a resource, an entity, or an entity on a resource. */
public final class Level {

    /** Where a limit came from, most specific first. */
    public enum Kind {

        /** Given with the call. */
        CALL,
        /** Stored for the entity and the resource. */
        ENTITY_RESOURCE,
        /** Stored for the entity, for every resource. */
        ENTITY,
        /** Stored for the resource, for every entity. */
        RESOURCE,
        /** Stored for everything. */
        SYSTEM
    }

    private static final Level SYSTEM = new Level(null, null);

    private final @Nullable String entity;
    private final @Nullable String resource;

    private Level(@Nullable String entity, @Nullable String resource) {
        this.entity = entity;
        this.resource = resource;
    }

    /**
     * For everything.
     *
     * @return the level
     */
    public static Level system() {
        return SYSTEM;
    }

    /**
     * For a resource, whoever asks.
     *
     * @param resource its name
     * @return the level
     * @throws InvalidInputException if the name breaks its rule
     */
    public static Level resource(String resource) {
        return new Level(null, Names.resource(resource));
    }

    /**
     * For an entity, on every resource.
     *
     * @param entity its id
     * @return the level
     * @throws InvalidInputException if the id breaks its rule
     */
    public static Level entity(String entity) {
        return new Level(Names.entity("entity", entity), null);
    }

    /**
     * For an entity on a resource.
     *
     * @param entity its id
     * @param resource its name
     * @return the level
     * @throws InvalidInputException if one breaks its rule
     */
    public static Level entity(String entity, String resource) {
        return new Level(Names.entity("entity", entity), Names.resource(resource));
    }

    /**
     * Whose.
     *
     * @return empty if it is for all
     */
    public Optional<String> entity() {
        return Optional.ofNullable(entity);
    }

    /**
     * On what.
     *
     * @return empty if it is for all
     */
    public Optional<String> resource() {
        return Optional.ofNullable(resource);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Level that
                && entity().equals(that.entity())
                && resource().equals(that.resource());
    }

    @Override
    public int hashCode() {
        return entity().hashCode() * 31 + resource().hashCode();
    }

    @Override
    public String toString() {
        if (entity == null) {
            return resource == null ? "the system" : "resource " + Shown.resource(resource);
        }
        return "entity " + Shown.entity(entity) + (resource == null ? "" : " on " + Shown.resource(resource));
    }
}

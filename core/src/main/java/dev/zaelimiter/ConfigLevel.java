package dev.zaelimiter;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One of the places where limits are stored: for everything, a resource, an entity, or an entity on a resource. */
public final class ConfigLevel {

    private static final ConfigLevel SYSTEM = new ConfigLevel(null, null);

    private final @Nullable String entity;
    private final @Nullable String resource;

    private ConfigLevel(@Nullable String entity, @Nullable String resource) {
        this.entity = entity;
        this.resource = resource;
    }

    /**
     * For everything.
     *
     * @return the level
     */
    public static ConfigLevel system() {
        return SYSTEM;
    }

    /**
     * For a resource, whoever asks.
     *
     * @param resource its name
     * @return the level
     * @throws InvalidInputException if the name breaks its rule
     */
    public static ConfigLevel resource(String resource) {
        return new ConfigLevel(null, Names.resource(resource));
    }

    /**
     * For an entity, on every resource.
     *
     * @param entity its id
     * @return the level
     * @throws InvalidInputException if the id breaks its rule
     */
    public static ConfigLevel entity(String entity) {
        return new ConfigLevel(Names.entity("entity", entity), null);
    }

    /**
     * For an entity on a resource.
     *
     * @param entity its id
     * @param resource its name
     * @return the level
     * @throws InvalidInputException if one breaks its rule
     */
    public static ConfigLevel entity(String entity, String resource) {
        return new ConfigLevel(Names.entity("entity", entity), Names.resource(resource));
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
        return other instanceof ConfigLevel that
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
            return resource == null ? "the system" : "resource " + resource;
        }
        return "entity " + entity + (resource == null ? "" : " on " + resource);
    }
}

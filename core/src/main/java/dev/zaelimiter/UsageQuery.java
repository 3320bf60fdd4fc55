package dev.zaelimiter;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which usage to read: of an entity, on all resources or on one; or of all entities on a resource. Immutable.
 *
 * <pre>{@code
 * UsageQuery.ofEntity("key-abc").on("gpt-4").window(UsageWindow.DAILY).from(monday)
 * }</pre>
 */
public final class UsageQuery {

    private final @Nullable String entity;
    private final @Nullable String resource;
    private final UsageWindow window;
    private final @Nullable Instant from;
    private final @Nullable Instant until;

    private UsageQuery(
            @Nullable String entity,
            @Nullable String resource,
            UsageWindow window,
            @Nullable Instant from,
            @Nullable Instant until) {
        this.entity = entity;
        this.resource = resource;
        this.window = window;
        this.from = from;
        this.until = until;
    }

    /**
     * What an entity consumed, hour by hour, on whatever resource.
     *
     * @param entity its id; it need not exist
     * @return a query
     * @throws InvalidInputException if the id breaks its rule
     */
    public static UsageQuery ofEntity(String entity) {
        Entity.builder(entity);
        return new UsageQuery(entity, null, UsageWindow.HOURLY, null, null);
    }

    /**
     * What all entities consumed on a resource, hour by hour.
     *
     * @param resource its name
     * @return a query
     * @throws InvalidInputException if the name breaks its rule
     */
    public static UsageQuery ofResource(String resource) {
        return new UsageQuery(null, checked(resource), UsageWindow.HOURLY, null, null);
    }

    private static String checked(String resource) {
        AcquireRequest.entity("any").resource(resource);
        return resource;
    }

    /**
     * The same on one resource.
     *
     * @param resource its name
     * @return a query
     * @throws InvalidInputException if the name breaks its rule
     */
    public UsageQuery on(String resource) {
        return new UsageQuery(entity, checked(resource), window, from, until);
    }

    /**
     * The same in windows of another length.
     *
     * @param window by default {@link UsageWindow#HOURLY}
     * @return a query
     */
    public UsageQuery window(UsageWindow window) {
        return new UsageQuery(entity, resource, Objects.requireNonNull(window, "window"), from, until);
    }

    /**
     * The same from an instant on.
     *
     * @param from windows that begin then or later; by default all
     * @return a query
     */
    public UsageQuery from(Instant from) {
        return new UsageQuery(entity, resource, window, Objects.requireNonNull(from, "from"), until);
    }

    /**
     * The same up to an instant.
     *
     * @param until windows that begin before it; by default all
     * @return a query
     */
    public UsageQuery until(Instant until) {
        return new UsageQuery(entity, resource, window, from, Objects.requireNonNull(until, "until"));
    }

    /**
     * Who.
     *
     * @return empty for all entities
     */
    public Optional<String> entity() {
        return Optional.ofNullable(entity);
    }

    /**
     * On what.
     *
     * @return empty for all resources of the entity
     */
    public Optional<String> resource() {
        return Optional.ofNullable(resource);
    }

    /**
     * How long each window is.
     *
     * @return the length
     */
    public UsageWindow window() {
        return window;
    }

    /**
     * The earliest begin.
     *
     * @return empty if there is none
     */
    public Optional<Instant> from() {
        return Optional.ofNullable(from);
    }

    /**
     * The begin that is too late.
     *
     * @return empty if there is none
     */
    public Optional<Instant> until() {
        return Optional.ofNullable(until);
    }

    @Override
    public String toString() {
        return window.text() + " usage"
                + (entity == null ? "" : " of " + Shown.quoted(entity))
                + (resource == null ? "" : " on " + Shown.quoted(resource));
    }
}

package dev.zaelimiter.internal.facets;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Limit;
import java.util.List;

/** Checks arguments by the rules that the builders of the API hold. */
public final class Inputs {

    private Inputs() {}

    /**
     * An entity's id.
     *
     * @param entity what was given
     * @return the id
     * @throws dev.zaelimiter.InvalidInputException if it breaks its rule
     */
    public static String entity(String entity) {
        Entity.builder(entity);
        return entity;
    }

    /**
     * A resource's name.
     *
     * @param resource what was given
     * @return the name
     * @throws dev.zaelimiter.InvalidInputException if it breaks its rule
     */
    public static String resource(String resource) {
        AcquireRequest.entity("any").resource(resource);
        return resource;
    }

    /**
     * A set of limits.
     *
     * @param limits what was given
     * @return the limits
     * @throws dev.zaelimiter.InvalidInputException if it breaks its rule
     */
    public static List<Limit> limits(List<Limit> limits) {
        AcquireRequest.entity("any").limits(limits);
        return limits;
    }
}

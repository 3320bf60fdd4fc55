package dev.zaelimiter.internal.facets;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import java.util.List;
import java.util.regex.Pattern;

/** Checks arguments by the rules that the builders of the API hold. */
public final class Inputs {

    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.\\-]{0,63}");
    private static final Pattern NAMESPACE_ID = Pattern.compile("(?!_$)[A-Za-z0-9_][A-Za-z0-9_\\-]{0,63}");

    private Inputs() {}

    /**
     * An entity's id.
     *
     * @param entity what was given
     * @return the id
     * @throws InvalidInputException if it breaks its rule
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
     * @throws InvalidInputException if it breaks its rule
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
     * @throws InvalidInputException if it breaks its rule
     */
    public static List<Limit> limits(List<Limit> limits) {
        AcquireRequest.entity("any").limits(limits);
        return limits;
    }

    /**
     * A namespace's name.
     *
     * @param name what was given
     * @return the name
     * @throws InvalidInputException if it breaks its rule
     */
    public static String namespace(String name) {
        if (!NAMESPACE.matcher(name).matches()) {
            throw new InvalidInputException(
                    "namespace", name, "a letter or digit, then letters, digits and _ . - (up to 64)");
        }
        return name;
    }

    /**
     * A namespace's opaque id.
     *
     * @param id what was given
     * @return the id
     * @throws InvalidInputException if it breaks its rule
     */
    public static String namespaceId(String id) {
        if (!NAMESPACE_ID.matcher(id).matches()) {
            throw new InvalidInputException(
                    "namespaceId", id, "an opaque id of letters, digits and _ - (up to 64), not _ alone");
        }
        return id;
    }
}

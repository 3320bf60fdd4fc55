package dev.zaelimiter.internal.facets;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Limit;
import java.util.List;

/** Checks arguments by the rules that the builders of the API hold. */
final class Inputs {

    private Inputs() {}

    static String entity(String entity) {
        Entity.builder(entity);
        return entity;
    }

    static String resource(String resource) {
        AcquireRequest.entity("any").resource(resource);
        return resource;
    }

    static List<Limit> limits(List<Limit> limits) {
        AcquireRequest.entity("any").limits(limits);
        return limits;
    }
}

package dev.zaelimiter.gatling;

import io.gatling.javaapi.core.Session;
import java.util.Objects;
import java.util.function.Function;

/** A request that has a name only. Immutable. */
public final class LimiterRequest {

    private final String name;

    LimiterRequest(String name) {
        this.name = Objects.requireNonNull(name, "requestName");
    }

    /**
     * Takes tokens for an entity.
     *
     * @param entity its id; may hold Gatling's expressions, as <code>#{customer}</code>
     * @return the rest of the request
     */
    public TakeBuilder entity(String entity) {
        return TakeBuilder.of(name, Values.text(entity));
    }

    /**
     * Takes tokens for an entity that depends on the session.
     *
     * @param entity gives its id
     * @return the rest of the request
     */
    public TakeBuilder entity(Function<Session, String> entity) {
        return TakeBuilder.of(name, Objects.requireNonNull(entity, "entity"));
    }

    /**
     * Ends what an earlier request has taken.
     *
     * @param key as in {@link TakeBuilder#holdAs}; where the session has no lease by it, since the request was refused
     *     or failed, nothing is done and nothing counted
     * @return what happens to it
     */
    public EndBuilder lease(String key) {
        return EndBuilder.of(name, Objects.requireNonNull(key, "key"));
    }
}

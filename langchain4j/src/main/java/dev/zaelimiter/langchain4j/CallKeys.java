package dev.zaelimiter.langchain4j;

import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.zaelimiter.InvalidInputException;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whose a call is, and on what. Immutable.
 *
 * @param entities of a request that names none in its options; null for nobody
 * @param resource of calls that name none in their options; null for what the model is called
 */
record CallKeys(
        Function<ChatRequest, @Nullable String> entities,
        @Nullable String resource) {

    static final CallKeys OF_OPTIONS = new CallKeys(request -> null, null);

    CallKeys of(String entity) {
        Objects.requireNonNull(entity, "entity");
        return by(request -> entity);
    }

    CallKeys by(Function<ChatRequest, @Nullable String> other) {
        return new CallKeys(Objects.requireNonNull(other, "entities"), resource);
    }

    CallKeys on(String other) {
        return new CallKeys(entities, Objects.requireNonNull(other, "resource"));
    }

    String entity(ChatRequest request, @Nullable ChatRequestOptions options) {
        String named = text(options, LimitedChatModel.ENTITY);
        String entity = named != null ? named : entities.apply(request);
        if (entity == null) {
            throw new InvalidInputException(
                    "listener attribute " + LimitedChatModel.ENTITY,
                    null,
                    "the name of whose call it is, in ChatRequestOptions, or by forEntity or entity of the limited model;"
                            + " a call to a model is never made without one");
        }
        return entity;
    }

    @Nullable
    String resource(@Nullable ChatRequestOptions options) {
        String named = text(options, LimitedChatModel.RESOURCE);
        return named != null ? named : resource;
    }

    private static @Nullable String text(@Nullable ChatRequestOptions options, String name) {
        Object value = options == null ? null : options.listenerAttributes().get(name);
        if (value != null && !(value instanceof CharSequence)) {
            throw new InvalidInputException("listener attribute " + name, value, "a text");
        }
        return value == null ? null : value.toString();
    }
}

package dev.zaelimiter.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.llm.ModelCall;
import dev.zaelimiter.llm.ModelLimiter;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A chat model whose streamed answers are limited, as {@link LimitedChatModel} does it, without blocking. What goes
 * wrong, a {@link RateLimitExceededException} too, is told to the handler. A stream that is cancelled by its handle
 * ends the call, and what came until then stays charged. For many threads if the model is.
 */
public final class LimitedStreamingChatModel implements StreamingChatModel {

    private final StreamingChatModel model;
    private final ModelLimiter limiter;
    private final CallKeys keys;

    private LimitedStreamingChatModel(StreamingChatModel model, ModelLimiter limiter, CallKeys keys) {
        this.model = model;
        this.limiter = limiter;
        this.keys = keys;
    }

    /**
     * Limits a model. Each call names its entity in its options, by {@link LimitedChatModel#ENTITY}, unless
     * {@link #forEntity} or {@link #entity} says it.
     *
     * @param model what answers
     * @param limiter what limits
     * @return a model
     */
    public static LimitedStreamingChatModel of(StreamingChatModel model, ModelLimiter limiter) {
        return new LimitedStreamingChatModel(
                Objects.requireNonNull(model, "model"),
                Objects.requireNonNull(limiter, "limiter"),
                CallKeys.OF_OPTIONS);
    }

    /**
     * The same for one entity: for services whose calls have no options.
     *
     * @param entity whose calls these are
     * @return another view of the same model
     */
    public LimitedStreamingChatModel forEntity(String entity) {
        return new LimitedStreamingChatModel(model, limiter, keys.of(entity));
    }

    /**
     * The same with an entity by the request.
     *
     * @param entities of a request whose options name none; null for nobody, which is an error
     * @return another view of the same model
     */
    public LimitedStreamingChatModel entity(Function<ChatRequest, @Nullable String> entities) {
        return new LimitedStreamingChatModel(model, limiter, keys.by(entities));
    }

    /**
     * The same on one resource.
     *
     * @param resource of calls whose options name none
     * @return another view of the same model
     */
    public LimitedStreamingChatModel onResource(String resource) {
        return new LimitedStreamingChatModel(model, limiter, keys.on(resource));
    }

    @Override
    public void chat(ChatRequest request, ChatRequestOptions options, StreamingChatResponseHandler handler) {
        limited(request, options, handler, noting -> model.chat(request, options, noting));
    }

    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        limited(request, null, handler, noting -> model.doChat(request, noting));
    }

    private void limited(
            ChatRequest request,
            @Nullable ChatRequestOptions options,
            StreamingChatResponseHandler handler,
            Consumer<StreamingChatResponseHandler> asking) {
        Objects.requireNonNull(handler, "handler");
        CompletableFuture<ModelCall> begun;
        try {
            begun = limiter.beginAsync(
                    keys.entity(request, options),
                    keys.resource(options),
                    Prompts.of(request, model.defaultRequestParameters()));
        } catch (RuntimeException e) {
            handler.onError(e);
            return;
        }
        CompletableFuture<ModelCall> unused = begun.whenComplete((call, failure) -> {
            if (call == null) {
                handler.onError(cause(Objects.requireNonNull(failure)));
            } else {
                ask(call, new NotedAnswer(handler, call), asking);
            }
        });
    }

    private static void ask(ModelCall call, NotedAnswer noting, Consumer<StreamingChatResponseHandler> asking) {
        call.sent();
        try {
            asking.accept(noting);
        } catch (RuntimeException | Error e) {
            noting.onError(e);
        }
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    @Override
    public ChatRequestParameters defaultRequestParameters() {
        return model.defaultRequestParameters();
    }

    @Override
    public List<ChatModelListener> listeners() {
        return model.listeners();
    }

    @Override
    public ModelProvider provider() {
        return model.provider();
    }

    @Override
    public Set<Capability> supportedCapabilities() {
        return model.supportedCapabilities();
    }
}

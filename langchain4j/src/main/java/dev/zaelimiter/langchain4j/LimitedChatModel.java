package dev.zaelimiter.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.llm.ModelCall;
import dev.zaelimiter.llm.ModelLimiter;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A chat model whose calls are limited: takes what a call is estimated to cost, and settles to the usage that the model
 * tells. A refusal is a {@link RateLimitExceededException}, and the model is not asked.
 *
 * <pre>{@code
 * ChatModel limited = LimitedChatModel.of(model, ModelLimiter.of(repository));
 * limited.chat(request, ChatRequestOptions.builder().addListenerAttribute(LimitedChatModel.ENTITY, "key-abc").build());
 * Assistant assistant = AiServices.create(Assistant.class, limited.forEntity("key-abc"));
 * }</pre>
 *
 * <p>Each round of a tool loop is a call of its own, since it asks the model anew. Attempts that the model's client
 * makes by itself are one call. A {@code ChatModelListener} can't do this: what it throws is ignored. For many threads
 * if the model is.
 */
public final class LimitedChatModel implements ChatModel {

    /** The listener attribute of a call's options that says whose call it is. */
    public static final String ENTITY = "zae.limiter.entity";

    /** The listener attribute of a call's options that says which resource it is on; without it that is the model. */
    public static final String RESOURCE = "zae.limiter.resource";

    private final ChatModel model;
    private final ModelLimiter limiter;
    private final CallKeys keys;

    private LimitedChatModel(ChatModel model, ModelLimiter limiter, CallKeys keys) {
        this.model = model;
        this.limiter = limiter;
        this.keys = keys;
    }

    /**
     * Limits a model. Each call names its entity in its options, unless {@link #forEntity} or {@link #entity} says it.
     *
     * @param model what answers
     * @param limiter what limits
     * @return a model
     */
    public static LimitedChatModel of(ChatModel model, ModelLimiter limiter) {
        return new LimitedChatModel(
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
    public LimitedChatModel forEntity(String entity) {
        return new LimitedChatModel(model, limiter, keys.of(entity));
    }

    /**
     * The same with an entity by the request.
     *
     * @param entities of a request whose options name none; null for nobody, which is an error
     * @return another view of the same model
     */
    public LimitedChatModel entity(Function<ChatRequest, @Nullable String> entities) {
        return new LimitedChatModel(model, limiter, keys.by(entities));
    }

    /**
     * The same on one resource.
     *
     * @param resource of calls whose options name none
     * @return another view of the same model
     */
    public LimitedChatModel onResource(String resource) {
        return new LimitedChatModel(model, limiter, keys.on(resource));
    }

    @Override
    public ChatResponse chat(ChatRequest request, ChatRequestOptions options) {
        return limited(request, options, () -> model.chat(request, options));
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        return limited(request, null, () -> model.doChat(request));
    }

    private ChatResponse limited(
            ChatRequest request, @Nullable ChatRequestOptions options, Supplier<@Nullable ChatResponse> asking) {
        ModelCall call = limiter.begin(
                keys.entity(request, options),
                keys.resource(options),
                Prompts.of(request, model.defaultRequestParameters()));
        try {
            call.sent();
            ChatResponse response = asking.get();
            Responses.note(call, response);
            call.answered();
            if (response == null) {
                throw new IllegalStateException(
                        "the model has returned null instead of a response; what was taken for the call stays taken");
            }
            return response;
        } catch (RuntimeException | Error e) {
            Responses.failed(call, e);
            throw e;
        }
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

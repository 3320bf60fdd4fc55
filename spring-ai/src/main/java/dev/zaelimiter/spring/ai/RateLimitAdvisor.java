package dev.zaelimiter.spring.ai;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.llm.ModelCall;
import dev.zaelimiter.llm.ModelLimiter;
import dev.zaelimiter.llm.ServiceAnswer;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.core.Ordered;
import reactor.core.publisher.Flux;

/**
 * Limits the calls of a {@code ChatClient}, complete and streamed: takes what a call is estimated to cost, and settles
 * to the usage that the model tells. A refusal is a {@link RateLimitExceededException}, thrown or in the stream, and
 * the model is not asked.
 *
 * <pre>{@code
 * ChatClient client = ChatClient.builder(model)
 *         .defaultAdvisors(RateLimitAdvisor.of(ModelLimiter.of(repository)))
 *         .build();
 * client.prompt(question)
 *         .advisors(advisor -> advisor.param(RateLimitAdvisor.ENTITY, "key-abc"))
 *         .call().content();
 * }</pre>
 *
 * <p>It stands last in the chain, so it sees the prompt as it is sent, with memory and documents; and each round of a
 * tool loop is a call of its own. Attempts that the model's client makes by itself are one call. For many threads.
 */
public final class RateLimitAdvisor implements CallAdvisor, StreamAdvisor {

    /** The name of the advisor's parameter that says whose call it is. */
    public static final String ENTITY = "zae.limiter.entity";

    /** The name of the advisor's parameter that says which resource it is on; without it that is the model. */
    public static final String RESOURCE = "zae.limiter.resource";

    /** After all other advisors, and before the model. */
    public static final int DEFAULT_ORDER = Ordered.LOWEST_PRECEDENCE - 100;

    private final ModelLimiter limiter;
    private final int order;
    private final Function<ChatClientRequest, @Nullable String> entities;
    private final Function<Throwable, Optional<ServiceAnswer>> failures;

    private RateLimitAdvisor(Builder builder) {
        this.limiter = builder.limiter;
        this.order = builder.order;
        this.entities = builder.entities;
        this.failures = builder.failures;
    }

    /**
     * With the defaults: each call names its entity by the parameter {@link #ENTITY}.
     *
     * @param limiter what limits
     * @return an advisor
     */
    public static RateLimitAdvisor of(ModelLimiter limiter) {
        return builder(limiter).build();
    }

    /**
     * Starts with the defaults.
     *
     * @param limiter what limits
     * @return a builder
     */
    public static Builder builder(ModelLimiter limiter) {
        return new Builder(Objects.requireNonNull(limiter, "limiter"));
    }

    @Override
    public String getName() {
        return "zae-limiter";
    }

    @Override
    public int getOrder() {
        return order;
    }

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        ModelCall call = limiter.begin(entityOf(request), text(request, RESOURCE), Prompts.read(request.prompt()));
        try {
            call.sent();
            ChatClientResponse response = chain.nextCall(request);
            if (response != null) {
                Responses.note(call, response.chatResponse());
            }
            call.answered();
            if (response == null) {
                throw new IllegalStateException("the advisors after " + getName()
                        + " have returned null instead of a response; what was taken for the call stays taken");
            }
            return response;
        } catch (RuntimeException | Error e) {
            noteFailure(call, e);
            throw e;
        }
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        return Flux.defer(() -> {
            LimitedAnswer answer = new LimitedAnswer(
                    limiter.beginAsync(entityOf(request), text(request, RESOURCE), Prompts.read(request.prompt())),
                    this);
            return answer.elements(() -> chain.nextStream(request));
        });
    }

    void noteFailure(ModelCall call, Throwable failure) {
        try {
            failures.apply(failure).ifPresent(call::saw);
        } finally {
            call.failed();
        }
    }

    private @Nullable String entityOf(ChatClientRequest request) {
        String named = text(request, ENTITY);
        if (named != null) {
            return named;
        }
        String entity = entities.apply(request);
        if (entity == null) {
            throw new InvalidInputException(
                    "advisor parameter " + ENTITY,
                    null,
                    "the name of whose call it is, by advisors(advisor -> advisor.param(RateLimitAdvisor.ENTITY, ...));"
                            + " a call to a model is never made without one");
        }
        return entity;
    }

    private static @Nullable String text(ChatClientRequest request, String name) {
        Object value = request.context().get(name);
        if (value != null && !(value instanceof CharSequence)) {
            throw new InvalidInputException("advisor parameter " + name, value, "a text");
        }
        return value == null ? null : value.toString();
    }

    /** What there is to set. Not for many threads. */
    public static final class Builder {

        private final ModelLimiter limiter;
        private int order = DEFAULT_ORDER;
        private Function<ChatClientRequest, @Nullable String> entities = request -> null;
        private Function<Throwable, Optional<ServiceAnswer>> failures = ServiceFailures::read;

        private Builder(ModelLimiter limiter) {
            this.limiter = limiter;
        }

        /**
         * Where it stands in the chain.
         *
         * @param order {@link #DEFAULT_ORDER} by default; before that of the tool loop, all its rounds are one call,
         *     and only its last usage counts
         * @return this builder
         */
        public Builder order(int order) {
            this.order = order;
            return this;
        }

        /**
         * Whose a call is that has no parameter {@link #ENTITY}.
         *
         * @param entities of a request; null for nobody, which is an error and the default
         * @return this builder
         */
        public Builder entity(Function<ChatClientRequest, @Nullable String> entities) {
            this.entities = Objects.requireNonNull(entities, "entities");
            return this;
        }

        /**
         * What a failure tells of the provider's own limits. By default the status and fields that exceptions of
         * OpenAI's client, of {@code RestClient} and of {@code WebClient} have.
         *
         * @param failures of a failure, with what it wraps; empty for nothing
         * @return this builder
         */
        public Builder providerFailures(Function<Throwable, Optional<ServiceAnswer>> failures) {
            this.failures = Objects.requireNonNull(failures, "failures");
            return this;
        }

        /**
         * The advisor.
         *
         * @return for many threads
         */
        public RateLimitAdvisor build() {
            return new RateLimitAdvisor(this);
        }
    }
}

package dev.zaelimiter.llm;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.http.client.HeldBackException;
import dev.zaelimiter.http.client.OutgoingCall;
import dev.zaelimiter.http.client.OutgoingLimits;
import dev.zaelimiter.internal.guard.SafeLog;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Limits calls to language models: one request and as many tokens as a call is estimated to cost are taken before it,
 * and settled to what it has used.
 *
 * <pre>{@code
 * ModelLimiter limiter = ModelLimiter.of(repository);
 * ModelCall call = limiter.begin("key-abc", "gpt-4", ModelPrompt.of(question));
 * try {
 *     Answer answer = ask(question);
 *     call.saw(ModelUsage.of(answer.inputTokens(), answer.outputTokens(), null));
 *     call.answered();
 * } finally {
 *     call.failed(); // does nothing after an answer
 * }
 * }</pre>
 *
 * <p>Safe for use by many threads; one instance for each program.
 */
public final class ModelLimiter {

    private static final SafeLog LOG = SafeLog.named("dev.zaelimiter.llm");

    private static final Rarely DEAF = new Rarely();

    /** Under this scheme a resource is a service, for what its provider says. */
    private static final String MODEL = "model";

    private final RateLimiter limiter;
    private final AsyncRateLimiter asyncLimiter;
    private final Map<String, Quantity> quantities;
    private final Estimates estimates;
    private final UnaryOperator<@Nullable String> resources;
    private final OutgoingLimits providers;
    private final boolean heedsProviders;
    private final ModelListener listener;
    private final Duration waitAtMost;

    ModelLimiter(ModelLimiterBuilder builder) {
        this.limiter = builder.repository.rateLimiter();
        this.asyncLimiter = builder.repository.asyncRateLimiter();
        this.quantities = builder.quantities();
        this.estimates = new Estimates(builder.estimator, builder.answer, builder.ofLastResort);
        this.resources = builder.resources;
        this.listener = builder.listener;
        this.waitAtMost = builder.waitAtMost;
        this.heedsProviders = builder.heedsProviders;
        this.providers = builder.providers
                .scope(URI::getSchemeSpecificPart)
                .listener((resource, word) -> tell(() -> listener.providerSaid(resource, word)))
                .build();
    }

    /**
     * With the defaults: {@code rpm} counts requests and {@code tpm} tokens, the resource is the model.
     *
     * @param repository what keeps limits and balances
     * @return a limiter
     */
    public static ModelLimiter of(LimitRepository repository) {
        return builder(repository).build();
    }

    /**
     * Starts with the defaults.
     *
     * @param repository what keeps limits and balances
     * @return a builder
     */
    public static ModelLimiterBuilder builder(LimitRepository repository) {
        return new ModelLimiterBuilder(Objects.requireNonNull(repository, "repository"));
    }

    /**
     * Takes what a call is estimated to cost. Blocks as long as the call may wait for its tokens, and for its provider.
     *
     * @param entity whose call it is; null is an error, and never a call without limits
     * @param resource which limits hold; null for what the prompt's model says
     * @param prompt what is about to be sent
     * @return the call, to be told how it goes on
     * @throws InvalidInputException if the entity or the resource is missing, or no legal name
     * @throws EstimateException if the estimator fails
     * @throws RateLimitExceededException if a limit refuses; it has the refusal
     * @throws HeldBackException if the provider wants to be left alone for longer than the call may wait
     */
    public ModelCall begin(@Nullable String entity, @Nullable String resource, ModelPrompt prompt) {
        Spending estimated = estimates.of(prompt);
        AcquireRequest request = request(entity, resource, prompt, estimated);
        Lease lease = limiter.acquire(request);
        boolean begun = false;
        try {
            OutgoingCall turn = heedsProviders ? providers.begin(MODEL, uri(request.resource())) : null;
            ModelCall call = new ModelCall(this, request, lease, estimated, new SeenOutput(estimates), turn);
            begun = true;
            return call;
        } finally {
            if (!begun) {
                lease.giveBack();
            }
        }
    }

    /**
     * {@link #begin} without blocking. If the future is cancelled, or completed by anybody else, all goes back.
     *
     * @param entity as in {@link #begin}
     * @param resource as in {@link #begin}
     * @param prompt as in {@link #begin}
     * @return the call, or as its failure what {@link #begin} throws
     */
    public CompletableFuture<ModelCall> beginAsync(
            @Nullable String entity, @Nullable String resource, ModelPrompt prompt) {
        CompletableFuture<ModelCall> begun = new CompletableFuture<>();
        try {
            Spending estimated = estimates.of(prompt);
            AcquireRequest request = request(entity, resource, prompt, estimated);
            CompletableFuture<Lease> taken = asyncLimiter.acquire(request);
            CompletableFuture<Lease> unused = taken.whenComplete((lease, failure) -> {
                if (lease == null) {
                    begun.completeExceptionally(Objects.requireNonNull(failure));
                } else {
                    new Beginning(this, request, lease, estimated, begun).go();
                }
            });
            stopWith(begun, taken);
        } catch (RuntimeException | Error e) {
            begun.completeExceptionally(e);
        }
        return begun;
    }

    /** Whoever gives up the one gives up what it waits for. */
    static void stopWith(CompletableFuture<?> given, CompletableFuture<?> awaited) {
        CompletableFuture<?> unused = given.whenComplete((ignored, failure) -> {
            if (failure != null) {
                awaited.cancel(false);
            }
        });
    }

    /** Null if providers hold nobody back. */
    @Nullable
    CompletableFuture<OutgoingCall> turn(AcquireRequest request) {
        return heedsProviders ? providers.beginAsync(MODEL, uri(request.resource())) : null;
    }

    ModelCall call(AcquireRequest request, Lease lease, Spending estimated, @Nullable OutgoingCall turn) {
        return new ModelCall(this, request, lease, estimated, new SeenOutput(estimates), turn);
    }

    private AcquireRequest request(
            @Nullable String entity, @Nullable String resource, ModelPrompt prompt, Spending estimated) {
        if (entity == null) {
            throw new InvalidInputException(
                    "entity", null, "the name of whose call it is: a call to a model is never made without one");
        }
        String known = resource != null ? resource : resources.apply(prompt.model());
        if (known == null) {
            throw new InvalidInputException(
                    "resource",
                    null,
                    "a name; it is taken from the call, or else from the model that the prompt names");
        }
        AcquireRequest.Builder request = AcquireRequest.entity(entity).resource(known);
        quantities.forEach((limit, quantity) -> request.take(limit, estimated.of(quantity)));
        return request.waitAtMost(waitAtMost).build();
    }

    private static URI uri(String resource) {
        return URI.create(MODEL + ":" + resource);
    }

    Quantity quantityOf(String limit) {
        return Objects.requireNonNull(quantities.get(limit));
    }

    /**
     * Notes what a provider has said of its own limits, where no {@link ModelCall} is at hand: in an interceptor of a
     * client, for example.
     *
     * @param resource of which resource
     * @param answer what it said
     */
    public void providerSaid(String resource, ServiceAnswer answer) {
        providers.heard(uri(resource), answer.status(), answer::values);
    }

    void tell(CallReport report) {
        tell(() -> listener.ended(report));
    }

    private static void tell(Runnable news) {
        try {
            news.run();
        } catch (RuntimeException e) {
            if (DEAF.now()) {
                LOG.warn("a listener of calls to models has failed, and is ignored", e);
            }
        }
    }
}

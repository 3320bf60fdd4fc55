package dev.zaelimiter.llm;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.http.client.OutgoingLimits;
import dev.zaelimiter.http.client.OutgoingLimitsBuilder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What there is to set of a {@link ModelLimiter}. Not for many threads. */
public final class ModelLimiterBuilder {

    /** What an answer is estimated at where nothing says how long it may be. */
    public static final long EXPECTED_ANSWER = 512;

    private static final Duration LONGEST_WAIT = Duration.ofDays(365);

    final LimitRepository repository;
    final OutgoingLimitsBuilder providers = OutgoingLimits.builder();
    TokenEstimator estimator = TokenEstimator.usual();
    ToLongFunction<ModelPrompt> answer = prompt -> prompt.answerAtMost().orElse(EXPECTED_ANSWER);

    @Nullable
    Long ofLastResort;

    UnaryOperator<@Nullable String> resources = model -> model;
    ModelListener listener = ModelListener.NONE;
    Duration waitAtMost = Duration.ZERO;
    boolean heedsProviders;
    private final Map<String, Quantity> given = new LinkedHashMap<>();

    ModelLimiterBuilder(LimitRepository repository) {
        this.repository = repository;
    }

    /** In place of the usual ones as soon as one is given. */
    Map<String, Quantity> quantities() {
        Map<String, Quantity> usual = new LinkedHashMap<>();
        usual.put("rpm", Quantity.REQUESTS);
        usual.put("tpm", Quantity.TOTAL_TOKENS);
        return given.isEmpty() ? usual : new LinkedHashMap<>(given);
    }

    /**
     * Takes 1 of a limit for each call. Once any limit is given here, {@code rpm} and {@code tpm} are taken no more
     * unless they are given too.
     *
     * @param limit its name
     * @return this builder
     * @throws InvalidInputException if it was given already, or is no legal name
     */
    public ModelLimiterBuilder requests(String limit) {
        return takes(limit, Quantity.REQUESTS);
    }

    /**
     * Takes tokens of prompt and answer together, as {@link #requests} does.
     *
     * @param limit its name
     * @return this builder
     * @throws InvalidInputException if it was given already, or is no legal name
     */
    public ModelLimiterBuilder tokens(String limit) {
        return takes(limit, Quantity.TOTAL_TOKENS);
    }

    /**
     * Takes tokens of the prompt, as {@link #requests} does.
     *
     * @param limit its name
     * @return this builder
     * @throws InvalidInputException if it was given already, or is no legal name
     */
    public ModelLimiterBuilder inputTokens(String limit) {
        return takes(limit, Quantity.INPUT_TOKENS);
    }

    /**
     * Takes tokens of the answer, as {@link #requests} does.
     *
     * @param limit its name
     * @return this builder
     * @throws InvalidInputException if it was given already, or is no legal name
     */
    public ModelLimiterBuilder outputTokens(String limit) {
        return takes(limit, Quantity.OUTPUT_TOKENS);
    }

    private ModelLimiterBuilder takes(String limit, Quantity quantity) {
        // Throws if it is no legal name.
        AcquireRequest.of("any", "any", limit, 0);
        if (given.putIfAbsent(Objects.requireNonNull(limit, "limit"), quantity) != null) {
            throw new InvalidInputException("limit", limit, "each limit once");
        }
        return this;
    }

    /**
     * How the tokens of a prompt are estimated.
     *
     * @param estimator {@link TokenEstimator#usual()} by default
     * @return this builder
     */
    public ModelLimiterBuilder estimator(TokenEstimator estimator) {
        this.estimator = Objects.requireNonNull(estimator, "estimator");
        return this;
    }

    /**
     * How long answers are expected to be. By default the longest that the request asks for, or
     * {@value #EXPECTED_ANSWER} tokens where it does not say.
     *
     * @param answer tokens, 0 to 10^15, of the answer to a prompt
     * @return this builder
     */
    public ModelLimiterBuilder answer(ToLongFunction<ModelPrompt> answer) {
        this.answer = Objects.requireNonNull(answer, "answer");
        return this;
    }

    /**
     * Lets calls go on whose estimator fails: so many tokens are taken instead. Without this they end with an
     * {@link EstimateException}.
     *
     * @param tokens for prompt and answer, 1 to 10^15
     * @return this builder
     * @throws InvalidInputException if it is out of range
     */
    public ModelLimiterBuilder estimateOfLastResort(long tokens) {
        if (tokens < 1 || tokens > Limit.MAX_AMOUNT) {
            throw new InvalidInputException("estimateOfLastResort", tokens, "1 to 10^15 tokens");
        }
        this.ofLastResort = tokens;
        return this;
    }

    /**
     * Which resource a model is, for calls that name none.
     *
     * @param resources given the model's name, or null for the provider's default; returns a resource, or null for
     *     none, which is an error. By default the model's name
     * @return this builder
     */
    public ModelLimiterBuilder resources(UnaryOperator<@Nullable String> resources) {
        this.resources = Objects.requireNonNull(resources, "resources");
        return this;
    }

    /**
     * How long a call may wait for its tokens.
     *
     * @param wait 0 (the default, which refuses) to 365 days
     * @return this builder
     * @throws InvalidInputException if it is out of range
     */
    public ModelLimiterBuilder waitAtMost(Duration wait) {
        if (wait.isNegative() || wait.compareTo(LONGEST_WAIT) > 0) {
            throw new InvalidInputException("waitAtMost", wait, Duration.ZERO + " to " + LONGEST_WAIT);
        }
        this.waitAtMost = wait;
        return this;
    }

    /**
     * Slows down by what providers say: after a 429, or when nothing is left, calls on that resource wait, or fail with
     * a {@code HeldBackException}. Without this it is only noted.
     *
     * @param wait how long a call may wait for that, 0 to 365 days
     * @return this builder
     * @throws InvalidInputException if it is out of range
     */
    public ModelLimiterBuilder heedProviders(Duration wait) {
        providers.waitAtMost(wait);
        this.heedsProviders = true;
        return this;
    }

    /**
     * Who is told of calls and of providers.
     *
     * @param listener nobody by default
     * @return this builder
     */
    public ModelLimiterBuilder listener(ModelListener listener) {
        this.listener = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /**
     * Where time comes from.
     *
     * @param environment the JVM's by default
     * @return this builder
     */
    public ModelLimiterBuilder environment(Environment environment) {
        providers.environment(environment);
        return this;
    }

    /**
     * The limiter.
     *
     * @return for many threads
     */
    public ModelLimiter build() {
        return new ModelLimiter(this);
    }
}

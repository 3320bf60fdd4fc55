package dev.zaelimiter.http;

import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.http.client.HeldBackException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tells clients of limits: fields for the response to a granted request, and whole answers for requests that are not
 * served.
 *
 * <pre>{@code
 * HttpAnswers answers = HttpAnswers.builder().dialect(Dialect.IETF_11).build();
 * Decision decision = limiter.tryAcquire(request);
 * if (decision.granted()) {
 *     for (HeaderField field : answers.fields(decision.lease())) { response.setHeader(field.name(), field.value()); }
 * } else {
 *     HttpAnswer answer = answers.refused(decision.refusal()).acceptedBy(accept);
 * }
 * }</pre>
 *
 * <p>Immutable, for any thread.
 */
public final class HttpAnswers {

    private final FieldWriter writer;
    private final boolean silent;
    private final FieldSettings settings;
    private final boolean hideParents;
    private final long jitterSeconds;
    private final long neverSeconds;
    private final long unavailableSeconds;

    private HttpAnswers(Builder builder) {
        this.writer = FieldWriter.of(builder.dialect);
        this.silent = builder.dialect == Dialect.NONE;
        this.settings =
                new FieldSettings(builder.names, builder.partitionKeys, Map.copyOf(builder.units), builder.environment);
        this.hideParents = builder.hideParents;
        this.jitterSeconds = builder.jitterSeconds;
        this.neverSeconds = builder.neverSeconds;
        this.unavailableSeconds = builder.unavailableSeconds;
    }

    /**
     * Starts with the defaults: {@link Dialect#IETF_11}, no jitter.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The fields of the response to a granted request.
     *
     * @param lease what was taken
     * @return none if nothing is known of its limits
     */
    public List<HeaderField> fields(Lease lease) {
        return silent ? List.of() : fields(DecisionView.of(lease));
    }

    /**
     * The fields of the response to a request for which several leases were taken, as by several annotations: those of
     * the lease with the limit that is nearest to its end, since names of limits may be the same on each.
     *
     * @param leases what was taken
     * @return none if nothing is known of their limits
     */
    public List<HeaderField> fields(List<Lease> leases) {
        return silent
                ? List.of()
                : DecisionView.nearest(leases.stream()
                                .map(DecisionView::of)
                                .map(this::shown)
                                .toList())
                        .map(this::fields)
                        .orElse(List.of());
    }

    /** Of a request that was granted. */
    List<HeaderField> fields(DecisionView granted) {
        List<HeaderField> fields = new ArrayList<>();
        write(shown(granted), 0, fields);
        return List.copyOf(fields);
    }

    /**
     * The answer to a request that a limit refused: 429.
     *
     * @param refusal why
     * @return problem JSON of the type {@code quota-exceeded}, with the policies that refused
     */
    public HttpAnswer refused(Refusal refusal) {
        return refused(DecisionView.of(refusal));
    }

    HttpAnswer refused(DecisionView whole) {
        DecisionView view = shown(whole);
        long millis = view.retryAfterMillis();
        long seconds = jittered(millis == Times.NEVER ? neverSeconds : Times.seconds(millis));
        List<HeaderField> fields = new ArrayList<>();
        write(view, seconds, fields);
        fields.add(HeaderField.retryAfter(seconds));
        return HttpAnswer.of(Problems.quotaExceeded(view, seconds, settings.namesOfViolated(view)), fields);
    }

    private void write(DecisionView view, long retryAfterSeconds, List<HeaderField> fields) {
        if (!view.limits().isEmpty()) {
            writer.write(view, settings, retryAfterSeconds, fields);
        }
    }

    private DecisionView shown(DecisionView view) {
        return hideParents ? view.withoutParent() : view;
    }

    /** Later by chance, never earlier. */
    private long jittered(long seconds) {
        long more = jitterSeconds == 0 ? 0 : settings.environment().random().nextLong(jitterSeconds + 1);
        return Math.min(seconds + more, Times.LONGEST_SECONDS);
    }

    /**
     * The answer to a request about which the limiter could not decide. Never 429, except for a refusal that was
     * thrown.
     *
     * <ul>
     *   <li>{@link RateLimitExceededException}: as {@link #refused}.
     *   <li>No answer from the store, or a repository that is closed: 503 and {@code Retry-After}.
     *   <li>A service behind this one that wants to be left alone: 503, and when it may be asked again.
     *   <li>A resource that an operator has disabled: 403.
     *   <li>Any other of the limiter's exceptions, such as a limit that does not exist, or a fault in the limiter: 500.
     * </ul>
     *
     * @param failure what was thrown; a cause is looked for in what futures wrap around it
     * @return the answer; empty if it is no exception of the limiter
     */
    public Optional<HttpAnswer> failed(Throwable failure) {
        Throwable cause = Problems.unwrapped(failure);
        if (cause instanceof RateLimitExceededException exceeded) {
            return Optional.of(refused(exceeded.refusal()));
        }
        if (!(cause instanceof RateLimiterException limiters)) {
            return Optional.empty();
        }
        Problem problem = Problems.of(limiters);
        if (problem.status() != 503) {
            return Optional.of(HttpAnswer.of(problem, List.of()));
        }
        long seconds = limiters instanceof HeldBackException held
                ? Times.seconds(held.retryAfter().plusNanos(999_999).toMillis())
                : unavailableSeconds;
        return Optional.of(HttpAnswer.of(problem, List.of(HeaderField.retryAfter(jittered(seconds)))));
    }

    /**
     * The answer to a request of which nobody knows whose it is: 403.
     *
     * @return its own type of problem
     */
    public HttpAnswer withoutKey() {
        return HttpAnswer.of(Problems.NO_KEY, List.of());
    }

    /**
     * The answer to a request whose path makes no sense: 400.
     *
     * @return its own type of problem
     */
    public HttpAnswer malformed() {
        return HttpAnswer.of(Problems.MALFORMED, List.of());
    }

    /** What there is to set. Not for many threads. */
    public static final class Builder {

        private static final Duration LONGEST_JITTER = Duration.ofHours(1);
        private static final Duration LONGEST_WAIT = Duration.ofDays(365);

        private Dialect dialect = Dialect.IETF_11;
        private Function<LimitView, String> names = FieldSettings::usualName;
        private Function<LimitView, byte @Nullable []> partitionKeys = limit -> null;
        private final Map<String, String> units = new HashMap<>();
        private Environment environment = Environment.system();
        private boolean hideParents;
        private long jitterSeconds;
        private long neverSeconds = Duration.ofDays(1).toSeconds();
        private long unavailableSeconds = 1;

        private Builder() {}

        /**
         * In which fields limits are told.
         *
         * @param dialect the default is {@link Dialect#IETF_11}
         * @return this builder
         */
        public Builder dialect(Dialect dialect) {
            this.dialect = Objects.requireNonNull(dialect, "dialect");
            return this;
        }

        /**
         * How policies are called, in the fields of the IETF's drafts and in {@code violated-policies}. By default it
         * is the limit's name, with {@code parent/} in front of those of the entity's parent. What is not printable
         * ASCII is encoded.
         *
         * @param names distinct names for distinct limits
         * @return this builder
         */
        public Builder names(Function<LimitView, String> names) {
            this.names = Objects.requireNonNull(names, "names");
            return this;
        }

        /**
         * Partition keys for the fields of drafts 8 to 11. By default there are none. They must not hold secrets.
         *
         * @param keys a key, or null for none
         * @return this builder
         */
        public Builder partitionKeys(Function<LimitView, byte @Nullable []> keys) {
            this.partitionKeys = Objects.requireNonNull(keys, "keys");
            return this;
        }

        /**
         * What a limit counts: {@code qu} in drafts 8 to 11, whose registry has {@code requests}, {@code content-bytes}
         * and {@code concurrent-requests}; the end of the field's name in {@link Dialect#OPENAI}. By default nothing is
         * said, except that {@code rpm} counts {@code requests} and {@code tpm} counts {@code tokens} for OpenAI.
         *
         * @param limit the limit's name
         * @param unit letters, digits and {@code -}
         * @return this builder
         * @throws InvalidInputException if the unit is something else
         */
        public Builder unit(String limit, String unit) {
            if (!unit.matches("[A-Za-z0-9-]{1,64}")) {
                throw new InvalidInputException("unit", unit, "1 to 64 letters, digits and -");
            }
            units.put(Objects.requireNonNull(limit, "limit"), unit);
            return this;
        }

        /**
         * Leaves out the limits of the entity's parent. What they refuse is refused all the same, without a name.
         *
         * @return this builder
         */
        public Builder hideParents() {
            this.hideParents = true;
            return this;
        }

        /**
         * Spreads clients that come back: up to so much is added to {@code Retry-After}, by chance.
         *
         * @param most whole seconds, 0 (the default) to an hour
         * @return this builder
         * @throws InvalidInputException if it is out of range
         */
        public Builder jitter(Duration most) {
            this.jitterSeconds = Times.checked("jitter", most, Duration.ZERO, LONGEST_JITTER);
            return this;
        }

        /**
         * What {@code Retry-After} says where waiting does not help, so that clients don't come back every second.
         *
         * @param wait whole seconds, 1 second to 365 days; a day by default
         * @return this builder
         * @throws InvalidInputException if it is out of range
         */
        public Builder retryOfNever(Duration wait) {
            this.neverSeconds = Times.checked("retryOfNever", wait, Duration.ofSeconds(1), LONGEST_WAIT);
            return this;
        }

        /**
         * What {@code Retry-After} says where the store gave no answer.
         *
         * @param wait whole seconds, 1 second (the default) to 365 days
         * @return this builder
         * @throws InvalidInputException if it is out of range
         */
        public Builder retryOfUnavailable(Duration wait) {
            this.unavailableSeconds = Times.checked("retryOfUnavailable", wait, Duration.ofSeconds(1), LONGEST_WAIT);
            return this;
        }

        /**
         * Where the time and the jitter come from.
         *
         * @param environment the JVM's by default
         * @return this builder
         */
        public Builder environment(Environment environment) {
            this.environment = Objects.requireNonNull(environment, "environment");
            return this;
        }

        /**
         * The answers.
         *
         * @return immutable
         */
        public HttpAnswers build() {
            return new HttpAnswers(this);
        }
    }
}

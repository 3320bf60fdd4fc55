package dev.zaelimiter.http.client;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.http.route.Spent;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What there is to set of {@link OutgoingLimits}. Not for many threads. */
public final class OutgoingLimitsBuilder {

    private static final Duration LONGEST = Duration.ofDays(365);

    Environment environment = Environment.system();

    @Nullable
    LimitRepository repository;

    BiFunction<String, URI, Optional<AcquireRequest>> requests = (method, uri) -> Optional.empty();
    Function<URI, String> scopeOf = OutgoingLimitsBuilder::origin;
    final Map<String, Spent> byFields = new LinkedHashMap<>();
    final Map<String, BodySpent> byBody = new LinkedHashMap<>();
    Duration waitAtMost = Duration.ZERO;
    Duration longestPause = Duration.ofMinutes(10);
    Duration pauseOfRefusal = Duration.ofSeconds(1);
    ServiceListener listener = (scope, word) -> {};

    OutgoingLimitsBuilder() {}

    private static String origin(URI uri) {
        return (uri.getScheme() + "://" + uri.getRawAuthority()).toLowerCase(Locale.ROOT);
    }

    /**
     * Takes tokens of one's own limits for each call.
     *
     * @param repository what keeps them
     * @param requests what a call takes, by its method and where it goes; empty for nothing. Its own wait does not
     *     count
     * @return this builder
     */
    public OutgoingLimitsBuilder limits(
            LimitRepository repository, BiFunction<String, URI, Optional<AcquireRequest>> requests) {
        this.repository = Objects.requireNonNull(repository, "repository");
        this.requests = Objects.requireNonNull(requests, "requests");
        return this;
    }

    /**
     * Says by the response what a call really took of one's own limits.
     *
     * @param limit a limit's name; calls that take nothing of it are not settled
     * @param spent how it is seen, such as {@link Spent#header}; a response has neither bytes nor attributes here
     * @return this builder
     */
    public OutgoingLimitsBuilder settle(String limit, Spent spent) {
        byFields.put(Objects.requireNonNull(limit, "limit"), Objects.requireNonNull(spent, "spent"));
        return this;
    }

    /**
     * Says by the end of a response's body what a call really took of one's own limits, as where a model's answer says
     * it in its last lines. It is looked at when all of the body has been read; what is not read to its end is not
     * settled by it. It outweighs {@link #settle}.
     *
     * @param limit a limit's name; calls that take nothing of it are not settled
     * @param spent how it is seen, such as {@link BodySpent#member}
     * @return this builder
     */
    public OutgoingLimitsBuilder settleByBody(String limit, BodySpent spent) {
        byBody.put(Objects.requireNonNull(limit, "limit"), Objects.requireNonNull(spent, "spent"));
        return this;
    }

    /**
     * What a service's word is about.
     *
     * @param scope by default the origin; with several API keys it would be origin and key
     * @return this builder
     */
    public OutgoingLimitsBuilder scope(Function<URI, String> scope) {
        this.scopeOf = Objects.requireNonNull(scope, "scope");
        return this;
    }

    /**
     * How long a call may wait before it is sent, in all.
     *
     * @param wait 0 (the default, which refuses) to 365 days
     * @return this builder
     * @throws InvalidInputException if it is out of range
     */
    public OutgoingLimitsBuilder waitAtMost(Duration wait) {
        this.waitAtMost = checked("waitAtMost", wait, Duration.ZERO);
        return this;
    }

    /**
     * How long a service may hold calls back at most, whatever it says: one wrong field must not end a program.
     *
     * @param pause 1 millisecond to 365 days; 10 minutes by default
     * @return this builder
     * @throws InvalidInputException if it is out of range
     */
    public OutgoingLimitsBuilder longestPause(Duration pause) {
        this.longestPause = checked("longestPause", pause, Duration.ofMillis(1));
        return this;
    }

    /**
     * How long a 429 holds calls back that says no time.
     *
     * @param pause 1 millisecond to 365 days; a second by default
     * @return this builder
     * @throws InvalidInputException if it is out of range
     */
    public OutgoingLimitsBuilder pauseOfRefusal(Duration pause) {
        this.pauseOfRefusal = checked("pauseOfRefusal", pause, Duration.ofMillis(1));
        return this;
    }

    /**
     * Who is told what services say of their limits.
     *
     * @param listener nobody by default
     * @return this builder
     */
    public OutgoingLimitsBuilder listener(ServiceListener listener) {
        this.listener = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /**
     * Where time comes from.
     *
     * @param environment the JVM's by default
     * @return this builder
     */
    public OutgoingLimitsBuilder environment(Environment environment) {
        this.environment = Objects.requireNonNull(environment, "environment");
        return this;
    }

    /**
     * The limits.
     *
     * @return for many threads
     */
    public OutgoingLimits build() {
        return new OutgoingLimits(this);
    }

    private static Duration checked(String field, Duration value, Duration least) {
        if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
            throw new InvalidInputException(field, value, least + " to " + LONGEST);
        }
        return value;
    }
}

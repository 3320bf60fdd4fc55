package dev.zaelimiter.gatling;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.OnUnavailable;
import io.gatling.javaapi.core.ActionBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A request for tokens, to be given to {@code exec}. Its answer is counted by Gatling under the request's name if it
 * was granted, under that name and {@code (refused)} if it was refused, under that name and {@code (degraded)} if it
 * was admitted without an answer of the store, and as failed (KO) under its name if there was an error: so refusals are
 * neither failures nor in the times of grants.
 *
 * <p>What is granted is kept immediately, after the settlements, unless {@link #holdAs} keeps it for later. Immutable:
 * each verb gives a new one.
 */
public final class TakeBuilder implements ActionBuilder {

    private final String name;
    private final Function<Session, String> entity;
    private final @Nullable Function<Session, String> resource;
    private final List<Amount> takes;
    private final List<Amount> settlements;
    private final List<LimiterCheck> checks;
    private final Duration wait;
    private final List<Limit> limits;
    private final @Nullable OnUnavailable onUnavailable;
    private final @Nullable String holdAs;
    private final @Nullable String saveAs;

    private TakeBuilder(Parts parts) {
        this.name = parts.name;
        this.entity = parts.entity;
        this.resource = parts.resource;
        this.takes = List.copyOf(parts.takes);
        this.settlements = List.copyOf(parts.settlements);
        this.checks = List.copyOf(parts.checks);
        this.wait = parts.wait;
        this.limits = parts.limits;
        this.onUnavailable = parts.onUnavailable;
        this.holdAs = parts.holdAs;
        this.saveAs = parts.saveAs;
    }

    /** The same, to be changed. */
    private static final class Parts {
        private final String name;
        private final Function<Session, String> entity;
        private @Nullable Function<Session, String> resource;
        private final List<Amount> takes = new ArrayList<>();
        private final List<Amount> settlements = new ArrayList<>();
        private final List<LimiterCheck> checks = new ArrayList<>();
        private Duration wait = Duration.ZERO;
        private List<Limit> limits = List.of();
        private @Nullable OnUnavailable onUnavailable;
        private @Nullable String holdAs;
        private @Nullable String saveAs;

        Parts(String name, Function<Session, String> entity) {
            this.name = name;
            this.entity = entity;
        }
    }

    static TakeBuilder of(String name, Function<Session, String> entity) {
        return new TakeBuilder(new Parts(name, entity));
    }

    private Parts parts() {
        Parts parts = new Parts(name, entity);
        parts.resource = resource;
        parts.takes.addAll(takes);
        parts.settlements.addAll(settlements);
        parts.checks.addAll(checks);
        parts.wait = wait;
        parts.limits = limits;
        parts.onUnavailable = onUnavailable;
        parts.holdAs = holdAs;
        parts.saveAs = saveAs;
        return parts;
    }

    /**
     * On what; may hold Gatling's expressions.
     *
     * @param resource its name
     * @return the request with it
     */
    public TakeBuilder resource(String resource) {
        Parts parts = parts();
        parts.resource = Values.text(resource);
        return new TakeBuilder(parts);
    }

    /**
     * How many tokens of a limit.
     *
     * @param limit its name
     * @param tokens 0 to 10^15
     * @return the request with it
     */
    public TakeBuilder take(String limit, long tokens) {
        return take(limit, session -> tokens);
    }

    /**
     * How many tokens of a limit, by the session.
     *
     * @param limit its name
     * @param tokens gives 0 to 10^15
     * @return the request with it
     */
    public TakeBuilder take(String limit, ToLongFunction<Session> tokens) {
        Parts parts = parts();
        parts.takes.add(new Amount(limit, tokens));
        return new TakeBuilder(parts);
    }

    /**
     * Waits for tokens that will be there soon enough. The wait is in the times that Gatling reports.
     *
     * @param wait the longest; zero or less is none
     * @return the request with it
     */
    public TakeBuilder waitAtMost(Duration wait) {
        Parts parts = parts();
        parts.wait = Objects.requireNonNull(wait, "wait");
        return new TakeBuilder(parts);
    }

    /**
     * Brings limits with the call, as {@link AcquireRequest.Builder#limits(Limit...)}.
     *
     * @param limits one or more
     * @return the request with them
     */
    public TakeBuilder limits(Limit... limits) {
        Parts parts = parts();
        parts.limits = List.of(limits);
        return new TakeBuilder(parts);
    }

    /**
     * What to do when the store gives no answer.
     *
     * @param policy for this request
     * @return the request with it
     */
    public TakeBuilder onUnavailable(OnUnavailable policy) {
        Parts parts = parts();
        parts.onUnavailable = Objects.requireNonNull(policy, "policy");
        return new TakeBuilder(parts);
    }

    /**
     * What was really used of a limit, once it is granted.
     *
     * @param limit its name
     * @param total gives the tokens in all
     * @return the request with it
     */
    public TakeBuilder settle(String limit, ToLongFunction<Session> total) {
        Parts parts = parts();
        parts.settlements.add(new Amount(limit, total));
        return new TakeBuilder(parts);
    }

    /**
     * What was really used of a limit, once it is granted.
     *
     * @param limit its name
     * @param total tokens in all
     * @return the request with it
     */
    public TakeBuilder settle(String limit, long total) {
        return settle(limit, session -> total);
    }

    /**
     * Keeps what is granted open, for {@link LimiterRequest#lease} to end it. What is still open when its user or the
     * simulation ends is ended then, and counts as used.
     *
     * @param key where it is in the session
     * @return the request with it
     */
    public TakeBuilder holdAs(String key) {
        Parts parts = parts();
        parts.holdAs = Objects.requireNonNull(key, "key");
        return new TakeBuilder(parts);
    }

    /**
     * Puts the answer into the session, as a {@link LimiterAnswer}.
     *
     * @param key where
     * @return the request with it
     */
    public TakeBuilder saveAs(String key) {
        Parts parts = parts();
        parts.saveAs = Objects.requireNonNull(key, "key");
        return new TakeBuilder(parts);
    }

    /**
     * Looks at the answer. One that does not pass counts as failed, and fails its user.
     *
     * @param checks all of which must pass
     * @return the request with them
     */
    public TakeBuilder check(LimiterCheck... checks) {
        Parts parts = parts();
        parts.checks.addAll(List.of(checks));
        return new TakeBuilder(parts);
    }

    /**
     * What Gatling runs.
     *
     * @return the same for Scala
     * @throws InvalidInputException if something is missing, or contradicts another
     */
    @Override
    public io.gatling.core.action.builder.ActionBuilder asScala() {
        if (resource == null) {
            throw new InvalidInputException("resource", "", "a resource, by resource(...)");
        }
        if (takes.isEmpty()) {
            throw new InvalidInputException("take", Map.of(), "at least one limit, by take(...)");
        }
        if (holdAs != null && !settlements.isEmpty()) {
            throw new InvalidInputException(
                    "settle", settlements.get(0).limit(), "in the request that ends the lease, where one is held");
        }
        return (context, next) -> new TakeAction(Context.of(context, next), Values.text(name), this);
    }

    AcquireRequest request(Session session) {
        AcquireRequest.Builder request =
                AcquireRequest.entity(entity.apply(session)).waitAtMost(wait);
        if (resource != null) {
            request.resource(resource.apply(session));
        }
        takes.forEach(take -> request.take(take.limit(), take.tokens().applyAsLong(session)));
        if (!limits.isEmpty()) {
            request.limits(limits);
        }
        if (onUnavailable != null) {
            request.onUnavailable(onUnavailable);
        }
        return request.build();
    }

    List<Amount> settlements() {
        return settlements;
    }

    List<LimiterCheck> checks() {
        return checks;
    }

    @Nullable
    String held() {
        return holdAs;
    }

    @Nullable
    String saved() {
        return saveAs;
    }
}

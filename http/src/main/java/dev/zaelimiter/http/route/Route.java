package dev.zaelimiter.http.route;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.OnUnavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which requests, and what each takes; or that they are exempt.
 *
 * <pre>{@code
 * Route.of("/v1/chat/{model}").methods("POST").resource("chat").key(RequestKey.principal())
 *     .take("rpm", 1).take("tpm", 500).settle("tpm", Spent.header("x-tokens-used")).build()
 * Route.exempt("/health")
 * }</pre>
 *
 * <p>Immutable, for any thread.
 */
public final class Route {

    private final PathPattern pattern;
    private final Set<String> methods;
    private final @Nullable LimitedRoute limited;

    private Route(PathPattern pattern, Set<String> methods, @Nullable LimitedRoute limited) {
        this.pattern = pattern;
        this.methods = methods;
        this.limited = limited;
    }

    /**
     * A route whose requests take something.
     *
     * @param path literal segments, {@code *} or {@code {name}} for any one segment, {@code **} at the end for the rest
     * @return a builder
     * @throws InvalidInputException if the path is none
     */
    public static Builder of(String path) {
        return new Builder(PathPattern.parse(path));
    }

    /**
     * A route whose requests are not limited.
     *
     * @param path as in {@link #of}
     * @param methods as in {@link Builder#methods}; none for all
     * @return the route
     * @throws InvalidInputException if the path or a method is none
     */
    public static Route exempt(String path, String... methods) {
        return new Route(PathPattern.parse(path), checked(methods), null);
    }

    PathPattern pattern() {
        return pattern;
    }

    @Nullable
    LimitedRoute limited() {
        return limited;
    }

    /**
     * Whether its requests are not limited.
     *
     * @return true if so
     */
    public boolean isExempt() {
        return limited == null;
    }

    boolean hasMethod(String method) {
        return methods.isEmpty() || methods.contains(method);
    }

    boolean overlaps(Route other) {
        boolean methodsDo =
                methods.isEmpty() || other.methods.isEmpty() || methods.stream().anyMatch(other.methods::contains);
        return methodsDo && pattern.overlaps(other.pattern);
    }

    boolean includes(Route other) {
        boolean methodsDo = methods.isEmpty() || (!other.methods.isEmpty() && methods.containsAll(other.methods));
        return methodsDo && pattern.includes(other.pattern);
    }

    /** Frameworks answer {@code HEAD} by what handles {@code GET}, so it takes the same. */
    private static Set<String> checked(String... methods) {
        Set<String> checked = new LinkedHashSet<>();
        for (String method : methods) {
            if (!method.matches("[A-Z][A-Z-]{0,31}")) {
                throw new InvalidInputException("method", method, "a method in capital letters, such as GET");
            }
            checked.add(method);
        }
        if (checked.contains("GET")) {
            checked.add("HEAD");
        }
        return Set.copyOf(checked);
    }

    /** For example {@code POST /v1/chat/{model}}. */
    @Override
    public String toString() {
        return (methods.isEmpty()
                        ? "any method"
                        : String.join("|", methods.stream().sorted().toList())) + " " + pattern;
    }

    /** What a route takes. Not for many threads. */
    public static final class Builder {

        private final PathPattern pattern;
        private Set<String> methods = Set.of();
        private @Nullable String resource;
        private @Nullable RequestKey key;
        private final Map<String, ToLongFunction<HttpCall>> takes = new LinkedHashMap<>();
        private final Map<String, Spent> settlements = new LinkedHashMap<>();
        private IntPredicate givesBack = status -> false;
        private Duration waitAtMost = Duration.ZERO;
        private @Nullable OnUnavailable onUnavailable;
        private boolean passesWithoutKey;

        private Builder(PathPattern pattern) {
            this.pattern = pattern;
        }

        /**
         * Which methods. {@code GET} stands for {@code HEAD}, too.
         *
         * @param methods in capital letters; none for all, which is the default
         * @return this builder
         * @throws InvalidInputException if one is no method
         */
        public Builder methods(String... methods) {
            this.methods = checked(methods);
            return this;
        }

        /**
         * What is used.
         *
         * @param resource a resource's name
         * @return this builder
         */
        public Builder resource(String resource) {
            this.resource = Objects.requireNonNull(resource, "resource");
            return this;
        }

        /**
         * Whose requests they are.
         *
         * @param key how that is found
         * @return this builder
         */
        public Builder key(RequestKey key) {
            this.key = Objects.requireNonNull(key, "key");
            return this;
        }

        /**
         * Takes the same amount for each request.
         *
         * @param limit a limit's name
         * @param amount tokens, 0 to 10^15
         * @return this builder
         * @throws InvalidInputException if the amount is out of range, or the limit was named already
         */
        public Builder take(String limit, long amount) {
            if (amount < 0 || amount > Limit.MAX_AMOUNT) {
                throw new InvalidInputException("take", amount, "0 to 10^15 tokens");
            }
            return take(limit, call -> amount);
        }

        /**
         * Takes an amount that is estimated from the request.
         *
         * @param limit a limit's name
         * @param amount tokens, 0 to 10^15
         * @return this builder
         * @throws InvalidInputException if the limit was named already
         */
        public Builder take(String limit, ToLongFunction<HttpCall> amount) {
            if (takes.putIfAbsent(limit, Objects.requireNonNull(amount, "amount")) != null) {
                throw new InvalidInputException("take", limit, "each limit once");
            }
            return this;
        }

        /**
         * Says afterwards what was really used of a limit.
         *
         * @param limit a limit that is taken
         * @param spent how it is seen from the response
         * @return this builder
         */
        public Builder settle(String limit, Spent spent) {
            settlements.put(limit, Objects.requireNonNull(spent, "spent"));
            return this;
        }

        /**
         * Gives everything back but what is settled, if the response has such a status. A handler that throws counts as
         * 500. By default everything is kept.
         *
         * @param status for example {@code status -> status >= 500}
         * @return this builder
         */
        public Builder giveBackWhen(IntPredicate status) {
            this.givesBack = Objects.requireNonNull(status, "status");
            return this;
        }

        /**
         * How long a request waits for its tokens instead of being refused.
         *
         * @param wait the longest wait; no wait by default
         * @return this builder
         */
        public Builder waitAtMost(Duration wait) {
            this.waitAtMost = Objects.requireNonNull(wait, "wait");
            return this;
        }

        /**
         * What happens if the store gives no answer.
         *
         * @param policy the policy; the repository's by default
         * @return this builder
         */
        public Builder onUnavailable(OnUnavailable policy) {
            this.onUnavailable = Objects.requireNonNull(policy, "policy");
            return this;
        }

        /**
         * Lets requests pass unlimited of which nobody knows whose they are. By default they are answered with 403.
         *
         * @return this builder
         */
        public Builder passWithoutKey() {
            this.passesWithoutKey = true;
            return this;
        }

        /**
         * The route.
         *
         * @return immutable
         * @throws InvalidInputException if the resource or the key is missing, a name is no legal one, nothing is
         *     taken, what is settled is not taken, or the key needs a variable that the path lacks
         */
        public Route build() {
            if (resource == null) {
                throw new InvalidInputException("resource of " + pattern, null, "a resource's name");
            }
            if (key == null) {
                throw new InvalidInputException("key of " + pattern, null, "what says whose a request is");
            }
            AcquireRequest.Builder tried = AcquireRequest.entity("anybody").resource(resource);
            takes.keySet().forEach(limit -> tried.take(limit, 0));
            tried.waitAtMost(waitAtMost).build();
            requireSubset("settle", settlements.keySet(), takes.keySet(), "a limit that is taken");
            requireSubset("key", key.pathVariables(), pattern.variables(), "a variable of the path " + pattern);
            return new Route(
                    pattern,
                    methods,
                    new LimitedRoute(
                            resource,
                            key,
                            new LinkedHashMap<>(takes),
                            new LinkedHashMap<>(settlements),
                            givesBack,
                            waitAtMost,
                            onUnavailable,
                            passesWithoutKey));
        }

        private static void requireSubset(String field, Set<String> names, Set<String> allowed, String rule) {
            List<String> missing = new ArrayList<>(names);
            missing.removeAll(allowed);
            if (!missing.isEmpty()) {
                throw new InvalidInputException(field, missing.get(0), rule + ": one of " + allowed);
            }
        }
    }
}

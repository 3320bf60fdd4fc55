package dev.zaelimiter.http.client;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Environment;
import dev.zaelimiter.Lease;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.RateLimiter;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Limits of the calls that a program makes: it waits, or refuses, before a call is sent.
 *
 * <ul>
 *   <li>What the other service says is honoured: {@code Retry-After} after 403, 429 and 503, and the {@code RateLimit}
 *       fields of any draft, of GitHub and of OpenAI, by which no more calls are sent than are left. It is remembered
 *       for each scope, by default the origin.
 *   <li>One's own limits ({@link OutgoingLimitsBuilder#limits}) are shared with other processes.
 * </ul>
 *
 * <pre>{@code
 * OutgoingLimits limits = OutgoingLimits.builder().waitAtMost(Duration.ofSeconds(10)).build();
 * HttpClient client = LimitedHttpClient.around(HttpClient.newHttpClient(), limits);
 * }</pre>
 *
 * <p>Safe for use by many threads; one instance for each program.
 */
public final class OutgoingLimits {

    /** A wait ends when its time has come, so this is met only if a service holds every call back anew. */
    static final int MOST_ROUNDS = 10_000;

    private final Scopes scopes = new Scopes();
    private final Environment environment;
    private final @Nullable RateLimiter limiter;
    private final @Nullable AsyncRateLimiter asyncLimiter;
    private final BiFunction<String, URI, Optional<AcquireRequest>> requests;
    private final Function<URI, String> scopeOf;
    private final Settlements settlements;
    private final long waitNanos;
    private final long longestPauseNanos;
    private final long pauseOfRefusalMillis;
    private final ServiceListener listener;

    OutgoingLimits(OutgoingLimitsBuilder builder) {
        this.environment = builder.environment;
        this.limiter = builder.repository == null ? null : builder.repository.rateLimiter();
        this.asyncLimiter = builder.repository == null ? null : builder.repository.asyncRateLimiter();
        this.requests = builder.requests;
        this.scopeOf = builder.scopeOf;
        this.settlements = new Settlements(builder.byFields, builder.byBody);
        this.waitNanos = builder.waitAtMost.toNanos();
        this.longestPauseNanos = builder.longestPause.toNanos();
        this.pauseOfRefusalMillis = builder.pauseOfRefusal.toMillis();
        this.listener = builder.listener;
    }

    /**
     * Starts with the defaults: no limits of one's own, no wait.
     *
     * @return a builder
     */
    public static OutgoingLimitsBuilder builder() {
        return new OutgoingLimitsBuilder();
    }

    /**
     * Waits until a call may be sent.
     *
     * @param method its method
     * @param uri where it goes
     * @return the call, to be told how it ends
     * @throws HeldBackException if the other service wants to be left alone for longer than the call may wait
     * @throws RateLimitExceededException if one's own limits refuse it
     */
    public OutgoingCall begin(String method, URI uri) {
        Scope scope = scopes.of(scopeOf.apply(uri), environment.monotonicNanos());
        long deadline = environment.monotonicNanos() + waitNanos;
        requireReachable(scope, deadline);
        AcquireRequest request = requests.apply(method, uri).orElse(null);
        Lease lease = request == null || limiter == null ? null : limiter.acquire(request.withWait(rest(deadline)));
        boolean sent = false;
        try {
            for (int i = 0; i < MOST_ROUNDS; i++) {
                long hold = scope.enter(environment.monotonicNanos());
                if (hold == 0) {
                    sent = true;
                    return new OutgoingCall(this, scope, lease);
                }
                requireReachable(scope, deadline);
                CompletableFuture<Void> time = new CompletableFuture<>();
                environment.schedule(() -> time.complete(null), hold);
                if (!environment.await(time, hold + waitNanos)
                        && Thread.currentThread().isInterrupted()) {
                    break;
                }
            }
            throw new HeldBackException(
                    scope.name(), Duration.ofNanos(Math.max(1, scope.look(environment.monotonicNanos()))));
        } finally {
            if (!sent && lease != null) {
                lease.giveBack();
            }
        }
    }

    /**
     * The same without blocking. If the future is cancelled, or completed by anybody else, what was taken goes back.
     *
     * @param method the call's method
     * @param uri where it goes
     * @return the call, or what {@link #begin} throws
     */
    public CompletableFuture<OutgoingCall> beginAsync(String method, URI uri) {
        CompletableFuture<OutgoingCall> call = new CompletableFuture<>();
        try {
            Scope scope = scopes.of(scopeOf.apply(uri), environment.monotonicNanos());
            long deadline = environment.monotonicNanos() + waitNanos;
            requireReachable(scope, deadline);
            AcquireRequest request = requests.apply(method, uri).orElse(null);
            if (request == null || asyncLimiter == null) {
                new Turn(this, call, scope, null, deadline).attempt(0);
                return call;
            }
            CompletableFuture<Lease> taken = asyncLimiter.acquire(request.withWait(rest(deadline)));
            CompletableFuture<Lease> unused = taken.whenComplete((lease, failure) -> {
                if (lease == null) {
                    call.completeExceptionally(Objects.requireNonNull(failure));
                } else {
                    new Turn(this, call, scope, lease, deadline).attempt(0);
                }
            });
            CompletableFuture<OutgoingCall> unusedToo = call.whenComplete((ignored, failure) -> {
                if (failure != null) {
                    taken.cancel(false);
                }
            });
        } catch (RuntimeException e) {
            call.completeExceptionally(e);
        }
        return call;
    }

    /**
     * Notes what a response says whose call was not begun here, or is not over. It holds back later calls like any
     * other word.
     *
     * @param uri where the call went
     * @param status the response's status
     * @param fields the values of a field, by its name, in which case does not matter; empty if it is not there
     */
    public void heard(URI uri, int status, Function<String, List<String>> fields) {
        Scope scope = scopes.of(scopeOf.apply(uri), environment.monotonicNanos());
        ServerWord word = ServerWord.read(status, fields, environment.wallMillis(), pauseOfRefusalMillis);
        scope.hear(word, environment.monotonicNanos(), longestPauseNanos);
        tell(scope, status, word);
    }

    private void tell(Scope scope, int status, ServerWord word) {
        if (word.pauseMillis() > 0 || word.windowMillis() > 0 || status == ServerWord.TOO_MANY_REQUESTS) {
            listener.heard(scope.name(), ServiceWord.of(status, word));
        }
    }

    void requireReachable(Scope scope, long deadline) {
        long hold = scope.look(environment.monotonicNanos());
        if (hold > 0 && environment.monotonicNanos() + hold - deadline > 0) {
            throw new HeldBackException(scope.name(), Duration.ofNanos(hold));
        }
    }

    private Duration rest(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - environment.monotonicNanos()));
    }

    Environment environment() {
        return environment;
    }

    Settlements settlements() {
        return settlements;
    }

    void note(Scope scope, @Nullable Lease lease, int status, Function<String, List<String>> fields) {
        ServerWord word = new ServerWord(0, Long.MAX_VALUE, 0);
        try {
            word = ServerWord.read(status, fields, environment.wallMillis(), pauseOfRefusalMillis);
            settlements.settle(lease, status, fields);
        } finally {
            scope.leave(word, environment.monotonicNanos(), longestPauseNanos);
        }
        tell(scope, status, word);
    }
}

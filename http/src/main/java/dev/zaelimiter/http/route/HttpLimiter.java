package dev.zaelimiter.http.route;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Decision;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NameEncoding;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.http.HttpAnswer;
import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.internal.guard.SafeLog;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The gate of a web service: finds what a request takes, takes it, and says what to answer. A filter of a framework
 * calls it before anything of the response is sent.
 *
 * <p>A request passes unlimited only if no route is for it, its route is exempt, or its route says so of requests
 * without a key. Whatever goes wrong is an answer, or is thrown.
 *
 * <p>Immutable, for any thread.
 */
public final class HttpLimiter {

    /** Longer keys are no keys: they would cost more than the request. */
    private static final int LONGEST_KEY = 8192;

    private static final SafeLog LOG = SafeLog.of(HttpLimiter.class);

    private final Routes routes;
    private final HttpAnswers answers;
    private final Occurrences faults = new Occurrences();

    private HttpLimiter(Routes routes, HttpAnswers answers) {
        this.routes = routes;
        this.answers = answers;
    }

    /**
     * A gate.
     *
     * @param routes which requests take what
     * @param answers what is told
     * @return the gate
     */
    public static HttpLimiter of(Routes routes, HttpAnswers answers) {
        return new HttpLimiter(Objects.requireNonNull(routes, "routes"), Objects.requireNonNull(answers, "answers"));
    }

    /**
     * Decides about a request; blocks while the store is asked, and while the request waits for its tokens.
     *
     * @param limiter what is asked
     * @param call the request
     * @return whether it may pass
     */
    public Passage enter(RateLimiter limiter, HttpCall call) {
        Step step = first(call);
        if (step instanceof Done done) {
            return done.passage();
        }
        Ask ask = (Ask) step;
        try {
            return ended(limiter.tryAcquire(ask.request()), ask);
        } catch (RateLimiterException e) {
            return failed(e, ask.accept()).orElseThrow(() -> e);
        }
    }

    /**
     * Decides about a request without blocking. If the future is cancelled, or completed by anybody else, what is taken
     * goes back.
     *
     * @param limiter what is asked
     * @param call the request; it is not asked any more once this has returned
     * @return whether it may pass
     */
    public CompletableFuture<Passage> enterAsync(AsyncRateLimiter limiter, HttpCall call) {
        Step step = first(call);
        if (step instanceof Done done) {
            return CompletableFuture.completedFuture(done.passage());
        }
        Ask ask = (Ask) step;
        CompletableFuture<Passage> passage = new CompletableFuture<>();
        CompletableFuture<Decision> decision;
        try {
            decision = limiter.tryAcquire(ask.request());
        } catch (RateLimiterException e) {
            return CompletableFuture.completedFuture(failed(e, ask.accept()).orElseThrow(() -> e));
        }
        CompletableFuture<Decision> unused =
                decision.whenComplete((made, failure) -> complete(passage, made, failure, ask));
        CompletableFuture<Passage> unusedToo = passage.whenComplete((ignored, failure) -> {
            if (failure != null) {
                decision.cancel(false);
            }
        });
        return passage;
    }

    private void complete(
            CompletableFuture<Passage> passage, @Nullable Decision made, @Nullable Throwable failure, Ask ask) {
        try {
            Passage ended = made != null
                    ? ended(made, ask)
                    : failed(Objects.requireNonNull(failure), ask.accept()).orElse(null);
            if (ended == null) {
                passage.completeExceptionally(failure);
            } else if (!passage.complete(ended)) {
                ended.giveBack();
            }
        } catch (RuntimeException | Error e) {
            // Whatever goes wrong here, somebody waits for the future.
            passage.completeExceptionally(e);
        }
    }

    /** What is known without asking the limiter. */
    private sealed interface Step permits Done, Ask {}

    private record Done(Passage passage) implements Step {}

    private record Ask(
            AcquireRequest request,
            LimitedRoute route,
            @Nullable String accept) implements Step {}

    private Step first(HttpCall call) {
        Routes.Found found = routes.find(call.method(), call.path());
        String accept = call.header("Accept").orElse(null);
        if (found.malformed()) {
            return new Done(refused(answers.malformed(), accept));
        }
        LimitedRoute route = found.limited().map(Route::limited).orElse(null);
        if (route == null) {
            return new Done(Passage.FREE);
        }
        HttpCall matched = new MatchedCall(call, found.variables());
        Optional<String> entity = route.key().of(matched).flatMap(HttpLimiter::entity);
        if (entity.isEmpty()) {
            return new Done(route.passesWithoutKey() ? Passage.FREE : refused(answers.withoutKey(), accept));
        }
        try {
            return new Ask(route.request(entity.get(), matched), route, accept);
        } catch (InvalidInputException e) {
            // An amount that a function of the service has made; names were checked when the route was built.
            return new Done(failed(e, accept).orElseThrow(() -> e));
        }
    }

    /** The entity of a key; empty if it can't be one, as when it is empty. */
    private static Optional<String> entity(String key) {
        if (key.isEmpty() || key.length() > LONGEST_KEY) {
            return Optional.empty();
        }
        try {
            return Optional.of(NameEncoding.ENTITY.encodeOrShorten(key));
        } catch (InvalidInputException e) {
            return Optional.empty();
        }
    }

    private Passage ended(Decision decision, Ask ask) {
        return decision.match(
                lease -> Passage.admitted(lease, answers.fields(lease), ask.route()),
                refusal -> refused(answers.refused(refusal), ask.accept()));
    }

    private Optional<Passage> failed(Throwable failure, @Nullable String accept) {
        Optional<HttpAnswer> answer = answers.failed(failure);
        if (answer.isPresent() && answer.get().status() == 500 && faults.isWorthTelling()) {
            LOG.warn("a request could not be checked against its limits", failure);
        }
        return answer.map(made -> refused(made, accept));
    }

    private static Passage refused(HttpAnswer answer, @Nullable String accept) {
        return Passage.refused(answer.acceptedBy(accept));
    }
}

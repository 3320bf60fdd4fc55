package dev.zaelimiter.http.route;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.OnUnavailable;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the requests of a route take.
 *
 * @param resource of what
 * @param key whose they are
 * @param takes how much, by limit
 * @param settlements what they really cost, by limit
 * @param givesBack after which status what is not settled goes back
 * @param waitAtMost how long they wait
 * @param onUnavailable what happens without an answer; null for the repository's policy
 * @param passesWithoutKey whether those without a key are not limited
 */
record LimitedRoute(
        String resource,
        RequestKey key,
        Map<String, ToLongFunction<HttpCall>> takes,
        Map<String, Spent> settlements,
        IntPredicate givesBack,
        Duration waitAtMost,
        @Nullable OnUnavailable onUnavailable,
        boolean passesWithoutKey) {

    AcquireRequest request(String entity, HttpCall call) {
        AcquireRequest.Builder request =
                AcquireRequest.entity(entity).resource(resource).waitAtMost(waitAtMost);
        takes.forEach((limit, amount) -> request.take(limit, amount.applyAsLong(call)));
        if (onUnavailable != null) {
            request.onUnavailable(onUnavailable);
        }
        return request.build();
    }
}

package dev.zaelimiter.http.route;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;

/** Tests of requests through a gate, on a store in memory and a clock that stands still. */
abstract class OnAGate {

    final ManualClock clock = new ManualClock();
    final InMemoryStore store = new InMemoryStore(clock);
    final LimitRepository repository =
            RepositoryBuilder.on(store).environment(clock).build();
    final HttpAnswers answers = HttpAnswers.builder().environment(clock).build();

    OnAGate() {
        repository.limits().setResourceDefaults("api", Limit.perMinute("rpm", 3), Limit.perMinute("bytes", 1_000));
    }

    @AfterEach
    void close() {
        repository.close();
        store.close();
    }

    HttpLimiter gate(UnaryOperator<Route.Builder> settings) {
        Route.Builder route = Route.of("/v1/{tenant}/**")
                .resource("api")
                .key(RequestKey.principal())
                .take("rpm", 1)
                .take("bytes", 100);
        return HttpLimiter.of(Routes.of(settings.apply(route).build(), Route.exempt("/v1/free/health")), answers);
    }

    Passage enter(HttpLimiter gate, TestCall call) {
        return gate.enter(repository.rateLimiter(), call);
    }

    CompletableFuture<Passage> enterAsync(HttpLimiter gate, TestCall call) {
        return gate.enterAsync(repository.asyncRateLimiter(), call);
    }

    static TestCall call() {
        return TestCall.of("POST", "/v1/acme/chat").by("key-1");
    }

    long left(String entity, String limit) {
        return repository
                .rateLimiter()
                .check(AcquireRequest.of(entity, "api", limit, 1))
                .available(limit);
    }
}

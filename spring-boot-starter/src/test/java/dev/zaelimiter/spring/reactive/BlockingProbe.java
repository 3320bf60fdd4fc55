package dev.zaelimiter.spring.reactive;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.http.client.OutgoingLimits;
import dev.zaelimiter.http.route.HttpLimiter;
import dev.zaelimiter.http.route.RequestKey;
import dev.zaelimiter.http.route.Route;
import dev.zaelimiter.http.route.Routes;
import dev.zaelimiter.spring.annotation.RateLimited;
import dev.zaelimiter.spring.web.client.LimitingExchangeFilter;
import dev.zaelimiter.spring.web.reactive.LimitingWebFilter;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import reactor.blockhound.BlockHound;
import reactor.blockhound.BlockingOperationError;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The program that {@link NonBlockingTest} starts: many calls at once on the threads that must not block, under
 * BlockHound.
 */
final class BlockingProbe {

    private static final int CALLS = 2_000;
    private static final Duration LONGEST = Duration.ofMinutes(2);

    /** Found on any thread, also where nobody hears of the error. */
    private static final AtomicReference<BlockingOperationError> FOUND = new AtomicReference<>();

    private BlockingProbe() {}

    /** What is limited. */
    static class Model {

        @RateLimited(resource = "api", entity = "#id", take = "rpm=1", settle = "rpm=#count")
        public Flux<String> stream(String id) {
            return Flux.just("one", "two");
        }

        @RateLimited(resource = "few", entity = "#id", take = "rpm=1", waitAtMost = "50ms")
        public Mono<String> waiting(String id) {
            return Mono.just("x");
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Model.class)
    static class Application {}

    public static void main(String[] args) throws Exception {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        try (ConfigurableApplicationContext context = application.run(
                // Nothing here is about how long an acquire may take.
                "--spring.main.banner-mode=off", "--zae.limiter.deadline=2m")) {
            LimitRepository repository = context.getBean(LimitRepository.class);
            repository.limits().setResourceDefaults("api", Limit.perDay("rpm", 1_000_000));
            repository.limits().setResourceDefaults("few", Limit.perSecond("rpm", 20));
            Model model = context.getBean(Model.class);
            // Classes are loaded from files, once.
            all(repository, model, 10);
            BlockHound.builder()
                    .loadIntegrations()
                    .blockingMethodCallback(method -> {
                        BlockingOperationError error = new BlockingOperationError(method);
                        FOUND.compareAndSet(null, error);
                        throw error;
                    })
                    .install();
            Mono.fromRunnable(BlockingProbe::sleep)
                    .subscribeOn(Schedulers.parallel())
                    .onErrorComplete()
                    .block(LONGEST);
            require(FOUND.getAndSet(null) != null, "a sleep is found");
            HeldLocks.meet();
            all(repository, model, CALLS);
            BlockingOperationError found = FOUND.get();
            if (found != null) {
                found.printStackTrace(System.out);
            }
            require(found == null, "nothing else is");
        }
        System.exit(0);
    }

    private static void sleep() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void require(boolean so, String what) {
        System.out.println(so ? what : "NOT SO: " + what);
        if (!so) {
            System.exit(1);
        }
    }

    private static void all(LimitRepository repository, Model model, int calls) {
        LimitingWebFilter filter = new LimitingWebFilter(
                HttpLimiter.of(
                        Routes.of(
                                route("/free/**", "api", Duration.ZERO),
                                route("/few/**", "few", Duration.ofMillis(50))),
                        HttpAnswers.builder().build()),
                repository.asyncRateLimiter());
        LimitingExchangeFilter outgoing =
                new LimitingExchangeFilter(OutgoingLimits.builder().build());
        Flux.range(0, calls)
                .flatMap(
                        i -> Mono.defer(() -> Mono.when(
                                        request(filter, "/free/x"),
                                        request(filter, "/few/x"),
                                        model.stream("k" + i % 3),
                                        model.waiting("k").onErrorComplete(),
                                        call(outgoing)))
                                .subscribeOn(Schedulers.parallel()),
                        64)
                .blockLast(LONGEST);
    }

    private static Route route(String path, String resource, Duration wait) {
        return Route.of(path)
                .resource(resource)
                .key(RequestKey.fixed("all"))
                .take("rpm", 1)
                .waitAtMost(wait)
                .build();
    }

    private static Mono<Void> request(LimitingWebFilter filter, String path) {
        return filter.filter(MockServerWebExchange.from(MockServerHttpRequest.get(path)), seen -> Mono.empty());
    }

    private static Mono<ClientResponse> call(LimitingExchangeFilter filter) {
        return filter.filter(
                ClientRequest.create(HttpMethod.GET, URI.create("http://127.0.0.1/"))
                        .build(),
                request -> Mono.just(ClientResponse.create(HttpStatus.OK).build()));
    }
}

package dev.zaelimiter.spring.web.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.http.route.HttpLimiter;
import dev.zaelimiter.http.route.RequestKey;
import dev.zaelimiter.http.route.Route;
import dev.zaelimiter.http.route.Routes;
import dev.zaelimiter.http.route.Spent;
import java.io.IOException;
import java.net.ConnectException;
import java.security.Principal;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What an exchange is charged, however it ends. */
class LimitingWebFilterTest {

    private final LimitRepository repository = EmbeddedRepository.inMemory();
    private final ServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/v1/x"))
            .mutate()
            .principal(Mono.just((Principal) () -> "key-1"))
            .build();

    LimitingWebFilterTest() {
        repository.limits().setResourceDefaults("api", Limit.perDay("daily", 10), Limit.perDay("bytes", 1_000));
    }

    @AfterEach
    void close() {
        repository.close();
    }

    private Mono<Void> run(UnaryOperator<Route.Builder> settings, WebFilterChain chain) {
        Route.Builder route = Route.of("/v1/**")
                .resource("api")
                .key(RequestKey.principal())
                .take("daily", 1)
                .take("bytes", 100);
        return new LimitingWebFilter(
                        HttpLimiter.of(
                                Routes.of(settings.apply(route).build()),
                                HttpAnswers.builder().build()),
                        repository.asyncRateLimiter())
                .filter(exchange, chain);
    }

    private long left(String limit) {
        return repository
                .rateLimiter()
                .check(AcquireRequest.of("key-1", "api", limit, 1))
                .available(limit);
    }

    private static DataBuffer bytes(int count) {
        return DefaultDataBufferFactory.sharedInstance.wrap(new byte[count]);
    }

    @Test
    void handler_findsTheLease() {
        run(
                        route -> route,
                        seen -> Mono.fromRunnable(
                                () -> Objects.requireNonNull(seen.<Lease>getAttribute(LimitingWebFilter.LEASE))
                                        .settle("bytes", 7)))
                .block();
        assertThat(left("bytes")).isEqualTo(993);
    }

    @Test
    void bytesOfEachWayToWrite_areSettled() {
        run(
                        route -> route.settle("bytes", Spent.bytes()),
                        seen -> seen.getResponse().writeWith(Flux.just(bytes(10), bytes(11))))
                .block();
        assertThat(left("bytes")).isEqualTo(979);
    }

    @Test
    void bytesThatAreFlushed_areSettled() {
        run(
                        route -> route.settle("bytes", Spent.bytes()),
                        seen -> seen.getResponse()
                                .writeAndFlushWith(Flux.just(Mono.just(bytes(10)), Flux.just(bytes(1)))))
                .block();
        assertThat(left("bytes")).isEqualTo(989);
    }

    @Test
    void headerAndAttribute_areSettled() {
        run(
                        route -> route.settle("bytes", Spent.header("x-used")).settle("daily", Spent.attribute("n")),
                        seen -> Mono.fromRunnable(() -> {
                            seen.getResponse().getHeaders().set("X-Used", "4");
                            seen.getAttributes().put("n", 2);
                        }))
                .block();
        assertThat(left("bytes")).isEqualTo(996);
        assertThat(left("daily")).isEqualTo(8);
    }

    @Test
    void handlerThatFails_isJudgedByTheStatusThatItBecomes() {
        UnaryOperator<Route.Builder> givesBack = route -> route.giveBackWhen(status -> status >= 500);
        assertThatThrownBy(() -> run(givesBack, seen -> Mono.error(new IllegalStateException("mine")))
                        .block())
                .hasMessage("mine");
        assertThat(left("daily")).isEqualTo(10);
        assertThatThrownBy(() -> run(givesBack, seen -> Mono.error(new ResponseStatusException(HttpStatus.NOT_FOUND)))
                        .block())
                .isInstanceOf(ResponseStatusException.class);
        assertThat(left("daily")).isEqualTo(9);
    }

    /** Whoever hangs up early would otherwise be served for nothing. */
    @Test
    void clientThatHangsUp_isCharged() throws Exception {
        CountDownLatch handling = new CountDownLatch(1);
        Disposable subscription = run(
                        route -> route.giveBackWhen(status -> true),
                        seen -> Mono.<Void>never().doOnSubscribe(started -> handling.countDown()))
                .subscribe();
        assertThat(handling.await(20, TimeUnit.SECONDS)).isTrue();
        subscription.dispose();
        assertThat(left("daily")).isEqualTo(9);
        assertThatThrownBy(() -> run(
                                route -> route.giveBackWhen(status -> true),
                                seen -> Mono.error(new IOException("broken pipe")))
                        .block())
                .hasRootCauseMessage("broken pipe");
        assertThat(left("daily")).isEqualTo(8);
    }

    /** A gateway that did not reach the service behind it: its client has not hung up, and was charged as if it had. */
    @Test
    void serviceBehindThatIsNotReached_isAFailure() {
        assertThatThrownBy(() -> run(
                                route -> route.giveBackWhen(status -> status >= 500),
                                seen -> Mono.error(new ConnectException("Connection refused")))
                        .block())
                .hasRootCauseMessage("Connection refused");
        assertThat(left("daily")).isEqualTo(10);
    }

    @Test
    void nobodyLoggedIn_isRefused() {
        ServerWebExchange anonymous = MockServerWebExchange.from(MockServerHttpRequest.get("/v1/x"));
        Route route = Route.of("/**")
                .resource("api")
                .key(RequestKey.principal())
                .take("daily", 1)
                .build();
        new LimitingWebFilter(
                        HttpLimiter.of(Routes.of(route), HttpAnswers.builder().build()), repository.asyncRateLimiter())
                .filter(anonymous, seen -> Mono.error(new AssertionError("must not be reached")))
                .block();
        assertThat(anonymous.getResponse().getStatusCode()).isEqualTo(HttpStatus.FORBIDDEN);
    }
}

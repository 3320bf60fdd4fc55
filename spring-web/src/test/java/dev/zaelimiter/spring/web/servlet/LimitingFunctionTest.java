package dev.zaelimiter.spring.web.servlet;

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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.StringHttpMessageConverter;
import org.springframework.mock.web.MockAsyncContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** What a request to a router function is charged, and what its client is told. */
class LimitingFunctionTest {

    private static final List<HttpMessageConverter<?>> CONVERTERS = List.of(new StringHttpMessageConverter());

    private final LimitRepository repository = EmbeddedRepository.inMemory();
    private final MockHttpServletRequest request = new MockHttpServletRequest("GET", "/v1/x");
    private final MockHttpServletResponse response = new MockHttpServletResponse();

    LimitingFunctionTest() {
        repository.limits().setResourceDefaults("api", Limit.perDay("daily", 2), Limit.perDay("bytes", 1_000));
        request.setAsyncSupported(true);
    }

    @AfterEach
    void close() {
        repository.close();
    }

    private void run(UnaryOperator<Route.Builder> settings, HandlerFunction<ServerResponse> handler) throws Exception {
        Route.Builder route = Route.of("/v1/**")
                .resource("api")
                .key(RequestKey.fixed("key-1"))
                .take("daily", 1)
                .take("bytes", 100);
        HttpLimiter gate = HttpLimiter.of(
                Routes.of(settings.apply(route).build()), HttpAnswers.builder().build());
        new LimitingFunction(gate, repository.rateLimiter())
                .filter(ServerRequest.create(request, CONVERTERS), handler)
                .writeTo(request, response, () -> CONVERTERS);
    }

    private long left(String limit) {
        return repository
                .rateLimiter()
                .check(AcquireRequest.of("key-1", "api", limit, 1))
                .available(limit);
    }

    @Test
    void granted_tellsOfOurLimitsAlone() throws Exception {
        run(
                route -> route,
                seen -> ServerResponse.ok()
                        .header("RateLimit", "\"theirs\";r=1")
                        .body("x"));
        assertThat(response.getHeaders("RateLimit")).hasSize(1);
        assertThat(response.getHeader("RateLimit")).contains("\"daily\";r=1");
    }

    @Test
    void headerAndAttribute_areSettled() throws Exception {
        run(route -> route.settle("bytes", Spent.header("x-used")).settle("daily", Spent.attribute("n")), seen -> {
            seen.servletRequest().setAttribute("n", 0);
            return ServerResponse.ok().header("X-Used", "4").body("x");
        });
        assertThat(left("bytes")).isEqualTo(996);
        assertThat(left("daily")).isEqualTo(2);
    }

    @Test
    void bytes_areSettledAsTheyAreWritten() throws Exception {
        run(
                route -> route.settle("bytes", Spent.bytes()),
                seen -> ServerResponse.ok().header("RateLimit", "theirs").body("0123456789"));
        assertThat(left("bytes")).isEqualTo(990);
        assertThat(response.getHeaders("RateLimit")).hasSize(1);
    }

    @Test
    void clientThatHangsUpWhileTheBodyIsWritten_paysTheEstimate() {
        assertThatThrownBy(() -> run(
                        route -> route.settle("bytes", Spent.bytes()),
                        seen -> ServerResponse.ok().build((one, other) -> {
                            throw new IOException("broken pipe");
                        })))
                .isInstanceOf(IOException.class);
        assertThat(left("bytes")).isEqualTo(900);
    }

    @Test
    void responseOfAnotherThread_isSettledWhenItIsComplete() throws Exception {
        CompletableFuture<ServerResponse> later = new CompletableFuture<>();
        run(route -> route.settle("bytes", Spent.header("x-used")), seen -> ServerResponse.async(later));
        assertThat(left("bytes")).isEqualTo(900);
        response.setHeader("X-Used", "7");
        ((MockAsyncContext) request.getAsyncContext()).complete();
        assertThat(left("bytes")).isEqualTo(993);
    }

    @Test
    void handlerThatThrows_isGivenBackWhereTheRouteSaysSo() {
        assertThatThrownBy(() -> run(route -> route.giveBackWhen(status -> status >= 500), seen -> {
                    throw new IllegalStateException("mine");
                }))
                .hasMessage("mine");
        assertThat(left("daily")).isEqualTo(2);
    }

    @Test
    void handler_findsTheLease() throws Exception {
        run(route -> route, seen -> {
            ((Lease) seen.servletRequest().getAttribute(LimitingFilter.LEASE)).settle("bytes", 7);
            return ServerResponse.ok().body("x");
        });
        assertThat(left("bytes")).isEqualTo(993);
    }

    @Test
    void refused_reachesNoHandler() throws Exception {
        HandlerFunction<ServerResponse> handler = seen -> ServerResponse.ok().body("x");
        run(route -> route, handler);
        run(route -> route, handler);
        response.reset();
        run(route -> route, seen -> {
            throw new AssertionError("must not be reached");
        });
        assertThat(response.getStatus()).isEqualTo(429);
        assertThat(response.getContentType()).isEqualTo("application/problem+json");
        assertThat(response.getContentAsString()).contains("violated-policies");
        response.reset();
        request.setMethod("HEAD");
        run(route -> route, handler);
        assertThat(response.getStatus()).isEqualTo(429);
        assertThat(response.getContentAsString()).isEmpty();
    }
}

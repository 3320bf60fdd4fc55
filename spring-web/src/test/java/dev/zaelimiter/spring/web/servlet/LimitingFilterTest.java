package dev.zaelimiter.spring.web.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.http.address.ClientAddresses;
import dev.zaelimiter.http.route.HttpLimiter;
import dev.zaelimiter.http.route.RequestKey;
import dev.zaelimiter.http.route.Route;
import dev.zaelimiter.http.route.Routes;
import dev.zaelimiter.http.route.Spent;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockAsyncContext;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** What a request is charged, however it ends. */
class LimitingFilterTest {

    private final LimitRepository repository = EmbeddedRepository.inMemory();
    private final MockHttpServletRequest request = new MockHttpServletRequest("GET", "/v1/x");
    private final MockHttpServletResponse response = new MockHttpServletResponse();

    LimitingFilterTest() {
        repository.limits().setResourceDefaults("api", Limit.perDay("daily", 10), Limit.perDay("bytes", 1_000));
        request.setAsyncSupported(true);
    }

    @AfterEach
    void close() {
        repository.close();
    }

    private LimitingFilter filter(UnaryOperator<Route.Builder> settings) {
        Route.Builder route = Route.of("/v1/**")
                .resource("api")
                .key(RequestKey.address(ClientAddresses.direct()))
                .take("daily", 1)
                .take("bytes", 100);
        return new LimitingFilter(
                HttpLimiter.of(
                        Routes.of(settings.apply(route).build()),
                        HttpAnswers.builder().build()),
                repository.rateLimiter());
    }

    private void run(LimitingFilter filter, FilterChain chain) throws Exception {
        filter.doFilter(request, response, chain);
    }

    private long left(String limit) {
        return repository
                .rateLimiter()
                .check(AcquireRequest.of("127.0.0.1", "api", limit, 1))
                .available(limit);
    }

    @Test
    void handler_findsTheLease() throws Exception {
        run(filter(route -> route), (req, res) -> ((Lease) req.getAttribute(LimitingFilter.LEASE)).settle("bytes", 7));
        assertThat(left("bytes")).isEqualTo(993);
        assertThat(left("daily")).isEqualTo(9);
    }

    @Test
    void bytesOfStreamAndWriter_areSettled() throws Exception {
        LimitingFilter filter = filter(route -> route.settle("bytes", Spent.bytes()));
        run(filter, (req, res) -> {
            res.getOutputStream().write(new byte[20]);
            res.getOutputStream().write(1);
        });
        assertThat(left("bytes")).isEqualTo(979);
        request.clearAttributes();
        run(filter, (req, res) -> {
            res.setCharacterEncoding("UTF-8");
            res.getWriter().print("\u00fc".repeat(10));
        });
        assertThat(left("bytes")).isEqualTo(959);
        assertThat(response.getContentAsByteArray()).hasSize(41);
    }

    @Test
    void bytesThatWereReset_areNotCounted() throws Exception {
        run(filter(route -> route.settle("bytes", Spent.bytes())), (req, res) -> {
            res.getOutputStream().write(new byte[500]);
            res.resetBuffer();
            res.getOutputStream().write(new byte[5]);
        });
        assertThat(left("bytes")).isEqualTo(995);
    }

    @Test
    void writerAfterStream_isRefusedAsServersDo() throws Exception {
        run(filter(route -> route.settle("bytes", Spent.bytes())), (req, res) -> {
            res.getOutputStream();
            assertThatThrownBy(res::getWriter).isInstanceOf(IllegalStateException.class);
        });
    }

    @Test
    void handlerThatThrows_isKeptOrGivenBackAsTheRouteSays() {
        FilterChain failing = (req, res) -> {
            throw new IllegalStateException("mine");
        };
        assertThatThrownBy(() -> run(filter(route -> route), failing)).hasMessage("mine");
        assertThat(left("daily")).isEqualTo(9);
        request.clearAttributes();
        assertThatThrownBy(() -> run(filter(route -> route.giveBackWhen(status -> status >= 500)), failing))
                .hasMessage("mine");
        assertThat(left("daily")).isEqualTo(9);
    }

    /** Whoever hangs up early would otherwise be served for nothing. */
    @Test
    void connectionThatBreaks_isCharged() {
        assertThatThrownBy(() -> run(filter(route -> route.giveBackWhen(status -> true)), (req, res) -> {
                    throw new IOException("broken pipe");
                }))
                .hasMessage("broken pipe");
        assertThat(left("daily")).isEqualTo(9);
    }

    @Test
    void asynchronousHandler_isSettledWhenItIsComplete() throws Exception {
        run(filter(route -> route.settle("bytes", Spent.attribute("used"))), (req, res) -> req.startAsync());
        request.setAttribute("used", 3L);
        assertThat(left("bytes")).isEqualTo(900);
        ((MockAsyncContext) request.getAsyncContext()).complete();
        assertThat(left("bytes")).isEqualTo(997);
    }

    @Test
    void asynchronousHandlerThatFails_isWhatTheRouteSays() throws Exception {
        run(filter(route -> route.giveBackWhen(status -> status >= 500)), (req, res) -> req.startAsync());
        MockAsyncContext context = (MockAsyncContext) request.getAsyncContext();
        for (AsyncListener listener : List.copyOf(context.getListeners())) {
            listener.onTimeout(new AsyncEvent(context));
            listener.onStartAsync(new AsyncEvent(context));
            listener.onError(new AsyncEvent(context, new IllegalStateException("mine")));
            listener.onComplete(new AsyncEvent(context));
        }
        assertThat(left("daily")).isEqualTo(10);
    }

    @Test
    void forwardedRequest_isCountedOnce() throws Exception {
        LimitingFilter filter = filter(route -> route);
        run(filter, (req, res) -> new MockFilterChain(new HttpServlet() {}, filter).doFilter(req, res));
        assertThat(left("daily")).isEqualTo(9);
    }

    /** Filters without names were taken for one another, and the second one let everything through. */
    @Test
    void secondFilter_countsForItself() throws Exception {
        LimitingFilter second = filter(route -> route);
        run(filter(route -> route), (req, res) -> second.doFilter(req, res, (innerReq, innerRes) -> {}));
        assertThat(left("daily")).isEqualTo(8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/shop/v1/x", "/%73hop/v1/x", "//shop//v1/x", "/shop;a=b/v1/x"})
    void pathOfTheApplication_isNoPartOfTheRouteHoweverItIsWritten(String uri) throws Exception {
        request.setContextPath("/shop");
        request.setRequestURI(uri);
        run(filter(route -> route), (req, res) -> ((HttpServletResponse) res).setStatus(204));
        assertThat(left("daily")).isEqualTo(9);
    }

    @Test
    void rootOfTheApplication_isASlash() {
        request.setContextPath("/shop");
        request.setRequestURI("/shop");
        assertThat(new ServletCall(request).path()).isEqualTo("/");
    }
}

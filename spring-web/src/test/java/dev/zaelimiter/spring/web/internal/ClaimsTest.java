package dev.zaelimiter.spring.web.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.http.route.HttpLimiter;
import dev.zaelimiter.http.route.RequestKey;
import dev.zaelimiter.http.route.Route;
import dev.zaelimiter.http.route.Routes;
import dev.zaelimiter.spring.web.reactive.LimitingWebFilter;
import dev.zaelimiter.spring.web.servlet.LimitingFilter;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatusCode;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.security.oauth2.core.DefaultOAuth2AuthenticatedPrincipal;
import reactor.core.publisher.Mono;

/** Whose a request is, by a claim of its token. */
class ClaimsTest {

    private final LimitRepository repository = EmbeddedRepository.inMemory();
    private final HttpLimiter gate = HttpLimiter.of(
            Routes.of(Route.of("/**")
                    .resource("api")
                    .key(RequestKey.claim("tenant"))
                    .take("daily", 1)
                    .build()),
            HttpAnswers.builder().build());

    ClaimsTest() {
        repository.limits().setResourceDefaults("api", Limit.perDay("daily", 1));
    }

    @AfterEach
    void close() {
        repository.close();
    }

    private static Principal token(Object tenant) {
        ClaimAccessor token = () -> Map.of("tenant", tenant);
        return new TestingAuthenticationToken(token, "secret");
    }

    private int servlet(@Nullable Principal principal) throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/x");
        request.setUserPrincipal(principal);
        MockHttpServletResponse response = new MockHttpServletResponse();
        new LimitingFilter(gate, repository.rateLimiter()).doFilter(request, response, new MockFilterChain());
        return response.getStatus();
    }

    private int webFlux(Principal principal) {
        var exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/x"))
                .mutate()
                .principal(Mono.just(principal))
                .build();
        new LimitingWebFilter(gate, repository.asyncRateLimiter())
                .filter(exchange, seen -> Mono.empty())
                .block();
        HttpStatusCode status = exchange.getResponse().getStatusCode();
        return status == null ? 200 : status.value();
    }

    @Test
    void tenantsOfTokens_areLimitedEach() throws Exception {
        assertThat(servlet(token("a"))).isEqualTo(200);
        assertThat(servlet(token("a"))).isEqualTo(429);
        assertThat(webFlux(token("a"))).isEqualTo(429);
        assertThat(webFlux(token("b"))).isEqualTo(200);
        assertThat(servlet(token("b"))).isEqualTo(429);
    }

    @Test
    void tokenThatIsKeptAsCredentials_andOpaqueToken_areRead() throws Exception {
        ClaimAccessor token = () -> Map.of("tenant", 17L);
        assertThat(servlet(new TestingAuthenticationToken("ann", token))).isEqualTo(200);
        var opaque = new DefaultOAuth2AuthenticatedPrincipal(Map.of("tenant", 17L), List.of());
        assertThat(servlet(new TestingAuthenticationToken(opaque, "secret"))).isEqualTo(429);
    }

    @Test
    void requestWithoutTheClaim_isRefused() throws Exception {
        assertThat(servlet(null)).isEqualTo(403);
        assertThat(servlet(() -> "ann")).isEqualTo(403);
        assertThat(servlet(token(List.of("a", "b")))).isEqualTo(403);
        assertThat(servlet(token(""))).isEqualTo(403);
    }
}

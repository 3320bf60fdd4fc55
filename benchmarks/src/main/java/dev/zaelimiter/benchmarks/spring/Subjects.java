package dev.zaelimiter.benchmarks.spring;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.http.route.HttpLimiter;
import dev.zaelimiter.http.route.RequestKey;
import dev.zaelimiter.http.route.Route;
import dev.zaelimiter.http.route.Routes;
import dev.zaelimiter.micrometer.LimiterMetrics;
import dev.zaelimiter.spring.web.servlet.LimitingFilter;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * An application on Boot with both annotations, and filters. Two limits each, never exhausted; of Resilience4j one,
 * since it knows no more.
 */
final class Subjects implements AutoCloseable {

    /** More than a run takes. Sums of what services really allow fit a {@code long}; those of far more would not. */
    private static final long PLENTY = 1_000_000_000;

    private static final long PER_MINUTE = 1_000_000;
    private static final FilterChain END = (request, response) -> {};

    /** The application. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({OursAnnotated.class, TheirsAnnotated.class})
    static class Application {}

    private final ConfigurableApplicationContext context = started();
    private final LimitRepository repository = context.getBean(LimitRepository.class);
    private final RateLimiter limiter = repository.rateLimiter();
    private final LimiterMetrics metrics = LimiterMetrics.builder().build();
    private final LimitRepository watched =
            EmbeddedRepository.builder().listener(metrics).build();
    private final AcquireRequest request = AcquireRequest.entity("key")
            .resource("gpt-4")
            .take("rpm", 1)
            .take("tpm", 50)
            .build();

    final OursAnnotated ours = context.getBean(OursAnnotated.class);
    final TheirsAnnotated theirs = context.getBean(TheirsAnnotated.class);
    final io.github.resilience4j.ratelimiter.RateLimiter resilience4j =
            context.getBean(RateLimiterRegistry.class).rateLimiter("gpt-4");
    final Filter filter = new LimitingFilter(gate(), limiter);
    final BucketFilter bucket4j = new BucketFilter(PLENTY, PER_MINUTE);
    final Filter nothing = new OncePerRequestFilter() {
        @Override
        protected void doFilterInternal(HttpServletRequest asked, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            chain.doFilter(asked, response);
        }
    };

    Subjects() {
        for (LimitRepository one : new LimitRepository[] {repository, watched}) {
            one.limits()
                    .setResourceDefaults(
                            "gpt-4",
                            Limit.perMinute("rpm", PER_MINUTE).burst(PLENTY),
                            Limit.perMinute("tpm", 50 * PER_MINUTE).burst(PLENTY));
        }
        metrics.bindTo(new SimpleMeterRegistry(), watched);
    }

    private static ConfigurableApplicationContext started() {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        return application.run(
                "--spring.main.banner-mode=off",
                "--resilience4j.ratelimiter.instances.gpt-4.limit-for-period=" + Integer.MAX_VALUE,
                "--resilience4j.ratelimiter.instances.gpt-4.limit-refresh-period=100ms",
                "--resilience4j.ratelimiter.instances.gpt-4.timeout-duration=0");
    }

    private static HttpLimiter gate() {
        return HttpLimiter.of(
                Routes.of(
                        Route.exempt("/health"),
                        Route.of("/v1/files/{name}")
                                .resource("files")
                                .key(RequestKey.header("X-Api-Key"))
                                .take("rpm", 1)
                                .build(),
                        Route.of("/v1/**")
                                .resource("gpt-4")
                                .key(RequestKey.header("X-Api-Key"))
                                .take("rpm", 1)
                                .take("tpm", 50)
                                .build()),
                HttpAnswers.builder().build());
    }

    Decision plain() {
        return taken(limiter);
    }

    Decision withMetrics() {
        return taken(watched.rateLimiter());
    }

    private Decision taken(RateLimiter by) {
        Decision decision = by.tryAcquire(request);
        decision.lease().keep();
        return decision;
    }

    MockHttpServletResponse request(Filter through) throws ServletException, IOException {
        MockHttpServletRequest asked = new MockHttpServletRequest("POST", "/v1/chat");
        asked.addHeader("X-Api-Key", "key");
        MockHttpServletResponse response = new MockHttpServletResponse();
        through.doFilter(asked, response, END);
        if (response.getStatus() != HttpServletResponse.SC_OK) {
            throw new IllegalStateException("refused: " + response.getStatus());
        }
        return response;
    }

    @Override
    public void close() {
        context.close();
        watched.close();
    }
}

package dev.zaelimiter.spring.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.spring.boot.LimiterPropertyException;
import dev.zaelimiter.spring.boot.ZaeLimiterAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.servlet.FilterRegistrationBean;

/** Routes that can't be stop the start, and name their property. */
class RoutePropertiesTest {

    private static final String[] ROUTE = {
        "zae.limiter.limits.system.rpm=2/d",
        "zae.limiter.web.routes[0].path=/hello/{name}",
        "zae.limiter.web.routes[0].resource=api",
        "zae.limiter.web.routes[0].keys=address",
        "zae.limiter.web.routes[0].take.rpm=1",
    };

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ZaeLimiterAutoConfiguration.class, WebAutoConfiguration.class))
            .withPropertyValues(ROUTE);

    @Test
    void route_isMade_andTheFilterComesAfterTheLogin() {
        runner.withPropertyValues("zae.limiter.web.routes[0].give-back=404,500-599")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    FilterRegistrationBean<?> filter =
                            context.getBean("zaeLimitingFilter", FilterRegistrationBean.class);
                    assertThat(filter.getOrder()).isEqualTo(-90);
                });
        new ApplicationContextRunner()
                .withPropertyValues("spring.main.banner-mode=off")
                .withConfiguration(AutoConfigurations.of(ZaeLimiterAutoConfiguration.class, WebAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("zaeLimitingFilter"));
    }

    @ParameterizedTest
    @CsvSource({
        "routes[1].path, hello, routes[1].resource",
        "routes[0].path, hello, routes[0]",
        "routes[1].resource, x, routes[1].path",
        "routes[0].keys, nobody, routes[0].keys[0]",
        "routes[0].keys, header, routes[0].keys[0]",
        "routes[0].keys, principal:x, routes[0].keys[0]",
        "routes[0].keys, bean:nobody, routes[0].keys[0]",
        // Without Spring Security's OAuth 2 on the class path.
        "routes[0].keys, claim:tenant, routes[0].keys[0]",
        "routes[0].keys, path:other, routes[0]",
        "routes[0].take.rps, 1, routes[0].take",
        "routes[0].take.rpm, -1, routes[0].take[rpm]",
        "routes[0].settle.tpm, bytes, routes[0]",
        "routes[0].settle.rpm, words, routes[0].settle[rpm]",
        "routes[0].give-back, 700, routes[0].give-back",
        "proxies.count, 33, proxies.count",
        "proxies.networks, nowhere, proxies.networks",
        "proxies.ipv6-prefix, 129, proxies.ipv6-prefix",
        "jitter, -1s, jitter",
    })
    void route_thatCantBe_namesItsProperty(String property, String value, String named) {
        runner.withPropertyValues("zae.limiter.web." + property + "=" + value)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(
                                LimiterPropertyException.class,
                                refused -> assertThat(refused.field()).isEqualTo("zae.limiter.web." + named)));
    }

    /** A route whose settlement is misspelt would be charged by its estimate, and nobody would know. */
    @ParameterizedTest
    @ValueSource(
            strings = {"jittter", "proxies.cuont", "routes[0].resorce", "routes[0].setle.rpm", "routes[0].wait-at-mots"
            })
    void name_thatNobodyReads_stopsTheStart(String name) {
        runner.withPropertyValues("zae.limiter.web." + name + "=1")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(UnboundConfigurationPropertiesException.class)
                        .hasMessageContaining("zae.limiter.web." + name));
    }

    @Test
    void twoRoutesThatOneRequestFits_areRefused() {
        runner.withPropertyValues(
                        "zae.limiter.web.routes[1].path=/{a}/x",
                        "zae.limiter.web.routes[1].resource=api",
                        "zae.limiter.web.routes[1].keys=address",
                        "zae.limiter.web.routes[1].take.rpm=1")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(LimiterPropertyException.class)
                        .hasMessageContaining("zae.limiter.web.routes"));
    }
}

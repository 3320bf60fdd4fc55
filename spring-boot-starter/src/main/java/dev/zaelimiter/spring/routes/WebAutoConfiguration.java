package dev.zaelimiter.spring.routes;

import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.http.route.HttpLimiter;
import dev.zaelimiter.http.route.RequestKey;
import dev.zaelimiter.http.route.Routes;
import dev.zaelimiter.spring.boot.DeclaredLimitsOfApplication;
import dev.zaelimiter.spring.boot.LimiterPropertyException;
import dev.zaelimiter.spring.boot.ZaeLimiterAutoConfiguration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** What a web application's clients are told, and which of their requests are limited. */
@AutoConfiguration(after = ZaeLimiterAutoConfiguration.class)
@ConditionalOnWebApplication
@ConditionalOnClass(HttpLimiter.class)
@EnableConfigurationProperties(WebProperties.class)
@Import({ServletWebConfiguration.class, ReactiveWebConfiguration.class})
public final class WebAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    HttpAnswers zaeHttpAnswers(WebProperties properties) {
        HttpAnswers.Builder builder = HttpAnswers.builder().dialect(properties.dialect());
        LimiterPropertyException.naming(
                "zae.limiter.web.jitter", properties.jitter(), () -> builder.jitter(properties.jitter()));
        if (properties.hideParents()) {
            builder.hideParents();
        }
        return builder.build();
    }

    @Bean
    @ConditionalOnMissingBean
    Routes zaeRoutes(WebProperties properties, ListableBeanFactory beans, DeclaredLimitsOfApplication declared) {
        return maker(properties, beans, declared).all();
    }

    @Bean
    RouteGates zaeRouteGates(
            WebProperties properties,
            ListableBeanFactory beans,
            DeclaredLimitsOfApplication declared,
            HttpAnswers answers) {
        return new RouteGates(maker(properties, beans, declared), answers);
    }

    private static RoutesFromProperties maker(
            WebProperties properties, ListableBeanFactory beans, DeclaredLimitsOfApplication declared) {
        Function<String, @Nullable RequestKey> keys =
                name -> beans.containsBean(name) && beans.isTypeMatch(name, RequestKey.class)
                        ? beans.getBean(name, RequestKey.class)
                        : null;
        return new RoutesFromProperties(properties, keys, declared);
    }

    @Bean
    @ConditionalOnMissingBean
    HttpLimiter zaeHttpLimiter(Routes routes, HttpAnswers answers) {
        return HttpLimiter.of(routes, answers);
    }

    @Bean
    WebAnswers zaeWebAnswers(HttpAnswers answers) {
        return new WebAnswers(answers);
    }
}

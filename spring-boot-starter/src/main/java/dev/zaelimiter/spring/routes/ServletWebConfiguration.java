package dev.zaelimiter.spring.routes;

import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.http.route.HttpLimiter;
import dev.zaelimiter.spring.web.servlet.LimitingFilter;
import jakarta.servlet.Filter;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** With servlets. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(Filter.class)
final class ServletWebConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "zaeLimitingFilter")
    FilterRegistrationBean<LimitingFilter> zaeLimitingFilter(
            HttpLimiter gate, RateLimiter limiter, WebProperties properties) {
        FilterRegistrationBean<LimitingFilter> registration =
                new FilterRegistrationBean<>(new LimitingFilter(gate, limiter));
        registration.setOrder(properties.filterOrder());
        registration.setAsyncSupported(true);
        return registration;
    }

    /** With Spring MVC. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HandlerExceptionResolver.class)
    static class Mvc {

        @Bean
        @ConditionalOnMissingBean(name = "zaeLimiterExceptionResolver")
        HandlerExceptionResolver zaeLimiterExceptionResolver(WebAnswers answers) {
            return new LimiterExceptionResolver(answers);
        }

        @Bean
        ServletResponses zaeServletResponses(HttpAnswers answers) {
            return new ServletResponses(answers);
        }
    }
}

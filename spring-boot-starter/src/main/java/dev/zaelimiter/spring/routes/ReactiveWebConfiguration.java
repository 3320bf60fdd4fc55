package dev.zaelimiter.spring.routes;

import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.http.HeaderField;
import dev.zaelimiter.http.HttpAnswer;
import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.http.route.HttpLimiter;
import dev.zaelimiter.spring.internal.TellingResponses;
import dev.zaelimiter.spring.web.reactive.LimitingWebFilter;
import java.util.Optional;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** With WebFlux. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass(WebFilter.class)
final class ReactiveWebConfiguration {

    /** Spring Boot's own handler, which makes a 500 of everything, is at -1. */
    private static final int BEFORE_THE_LAST = -2;

    @Bean
    @ConditionalOnMissingBean(name = "zaeLimitingWebFilter")
    WebFilter zaeLimitingWebFilter(
            HttpLimiter gate, AsyncRateLimiter limiter, HttpAnswers answers, WebProperties properties) {
        return new Placed(new LimitingWebFilter(gate, limiter), answers, properties.filterOrder());
    }

    @Bean
    @ConditionalOnMissingBean(name = "zaeLimiterExceptionHandler")
    WebExceptionHandler zaeLimiterExceptionHandler(WebAnswers answers) {
        return new Telling(answers);
    }

    /** A filter in its place, which lets controllers of what it lets through find their response. */
    private record Placed(LimitingWebFilter filter, HttpAnswers answers, int order) implements WebFilter, Ordered {

        @Override
        public int getOrder() {
            return order;
        }

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
            Told told = new Told(answers);
            ServerHttpResponse response = exchange.getResponse();
            // Before the filter does so, which has the last word: fields of a route and of a controller would be read
            // as one.
            response.beforeCommit(() -> Mono.fromRunnable(() -> told.write(response.getHeaders()::set)));
            return filter.filter(exchange, chain).contextWrite(context -> context.put(TellingResponses.KEY, told));
        }
    }

    /** Tells clients of what a handler threw. */
    private record Telling(WebAnswers answers) implements WebExceptionHandler, Ordered {

        @Override
        public int getOrder() {
            return BEFORE_THE_LAST;
        }

        @Override
        public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
            ServerHttpResponse response = exchange.getResponse();
            ServerHttpRequest request = exchange.getRequest();
            Optional<HttpAnswer> found = answers.of(
                    failure,
                    request.getHeaders().getFirst("Accept"),
                    request.getMethod().name(),
                    request.getPath().value());
            if (found.isEmpty() || response.isCommitted()) {
                return Mono.error(failure);
            }
            HttpAnswer answer = found.get();
            response.setStatusCode(HttpStatusCode.valueOf(answer.status()));
            for (HeaderField field : answer.fields()) {
                response.getHeaders().set(field.name(), field.value());
            }
            response.getHeaders().set("Content-Type", answer.contentType());
            return response.writeWith(
                    Mono.fromSupplier(() -> response.bufferFactory().wrap(answer.bytes())));
        }
    }
}

package dev.zaelimiter.spring.web.reactive;

import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Lease;
import dev.zaelimiter.http.HeaderField;
import dev.zaelimiter.http.HttpAnswer;
import dev.zaelimiter.http.route.HttpLimiter;
import dev.zaelimiter.http.route.Passage;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.util.DisconnectedClientHelper;
import reactor.core.publisher.Mono;

/**
 * Lets requests through to WebFlux that are within their limits. It decides before anything of the response is sent,
 * and never blocks. Where keys are principals, it belongs after whatever logs in. Safe for use by many threads.
 */
public final class LimitingWebFilter implements WebFilter {

    /** The attribute of an exchange in which handlers find its {@link Lease}, if it took something. */
    public static final String LEASE = Lease.class.getName();

    private static final int FAILED = 500;

    private final HttpLimiter gate;
    private final AsyncRateLimiter limiter;

    /**
     * A filter.
     *
     * @param gate which requests take what, and what is told
     * @param limiter what is asked
     */
    public LimitingWebFilter(HttpLimiter gate, AsyncRateLimiter limiter) {
        this.gate = Objects.requireNonNull(gate, "gate");
        this.limiter = Objects.requireNonNull(limiter, "limiter");
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return exchange.getPrincipal()
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .flatMap(principal -> Mono.fromFuture(
                        () -> gate.enterAsync(limiter, new ExchangeCall(exchange, principal.orElse(null)))))
                .flatMap(passage ->
                        passage.admitted() ? handle(exchange, chain, passage) : send(exchange, passage.answer()));
    }

    private static Mono<Void> handle(ServerWebExchange exchange, WebFilterChain chain, Passage passage) {
        ServerHttpResponse response = exchange.getResponse();
        // At the end: a service behind a gateway may tell of limits of its own, and clients would read both as one.
        response.beforeCommit(() -> Mono.fromRunnable(() -> {
            for (HeaderField field : passage.fields()) {
                response.getHeaders().set(field.name(), field.value());
            }
        }));
        passage.lease().ifPresent(lease -> exchange.getAttributes().put(LEASE, lease));
        ServerWebExchange seen = passage.countsBytes()
                ? exchange.mutate()
                        .response(new CountingExchangeResponse(exchange.getResponse()))
                        .build()
                : exchange;
        return chain.filter(seen)
                .doOnSuccess(done -> passage.completed(new ExchangeResult(seen)))
                .doOnError(failure -> ended(passage, failure))
                .doOnCancel(passage::abandoned);
    }

    private static void ended(Passage passage, Throwable failure) {
        // An IOException need not be the client's: a gateway may not reach the service behind it.
        if (DisconnectedClientHelper.isClientDisconnectedException(failure)) {
            passage.abandoned();
        } else {
            passage.failed(
                    failure instanceof ErrorResponse error
                            ? error.getStatusCode().value()
                            : FAILED);
        }
    }

    private static Mono<Void> send(ServerWebExchange exchange, HttpAnswer answer) {
        ServerHttpResponse response = exchange.getResponse();
        response.setStatusCode(HttpStatusCode.valueOf(answer.status()));
        for (HeaderField field : answer.fields()) {
            response.getHeaders().set(field.name(), field.value());
        }
        response.getHeaders().set("Content-Type", answer.contentType());
        byte[] body = answer.bytes();
        response.getHeaders().setContentLength(body.length);
        return exchange.getRequest().getMethod().equals(HttpMethod.HEAD)
                ? response.setComplete()
                : response.writeWith(
                        Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
    }
}

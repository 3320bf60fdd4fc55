package dev.zaelimiter.spring.web.reactive;

import dev.zaelimiter.http.route.HttpResult;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.server.ServerWebExchange;

/** The response of WebFlux. */
record ExchangeResult(ServerWebExchange exchange) implements HttpResult {

    @Override
    public int status() {
        HttpStatusCode status = exchange.getResponse().getStatusCode();
        return status == null ? 200 : status.value();
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(exchange.getResponse().getHeaders().getFirst(name));
    }

    @Override
    public long bytes() {
        return exchange.getResponse() instanceof CountingExchangeResponse counting ? counting.bytes() : -1;
    }

    @Override
    public @Nullable Object attribute(String name) {
        return exchange.getAttribute(name);
    }
}

package dev.zaelimiter.spring.web.reactive;

import dev.zaelimiter.http.route.HttpCall;
import dev.zaelimiter.spring.web.internal.Claims;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;

/** A request of WebFlux. */
record ExchangeCall(ServerWebExchange exchange, @Nullable Principal user) implements HttpCall {

    @Override
    public String method() {
        return exchange.getRequest().getMethod().name();
    }

    /** Without the path under which the application lies, which its routes don't know. */
    @Override
    public String path() {
        return exchange.getRequest().getPath().pathWithinApplication().value();
    }

    @Override
    public List<String> headers(String name) {
        return exchange.getRequest().getHeaders().getOrEmpty(name);
    }

    @Override
    public @Nullable String peer() {
        InetSocketAddress address = exchange.getRequest().getRemoteAddress();
        return address == null || address.getAddress() == null
                ? null
                : address.getAddress().getHostAddress();
    }

    @Override
    public @Nullable String principal() {
        return user == null ? null : user.getName();
    }

    @Override
    public @Nullable Object claim(String name) {
        return Claims.of(user, name);
    }

    @Override
    public @Nullable Object attribute(String name) {
        return exchange.getAttribute(name);
    }
}

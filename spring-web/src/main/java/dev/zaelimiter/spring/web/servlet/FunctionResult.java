package dev.zaelimiter.spring.web.servlet;

import dev.zaelimiter.http.route.HttpResult;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.function.ServerResponse;

/** The response of a router function, before its body is written. */
record FunctionResult(HttpServletRequest request, ServerResponse response) implements HttpResult {

    @Override
    public int status() {
        return response.statusCode().value();
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(response.headers().getFirst(name));
    }

    @Override
    public long bytes() {
        return -1;
    }

    @Override
    public @Nullable Object attribute(String name) {
        return request.getAttribute(name);
    }
}

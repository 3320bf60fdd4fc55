package dev.zaelimiter.spring.web.servlet;

import dev.zaelimiter.http.route.HttpResult;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The response of a servlet. */
record ServletResult(HttpServletRequest request, HttpServletResponse response) implements HttpResult {

    @Override
    public int status() {
        return response.getStatus();
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(response.getHeader(name));
    }

    @Override
    public long bytes() {
        return response instanceof CountingResponse counting ? counting.bytes() : -1;
    }

    @Override
    public @Nullable Object attribute(String name) {
        return request.getAttribute(name);
    }
}

package dev.zaelimiter.spring.web.servlet;

import dev.zaelimiter.http.route.HttpCall;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request of a servlet. */
record ServletCall(HttpServletRequest request) implements HttpCall {

    @Override
    public String method() {
        return request.getMethod();
    }

    /** Without the path under which the application lies, which its routes don't know. */
    @Override
    public String path() {
        String path = request.getRequestURI();
        String context = request.getContextPath();
        return context != null && !context.isEmpty() && path.startsWith(context)
                ? path.substring(context.length())
                : path;
    }

    @Override
    public List<String> headers(String name) {
        return Collections.list(request.getHeaders(name));
    }

    @Override
    public @Nullable String peer() {
        return request.getRemoteAddr();
    }

    @Override
    public @Nullable String principal() {
        Principal principal = request.getUserPrincipal();
        return principal == null ? null : principal.getName();
    }

    @Override
    public @Nullable Object attribute(String name) {
        return request.getAttribute(name);
    }
}

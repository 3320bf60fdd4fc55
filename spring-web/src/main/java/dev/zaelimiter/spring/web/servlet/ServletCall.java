package dev.zaelimiter.spring.web.servlet;

import dev.zaelimiter.http.route.HttpCall;
import dev.zaelimiter.spring.web.internal.Claims;
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

    /**
     * Without the path under which the application lies, which its routes don't know. That may be escaped in another
     * way in the request, so segments are counted; nobody may leave the routes by writing it so.
     */
    @Override
    public String path() {
        String path = request.getRequestURI();
        String context = request.getContextPath();
        if (context == null || context.isEmpty()) {
            return path;
        }
        int from = 0;
        for (long i = context.chars().filter(c -> c == '/').count(); i > 0; i--) {
            while (from < path.length() && path.charAt(from) == '/') {
                from++;
            }
            int slash = path.indexOf('/', from);
            from = slash < 0 ? path.length() : slash;
        }
        return from < path.length() ? path.substring(from) : "/";
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
    public @Nullable Object claim(String name) {
        return Claims.of(request.getUserPrincipal(), name);
    }

    @Override
    public @Nullable Object attribute(String name) {
        return request.getAttribute(name);
    }
}

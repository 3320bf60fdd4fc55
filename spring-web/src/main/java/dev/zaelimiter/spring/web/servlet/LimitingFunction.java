package dev.zaelimiter.spring.web.servlet;

import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.http.HeaderField;
import dev.zaelimiter.http.HttpAnswer;
import dev.zaelimiter.http.route.HttpLimiter;
import dev.zaelimiter.http.route.Passage;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Objects;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.servlet.function.AsyncServerResponse;
import org.springframework.web.servlet.function.HandlerFilterFunction;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Lets requests through to one router function of Spring MVC, such as a route of a gateway, that are within their
 * limits. It belongs in front of other filters of the same route. It blocks while the store is asked, and while a
 * request waits for its tokens. Safe for use by many threads.
 */
public final class LimitingFunction implements HandlerFilterFunction<ServerResponse, ServerResponse> {

    private final HttpLimiter gate;
    private final RateLimiter limiter;

    /**
     * A filter.
     *
     * @param gate which requests take what, and what is told
     * @param limiter what is asked
     */
    public LimitingFunction(HttpLimiter gate, RateLimiter limiter) {
        this.gate = Objects.requireNonNull(gate, "gate");
        this.limiter = Objects.requireNonNull(limiter, "limiter");
    }

    @Override
    public ServerResponse filter(ServerRequest request, HandlerFunction<ServerResponse> next) throws Exception {
        Passage passage = gate.enter(limiter, new ServletCall(request.servletRequest()));
        if (!passage.admitted()) {
            return refused(request, passage.answer());
        }
        passage.lease().ifPresent(lease -> request.servletRequest().setAttribute(LimitingFilter.LEASE, lease));
        boolean handled = false;
        try {
            ServerResponse response = next.handle(request);
            handled = true;
            return told(request, response, passage);
        } finally {
            if (!handled) {
                passage.failed(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
            }
        }
    }

    private static ServerResponse told(ServerRequest request, ServerResponse response, Passage passage) {
        if (passage.countsBytes() || response instanceof AsyncServerResponse || isFixed(response.headers())) {
            return new SeenResponse(response, passage);
        }
        // As it is, not wrapped: filters of a gateway look for its own type.
        for (HeaderField field : passage.fields()) {
            response.headers().set(field.name(), field.value());
        }
        passage.completed(new FunctionResult(request.servletRequest(), response));
        return response;
    }

    /** Spring says it in no other way. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isFixed(HttpHeaders headers) {
        return HttpHeaders.readOnlyHttpHeaders(headers) == headers;
    }

    private static ServerResponse refused(ServerRequest request, HttpAnswer answer) {
        ServerResponse.BodyBuilder response = ServerResponse.status(answer.status());
        for (HeaderField field : answer.fields()) {
            response.header(field.name(), field.value());
        }
        response.header("Content-Type", answer.contentType());
        byte[] body = answer.bytes();
        response.header("Content-Length", Integer.toString(body.length));
        return response.build((servletRequest, servletResponse) -> {
            if (!request.method().equals(HttpMethod.HEAD)) {
                servletResponse.getOutputStream().write(body);
            }
            return null;
        });
    }
}

package dev.zaelimiter.spring.routes;

import dev.zaelimiter.http.HeaderField;
import dev.zaelimiter.http.HttpAnswer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/** The last to be asked what a client is told of an exception: whatever the application says itself comes first. */
final class LimiterExceptionResolver implements HandlerExceptionResolver, Ordered {

    private final WebAnswers answers;

    LimiterExceptionResolver(WebAnswers answers) {
        this.answers = answers;
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        Optional<HttpAnswer> answer =
                answers.of(failure, request.getHeader("Accept"), request.getMethod(), request.getRequestURI());
        if (answer.isEmpty() || response.isCommitted()) {
            return null;
        }
        try {
            send(request, response, answer.get());
            return new ModelAndView();
        } catch (IOException e) {
            return null;
        }
    }

    private static void send(HttpServletRequest request, HttpServletResponse response, HttpAnswer answer)
            throws IOException {
        response.setStatus(answer.status());
        for (HeaderField field : answer.fields()) {
            response.setHeader(field.name(), field.value());
        }
        response.setContentType(answer.contentType());
        response.setContentLength(answer.bytes().length);
        if (!request.getMethod().equals("HEAD")) {
            response.getOutputStream().write(answer.bytes());
        }
    }
}

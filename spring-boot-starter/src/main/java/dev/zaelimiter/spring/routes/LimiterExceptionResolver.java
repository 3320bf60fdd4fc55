package dev.zaelimiter.spring.routes;

import dev.zaelimiter.http.HeaderField;
import dev.zaelimiter.http.HttpAnswer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/** The last to be asked what a client is told of an exception: whatever the application says itself comes first. */
final class LimiterExceptionResolver implements HandlerExceptionResolver, Ordered {

    private static final Logger LOG = LoggerFactory.getLogger("dev.zaelimiter.spring");
    private static final int FAULT = 500;

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
        Optional<HttpAnswer> answer = answers.of(failure, request.getHeader("Accept"));
        if (answer.isEmpty() || response.isCommitted()) {
            return null;
        }
        if (answer.get().status() == FAULT) {
            LOG.warn("{} {} could not be limited", request.getMethod(), request.getRequestURI(), failure);
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

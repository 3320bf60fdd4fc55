package dev.zaelimiter.spring.routes;

import dev.zaelimiter.Lease;
import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.spring.internal.TellingResponses;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * Responses of Spring MVC. No other thread than the one that handles a request touches its response, which the server
 * may use for another request when this one has timed out: what is decided later waits until the body is written.
 */
@ControllerAdvice
final class ServletResponses implements TellingResponses, ResponseBodyAdvice<Object> {

    private static final String TOLD = Told.class.getName();

    private final HttpAnswers answers;

    ServletResponses(HttpAnswers answers) {
        this.answers = answers;
    }

    @Override
    public void tell(List<Lease> leases) {
        ServletRequestAttributes handled = handled();
        HttpServletResponse response = handled == null ? null : handled.getResponse();
        if (response != null) {
            Told told = new Told(answers);
            told.accept(leases);
            told.write(response::setHeader);
        }
    }

    @Override
    public @Nullable Consumer<List<Lease>> later() {
        ServletRequestAttributes handled = handled();
        if (handled == null) {
            return null;
        }
        Told told = new Told(answers);
        handled.getRequest().setAttribute(TOLD, told);
        return told;
    }

    private static @Nullable ServletRequestAttributes handled() {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes handled ? handled : null;
    }

    @Override
    public boolean supports(MethodParameter returned, Class<? extends HttpMessageConverter<?>> converter) {
        return true;
    }

    @Override
    public @Nullable Object beforeBodyWrite(
            @Nullable Object body,
            MethodParameter returned,
            MediaType type,
            Class<? extends HttpMessageConverter<?>> converter,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        if (request instanceof ServletServerHttpRequest servlet
                && servlet.getServletRequest().getAttribute(TOLD) instanceof Told told) {
            told.write(response.getHeaders()::set);
        }
        return body;
    }
}

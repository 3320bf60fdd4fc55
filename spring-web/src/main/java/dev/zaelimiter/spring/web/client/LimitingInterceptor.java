package dev.zaelimiter.spring.web.client;

import dev.zaelimiter.http.client.OutgoingCall;
import dev.zaelimiter.http.client.OutgoingLimits;
import java.io.IOException;
import java.util.Objects;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Has the calls of a {@code RestClient} or {@code RestTemplate} wait for their turn, or fail with what
 * {@link OutgoingLimits#begin} throws. Safe for use by many threads.
 */
public final class LimitingInterceptor implements ClientHttpRequestInterceptor {

    private final OutgoingLimits limits;

    /**
     * An interceptor.
     *
     * @param limits what is honoured; one for the whole application
     */
    public LimitingInterceptor(OutgoingLimits limits) {
        this.limits = Objects.requireNonNull(limits, "limits");
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        OutgoingCall call = limits.begin(request.getMethod().name(), request.getURI());
        try {
            ClientHttpResponse response = execution.execute(request, body);
            int status = response.getStatusCode().value();
            if (call.readsBody()) {
                return new ReadResponse(response, call.answering(status, response.getHeaders()::getOrEmpty));
            }
            call.answered(status, response.getHeaders()::getOrEmpty);
            return response;
        } finally {
            // Does nothing, unless sending has thrown.
            call.failed();
        }
    }
}

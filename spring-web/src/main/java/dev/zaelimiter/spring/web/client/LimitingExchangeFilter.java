package dev.zaelimiter.spring.web.client;

import dev.zaelimiter.http.client.OutgoingCall;
import dev.zaelimiter.http.client.OutgoingLimits;
import dev.zaelimiter.http.client.ResponseBody;
import java.util.Objects;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;

/**
 * Has the calls of a {@code WebClient} wait for their turn, or fail with what {@link OutgoingLimits#begin} throws;
 * never blocks. Safe for use by many threads.
 */
public final class LimitingExchangeFilter implements ExchangeFilterFunction {

    private final OutgoingLimits limits;

    /**
     * A filter.
     *
     * @param limits what is honoured; one for the whole application
     */
    public LimitingExchangeFilter(OutgoingLimits limits) {
        this.limits = Objects.requireNonNull(limits, "limits");
    }

    @Override
    public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
        return Mono.fromFuture(() -> limits.beginAsync(request.method().name(), request.url()))
                .flatMap(call -> send(request, next, call));
    }

    private static Mono<ClientResponse> send(ClientRequest request, ExchangeFunction next, OutgoingCall call) {
        return next.exchange(request).map(response -> answered(call, response)).doFinally(signal -> call.failed());
    }

    private static ClientResponse answered(OutgoingCall call, ClientResponse response) {
        int status = response.statusCode().value();
        if (!call.readsBody()) {
            call.answered(status, response.headers()::header);
            return response;
        }
        ResponseBody body = call.answering(status, response.headers()::header);
        return response.mutate()
                .body(parts -> parts.doOnNext(part -> see(body, part))
                        .doOnComplete(body::ended)
                        .doOnError(failure -> body.brokenOff())
                        .doOnCancel(body::brokenOff))
                .build();
    }

    private static void see(ResponseBody body, DataBuffer part) {
        try (DataBuffer.ByteBufferIterator buffers = part.readableByteBuffers()) {
            buffers.forEachRemaining(body::seen);
        }
    }
}

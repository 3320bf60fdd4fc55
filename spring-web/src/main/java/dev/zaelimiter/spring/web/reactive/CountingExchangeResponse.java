package dev.zaelimiter.spring.web.reactive;

import java.util.concurrent.atomic.AtomicLong;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Counts the bytes of a body as they are written. */
final class CountingExchangeResponse extends ServerHttpResponseDecorator {

    private final AtomicLong bytes = new AtomicLong();

    CountingExchangeResponse(ServerHttpResponse response) {
        super(response);
    }

    long bytes() {
        return bytes.get();
    }

    @Override
    public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
        return super.writeWith(counted(body));
    }

    @Override
    public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
        return super.writeAndFlushWith(Flux.from(body).map(this::counted));
    }

    /** A body that is one buffer stays one, so that its length is still known. */
    private Publisher<? extends DataBuffer> counted(Publisher<? extends DataBuffer> body) {
        return body instanceof Mono<? extends DataBuffer> one
                ? one.doOnNext(this::count)
                : Flux.from(body).doOnNext(this::count);
    }

    private void count(DataBuffer buffer) {
        bytes.addAndGet(buffer.readableByteCount());
    }
}

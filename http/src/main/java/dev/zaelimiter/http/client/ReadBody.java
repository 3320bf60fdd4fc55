package dev.zaelimiter.http.client;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * Looks at a body on its way to whoever reads it.
 *
 * @param <T> what it is read as
 */
final class ReadBody<T> implements BodySubscriber<T> {

    private final BodySubscriber<T> reader;
    private final ResponseBody body;

    private ReadBody(BodySubscriber<T> reader, ResponseBody body) {
        this.reader = reader;
        this.body = body;
    }

    /** The same handler if nothing looks at the body. */
    static <T> BodyHandler<T> of(OutgoingCall call, BodyHandler<T> handler) {
        if (!call.readsBody()) {
            return handler;
        }
        return head -> {
            ResponseBody body = call.answering(head.statusCode(), head.headers()::allValues);
            boolean read = false;
            try {
                BodySubscriber<T> reader = handler.apply(head);
                read = true;
                return new ReadBody<>(reader, body);
            } finally {
                if (!read) {
                    body.brokenOff();
                }
            }
        };
    }

    @Override
    public CompletionStage<T> getBody() {
        return reader.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        reader.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long parts) {
                subscription.request(parts);
            }

            @Override
            public void cancel() {
                body.brokenOff();
                subscription.cancel();
            }
        });
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        parts.forEach(body::seen);
        reader.onNext(parts);
    }

    @Override
    public void onError(Throwable failure) {
        body.brokenOff();
        reader.onError(failure);
    }

    @Override
    public void onComplete() {
        body.ended();
        reader.onComplete();
    }
}

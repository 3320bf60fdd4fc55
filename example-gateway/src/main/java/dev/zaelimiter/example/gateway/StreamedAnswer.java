package dev.zaelimiter.example.gateway;

import dev.zaelimiter.llm.ModelCall;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Passes each line on as it comes, and tells the call what it says. Lines come one at a time, on a thread of the client
 * that asks the model, while the request's own thread waits.
 */
final class StreamedAnswer implements Flow.Subscriber<String> {

    private static final String DATA = "data:";

    private final ModelCall call;
    private final HttpServletResponse response;
    private volatile Runnable onClientGone = () -> {};
    private volatile boolean whole;
    private volatile boolean gone;
    private Flow.@Nullable Subscription model;

    StreamedAnswer(ModelCall call, HttpServletResponse response) {
        this.call = call;
        this.response = response;
    }

    /** What ends the call to the model if nobody is left to read its answer. */
    void onClientGone(Runnable end) {
        onClientGone = end;
        if (gone) {
            end.run();
        }
    }

    void requireWhole() throws IOException {
        if (!whole) {
            throw new IOException("the model has broken off its answer");
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        model = subscription;
        subscription.request(1);
    }

    @Override
    public void onNext(String line) {
        if (line.startsWith(DATA)) {
            String data = line.substring(DATA.length()).trim();
            whole = whole || data.equals("[DONE]");
            Chat.note(data, "delta", call);
        }
        try {
            if (!response.isCommitted()) {
                response.setContentType("text/event-stream");
            }
            response.getOutputStream().write((line + '\n').getBytes(StandardCharsets.UTF_8));
            if (line.isEmpty()) {
                response.flushBuffer();
            }
            Objects.requireNonNull(model).request(1);
        } catch (IOException e) {
            call.cancelled();
            gone = true;
            onClientGone.run();
        }
    }

    @Override
    public void onError(Throwable failure) {
        // The request's own thread is told.
    }

    @Override
    public void onComplete() {
        // The request's own thread is told.
    }
}

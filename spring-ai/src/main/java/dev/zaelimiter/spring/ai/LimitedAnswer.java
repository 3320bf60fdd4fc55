package dev.zaelimiter.spring.ai;

import dev.zaelimiter.llm.ModelCall;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClientResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One subscription to an answer that is streamed. Signals come one at a time, except a cancellation, which may meet any
 * of them.
 */
final class LimitedAnswer {

    private final CompletableFuture<ModelCall> begun;
    private final RateLimitAdvisor advisor;

    LimitedAnswer(CompletableFuture<ModelCall> begun, RateLimitAdvisor advisor) {
        this.begun = begun;
        this.advisor = advisor;
    }

    Flux<ChatClientResponse> elements(Supplier<Flux<ChatClientResponse>> model) {
        return Mono.fromFuture(begun)
                .flatMapMany(call -> {
                    call.sent();
                    return model.get();
                })
                .doOnNext(this::seen)
                .doOnComplete(this::complete)
                .doOnError(this::failed)
                .doOnCancel(this::cancelled);
    }

    private void seen(ChatClientResponse response) {
        ModelCall call = call();
        if (call != null) {
            Responses.note(call, response.chatResponse());
        }
    }

    private void complete() {
        ModelCall call = call();
        if (call != null) {
            call.answered();
        }
    }

    private void failed(Throwable failure) {
        ModelCall call = call();
        if (call != null) {
            advisor.noteFailure(call, failure);
        }
    }

    private void cancelled() {
        // What is not begun yet gives back what it takes.
        if (!begun.cancel(false)) {
            ModelCall call = call();
            if (call != null) {
                call.cancelled();
            }
        }
    }

    /** Null if it was refused, or is not begun. */
    private @Nullable ModelCall call() {
        return begun.isDone() && !begun.isCompletedExceptionally() ? begun.join() : null;
    }
}

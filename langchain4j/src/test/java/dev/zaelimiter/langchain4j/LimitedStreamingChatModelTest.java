package dev.zaelimiter.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.llm.CallReport;
import dev.zaelimiter.testkit.model.ModelReply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Streamed answers. */
class LimitedStreamingChatModelTest extends OnAModel {

    @Test
    void stream_isSettledToTheUsageOfItsLastPiece() throws Exception {
        model.next(ModelReply.of("Hel", "lo", " there").using(33, 7));
        assertThat(stream(streaming(builder()), false).get()).isEqualTo("Hello there");
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED);
        assertThat(used("tpm")).isEqualTo(40);
    }

    @Test
    void stream_withoutUsage_keepsTheEstimate() throws Exception {
        model.next(ModelReply.of("Hel", "lo"));
        stream(streaming(builder()), false).get();
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED_WITHOUT_USAGE);
        assertThat(used("tpm")).isEqualTo(100);
    }

    @Test
    void stream_thatFailsInTheMiddle_keepsThePromptAndWhatCame() throws Exception {
        model.next(ModelReply.of("a".repeat(40), "b".repeat(40)).stalling());
        CountDownLatch pieces = new CountDownLatch(2);
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        streaming(builder()).chat(REQUEST, OF_KEY, new StreamingChatResponseHandler() {
            @Override
            public void onPartialResponse(String piece) {
                pieces.countDown();
            }

            @Override
            public void onCompleteResponse(ChatResponse response) {
                failed.completeExceptionally(new AssertionError("complete"));
            }

            @Override
            public void onError(Throwable failure) {
                failed.complete(failure);
            }
        });
        assertThat(pieces.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        model.close();
        failed.get(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(end()).isEqualTo(CallReport.End.BROKEN_OFF);
        assertThat(used("tpm")).isEqualTo(40 + 20);
        assertThat(used("rpm")).isEqualTo(1);
    }

    @Test
    void stream_thatFailsBeforeItsFirstPiece_givesBack() throws Exception {
        model.next(ModelReply.failing(503));
        assertThatThrownBy(() -> stream(streaming(builder()), false).get()).isInstanceOf(ExecutionException.class);
        assertThat(end()).isEqualTo(CallReport.End.FAILED);
        assertThat(used("tpm")).isZero();
    }

    /** A stream that is cancelled by its handle says nothing any more, neither an end nor an error. */
    @Test
    void stream_cancelledByItsHandle_keepsThePromptAndWhatCame() throws Exception {
        model.next(ModelReply.of("a".repeat(40), "b".repeat(40)).stalling());
        assertThat(stream(streaming(builder()), true).get()).isEqualTo("a".repeat(40));
        assertThat(end()).isEqualTo(CallReport.End.BROKEN_OFF);
        assertThat(used("tpm")).isEqualTo(40 + 10);
    }

    @Test
    void stream_beyondALimit_tellsTheHandler_andTheModelIsNotAsked() {
        repository.rateLimiter().acquire("key", "gpt-4", "tpm", 950);
        assertThatThrownBy(() -> stream(streaming(builder()), false).get())
                .hasCauseInstanceOf(RateLimitExceededException.class);
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void stream_whoseHandlerThrows_isSettledAllTheSame() throws Exception {
        model.next(ModelReply.of("Hello").using(33, 7));
        streaming(builder()).chat(REQUEST, OF_KEY, new StreamingChatResponseHandler() {
            @Override
            public void onCompleteResponse(ChatResponse response) {
                throw new IllegalStateException("no");
            }

            @Override
            public void onError(Throwable failure) {
                throw new IllegalStateException("no");
            }
        });
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED);
        assertThat(used("tpm")).isEqualTo(40);
    }

    @Test
    void stream_whoseModelThrows_tellsTheHandler_andGivesBack() throws Exception {
        StreamingChatModel broken = new StreamingChatModel() {
            @Override
            public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
                throw new IllegalStateException("broken");
            }
        };
        Collector collector = new Collector(false);
        LimitedStreamingChatModel.of(broken, builder().build())
                .onResource("gpt-4")
                .chat(REQUEST, OF_KEY, collector);
        assertThatThrownBy(collector::get).hasMessageContaining("broken");
        assertThat(end()).isEqualTo(CallReport.End.FAILED);
    }
}

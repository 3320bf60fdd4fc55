package dev.zaelimiter.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.llm.CallReport;
import dev.zaelimiter.testkit.model.ModelReply;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** Streamed answers. */
class StreamsTest extends OnAModel {

    @Test
    void stream_isSettledToTheUsageOfItsLastPiece() throws Exception {
        model.next(ModelReply.of("Hel", "lo", " there").using(33, 7));
        assertThat(asking(client()).stream().content().collectList().block(SOON))
                .containsExactly("Hel", "lo", " there");
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED);
        assertThat(used("tpm")).isEqualTo(40);
    }

    @Test
    void stream_withoutUsage_keepsTheEstimate() throws Exception {
        model.next(ModelReply.of("Hel", "lo"));
        asking(client()).stream().content().collectList().block(SOON);
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED_WITHOUT_USAGE);
        assertThat(used("tpm")).isEqualTo(100);
    }

    @Test
    void stream_thatFailsInTheMiddle_keepsThePromptAndWhatCame() throws Exception {
        model.next(ModelReply.of("a".repeat(40), "b".repeat(40)).breakingOff());
        Flux<String> answer = asking(client()).stream().content();
        assertThatThrownBy(() -> answer.collectList().block(SOON)).isNotInstanceOf(RateLimitExceededException.class);
        assertThat(end()).isEqualTo(CallReport.End.BROKEN_OFF);
        assertThat(used("tpm")).isEqualTo(40 + 20);
        assertThat(used("rpm")).isEqualTo(1);
    }

    @Test
    void stream_thatFailsBeforeItsFirstPiece_givesBack() throws Exception {
        model.next(ModelReply.failing(503));
        assertThatThrownBy(
                        () -> asking(client()).stream().content().collectList().block(SOON))
                .isNotInstanceOf(RateLimitExceededException.class);
        assertThat(end()).isEqualTo(CallReport.End.FAILED);
        assertThat(used("tpm")).isZero();
    }

    @Test
    void stream_cancelledInTheMiddle_keepsThePromptAndWhatCame() throws Exception {
        model.next(ModelReply.of("a".repeat(40), "b".repeat(40)).stalling());
        CountDownLatch first = new CountDownLatch(1);
        Disposable running = asking(client()).stream().content().subscribe(piece -> first.countDown());
        assertThat(await(first)).isTrue();
        // OpenAI's client blocks whoever cancels until the next piece comes; the call ends before that.
        Thread canceller = new Thread(running::dispose);
        canceller.start();
        assertThat(end()).isEqualTo(CallReport.End.BROKEN_OFF);
        // The second piece may have come before the cancellation did.
        assertThat(used("tpm")).isIn(40L + 10, 40L + 20);
        model.close();
        canceller.join(SOON.toMillis());
    }

    @Test
    void stream_cancelledBeforeItsFirstPiece_keepsThePrompt() throws Exception {
        model.next(ModelReply.of().stalling());
        Disposable running = asking(client()).stream().content().subscribe();
        while (model.requests().isEmpty()) {
            Thread.onSpinWait();
        }
        Thread canceller = new Thread(running::dispose);
        canceller.start();
        assertThat(end()).isEqualTo(CallReport.End.CANCELLED);
        assertThat(used("tpm")).isEqualTo(40);
        model.close();
        canceller.join(SOON.toMillis());
    }

    @Test
    void stream_cancelledWhileItWaitsForTokens_takesNothing() {
        ChatClient client = client(
                RateLimitAdvisor.of(builder().waitAtMost(Duration.ofMinutes(1)).build()));
        repository.rateLimiter().acquire("key", "gpt-4", "tpm", 1_000);
        Disposable waiting = asking(client).stream().content().subscribe();
        waiting.dispose();
        assertThat(used("tpm")).isEqualTo(1_000);
        assertThat(used("rpm")).isZero();
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void stream_beyondALimit_failsWithTheRefusal_andTheModelIsNotAsked() {
        repository.rateLimiter().acquire("key", "gpt-4", "tpm", 950);
        CountDownLatch refused = new CountDownLatch(1);
        asking(client()).stream().content().subscribe(piece -> {}, failure -> {
            if (failure instanceof RateLimitExceededException e
                    && e.refusal().violations().size() == 1) {
                refused.countDown();
            }
        });
        assertThat(await(refused)).isTrue();
        assertThat(model.requests()).isEmpty();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(SOON.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.zaelimiter.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.UnknownLimitException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a call takes before it is sent, and whose it is. */
class ModelLimiterTest extends OnAModel {

    private static final ModelPrompt ONE_WORD = ModelPrompt.of("one");

    @Test
    void begin_takesARequestAndTheEstimateOfPromptAndAnswer() {
        begin();
        assertThat(used("rpm")).isEqualTo(1);
        assertThat(used("tpm")).isEqualTo(100);
    }

    @Test
    void begin_ofOneTooMany_isRefusedWithItsReason() {
        for (int i = 0; i < 10; i++) {
            begin();
        }
        assertThatThrownBy(this::begin)
                .isInstanceOfSatisfying(
                        RateLimitExceededException.class,
                        e -> assertThat(e.refusal().violations()).hasSize(2));
        assertThat(used("tpm")).isEqualTo(1_000);
    }

    @Test
    void begin_thatMayWait_waits() {
        ModelLimiter limiter = builder().waitAtMost(Duration.ofSeconds(10)).build();
        limiter.begin("key", "gpt-4", PROMPT.answerAtMost(960)).sent();
        CompletableFuture<ModelCall> waiting = limiter.beginAsync("key", "gpt-4", PROMPT);
        assertThat(waiting).isNotDone();
        clock.advance(Duration.ofSeconds(7));
        assertThat(waiting).succeedsWithin(Duration.ofSeconds(5));
    }

    @Test
    void beginAsync_cancelledWhileItWaits_takesNothing() {
        ModelLimiter limiter = builder().waitAtMost(Duration.ofSeconds(10)).build();
        limiter.begin("key", "gpt-4", PROMPT.answerAtMost(960)).sent();
        CompletableFuture<ModelCall> waiting = limiter.beginAsync("key", "gpt-4", PROMPT);
        waiting.cancel(false);
        assertThat(used("tpm")).isEqualTo(1_000);
        assertThat(used("rpm")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Limit.MAX_AMOUNT + 1, Long.MAX_VALUE})
    void estimate_thatIsNoNumberOfTokens_isAnErrorAndTakesNothing(long tokens) {
        ModelLimiter limiter = builder().estimator(text -> tokens).build();
        assertThatThrownBy(() -> limiter.begin("key", "gpt-4", ONE_WORD)).isInstanceOf(EstimateException.class);
        ModelLimiter ofTheAnswer = builder().answer(prompt -> tokens).build();
        assertThatThrownBy(() -> ofTheAnswer.begin("key", "gpt-4", PROMPT))
                .isInstanceOf(EstimateException.class)
                .hasMessageContaining("0 to 10^15 tokens")
                .hasMessageContaining(Long.toString(tokens));
        assertThat(used("rpm")).isZero();
    }

    @Test
    void estimate_thatThrows_isAnErrorThatTellsTheCause() {
        TokenEstimator broken = text -> {
            throw new IllegalStateException("no vocabulary");
        };
        ModelLimiter limiter = builder().estimator(broken).build();
        assertThatThrownBy(() -> limiter.begin("key", "gpt-4", PROMPT))
                .isInstanceOf(EstimateException.class)
                .hasMessageContaining("no vocabulary")
                .hasRootCauseInstanceOf(IllegalStateException.class);
        assertThat(limiter.beginAsync("key", "gpt-4", PROMPT)).isCompletedExceptionally();
        assertThat(used("rpm")).isZero();
    }

    @Test
    void estimate_thatThrows_withALastResort_takesThat() {
        TokenEstimator broken = text -> {
            throw new IllegalStateException("no vocabulary");
        };
        ModelLimiter limiter =
                builder().estimator(broken).estimateOfLastResort(100).build();
        ModelCall call = limiter.begin("key", "gpt-4", PROMPT);
        assertThat(used("tpm")).isEqualTo(100);
        call.saw("a".repeat(80));
        call.failed();
        assertThat(used("tpm")).isEqualTo(100 + 20);
    }

    @Test
    void begin_withoutAnEntityOrAResource_orWithAnIllegalOne_isAnError() {
        ModelLimiter limiter = builder().build();
        assertThatThrownBy(() -> limiter.begin(null, "gpt-4", PROMPT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("entity");
        assertThatThrownBy(() -> limiter.begin("no name", "gpt-4", PROMPT)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> limiter.begin("key", null, PROMPT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("resource");
        assertThatThrownBy(() -> limiter.begin("key", null, PROMPT.forModel("no resource")))
                .isInstanceOf(InvalidInputException.class);
        assertThat(limiter.beginAsync(null, "gpt-4", PROMPT)).isCompletedExceptionally();
    }

    @Test
    void begin_withoutAResource_takesTheModelsName_orWhatItIsMappedTo() {
        assertThat(builder()
                        .build()
                        .begin("key", null, PROMPT.forModel("gpt-4"))
                        .lease()
                        .resource())
                .isEqualTo("gpt-4");
        ModelLimiter mapped = builder().resources(model -> "gpt-4").build();
        assertThat(mapped.begin("key", null, PROMPT).lease().resource()).isEqualTo("gpt-4");
    }

    @Test
    void begin_withALimitThatDoesNotExist_isAnError() {
        assertThatThrownBy(() -> builder().build().begin("key", "unheard-of", PROMPT))
                .isInstanceOf(NoLimitsException.class);
        ModelLimiter other = builder().requests("rpm").tokens("unknown").build();
        assertThatThrownBy(() -> other.begin("key", "gpt-4", PROMPT)).isInstanceOf(UnknownLimitException.class);
        assertThat(used("rpm")).isZero();
    }

    @Test
    void limit_givenTwice_isAnError() {
        assertThatThrownBy(() -> builder().tokens("tpm").inputTokens("tpm")).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> builder().estimateOfLastResort(0)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> builder().waitAtMost(Duration.ofSeconds(-1)))
                .isInstanceOf(InvalidInputException.class);
    }
}

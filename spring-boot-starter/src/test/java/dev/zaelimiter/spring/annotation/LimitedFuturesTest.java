package dev.zaelimiter.spring.annotation;

import static dev.zaelimiter.spring.annotation.Annotated.left;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.RateLimiter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LimitedFuturesTest {

    static class Model {
        CompletableFuture<String> answer = new CompletableFuture<>();
        int calls;

        @RateLimited(resource = "scarce", entity = "#id", take = "rpm=1")
        @RateLimited(resource = "gpt-4", entity = "#id", take = "tpm=100", settle = "tpm=#result.length()")
        public CompletableFuture<String> ask(String id) {
            calls++;
            return answer;
        }

        public void next() {
            answer = new CompletableFuture<>();
        }

        public CompletableFuture<String> current() {
            return answer;
        }

        @RateLimited(resource = "scarce", entity = "#id", take = "rpm=3", fallback = "instead")
        public CompletionStage<String> tooMuch(String id) {
            calls++;
            return answer;
        }

        CompletionStage<String> instead(String id) {
            return CompletableFuture.completedFuture("instead of " + id);
        }

        @RateLimited(resource = "scarce", entity = "'w'", take = "rpm=2", waitAtMost = "1m")
        public CompletableFuture<String> waiting() {
            calls++;
            return CompletableFuture.completedFuture("done");
        }

        @RateLimited(resource = "gpt-4", entity = "'w'", take = "tpm=100")
        @RateLimited(resource = "scarce", entity = "'w'", take = "rpm=2", waitAtMost = "1m")
        public CompletableFuture<String> takingTwice() {
            calls++;
            return CompletableFuture.completedFuture("done");
        }

        @RateLimited(resource = "gpt-4", entity = "#id", take = "tpm=100", settle = "tpm=#result.substring(3).length()")
        public CompletableFuture<String> cut(String id) {
            return answer;
        }

        public int calls() {
            return calls;
        }
    }

    private final Annotated annotated = new Annotated();

    private void with(BiConsumer<Model, RateLimiter> test) {
        annotated
                .runner(Model.class)
                .run(context -> test.accept(context.getBean(Model.class), context.getBean(RateLimiter.class)));
    }

    @Test
    void future_thatSucceeds_isSettled() {
        with((model, limiter) -> {
            CompletableFuture<String> asked = model.ask("k");
            assertThat(asked).isNotDone();
            model.current().complete("an answer");
            assertThat(asked).isCompletedWithValue("an answer");
            assertThat(left(limiter, "k", "gpt-4", "tpm")).isEqualTo(991);
            assertThat(left(limiter, "k", "scarce", "rpm")).isEqualTo(1);
        });
    }

    @Test
    @DisplayName("a method called by the expression that settles threw, and the future never completed")
    void future_whoseSettlementThrows_fails_andIsKept() {
        with((model, limiter) -> {
            CompletableFuture<String> asked = model.cut("k");
            model.current().complete("x");
            assertThat(asked)
                    .failsWithin(java.time.Duration.ZERO)
                    .withThrowableThat()
                    .withCauseInstanceOf(RateLimitedException.class)
                    .withMessageContaining("Model.cut(String): the settle '#result.substring(3).length()'");
            assertThat(left(limiter, "k", "gpt-4", "tpm")).isEqualTo(900);
        });
    }

    @Test
    @DisplayName("an expression that failed threw, where the caller looks for a failure in the future")
    void future_whoseExpressionFails_fails_andTheMethodIsNotCalled() {
        with((model, limiter) -> {
            assertThat(model.ask(null))
                    .failsWithin(java.time.Duration.ZERO)
                    .withThrowableThat()
                    .withCauseInstanceOf(MissingEntityException.class);
            assertThat(model.calls()).isZero();
        });
    }

    @Test
    void future_thatFailsOrIsCancelled_givesBack() {
        with((model, limiter) -> {
            CompletableFuture<String> asked = model.ask("k");
            model.current().completeExceptionally(new IllegalStateException("no answer"));
            assertThat(asked).isCompletedExceptionally();
            assertThat(left(limiter, "k", "gpt-4", "tpm")).isEqualTo(1000);

            model.next();
            CompletableFuture<String> cancelled = model.ask("k");
            cancelled.cancel(true);
            assertThat(model.current()).isCancelled();
            assertThat(left(limiter, "k", "gpt-4", "tpm")).isEqualTo(1000);
            assertThat(left(limiter, "k", "scarce", "rpm")).isEqualTo(2);
        });
    }

    @Test
    void future_thatWaits_canBeCancelledBeforeItRuns() {
        with((model, limiter) -> {
            assertThat(model.waiting()).isCompletedWithValue("done");
            CompletableFuture<String> second = model.waiting();
            assertThat(second).isNotDone();
            second.cancel(true);
            annotated.clock.advance(java.time.Duration.ofMinutes(1));
            assertThat(model.calls()).isEqualTo(1);
            assertThat(left(limiter, "w", "scarce", "rpm")).isEqualTo(2);
        });
    }

    @Test
    void future_cancelledBetweenTwoTakes_givesTheFirstBack() {
        with((model, limiter) -> {
            assertThat(model.waiting()).isCompletedWithValue("done");
            CompletableFuture<String> second = model.takingTwice();
            assertThat(left(limiter, "w", "gpt-4", "tpm")).isEqualTo(900);
            second.cancel(true);
            assertThat(left(limiter, "w", "gpt-4", "tpm")).isEqualTo(1000);
            annotated.clock.advance(java.time.Duration.ofMinutes(1));
            assertThat(model.calls()).isEqualTo(1);
            assertThat(left(limiter, "w", "scarce", "rpm")).isEqualTo(2);
        });
    }

    @Test
    void future_thatIsRefused_failsOrFallsBack() {
        with((model, limiter) -> {
            model.current().complete("x");
            model.ask("k");
            model.ask("k");
            assertThat(model.ask("k"))
                    .failsWithin(java.time.Duration.ZERO)
                    .withThrowableThat()
                    .withCauseInstanceOf(RateLimitExceededException.class);
            assertThat(model.calls()).isEqualTo(2);
            assertThat(left(limiter, "k", "gpt-4", "tpm")).isEqualTo(998);
            assertThat(model.tooMuch("k").toCompletableFuture()).isCompletedWithValue("instead of k");
        });
    }
}

package dev.zaelimiter.spring.annotation;

import static dev.zaelimiter.spring.annotation.Annotated.left;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.RateLimiter;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class LimitedStreamsTest {

    static class Model {

        @RateLimited(resource = "gpt-4", entity = "#id", take = "tpm=100", settle = "tpm=#count * #result.length()")
        public Flux<String> stream(String id, Flux<String> of) {
            return of;
        }

        @RateLimited(resource = "scarce", entity = "#id", take = "rpm=1", fallback = "instead")
        public Mono<String> one(String id, Mono<String> of) {
            return of;
        }

        Mono<String> instead(String id, Mono<String> of, RateLimitExceededException why) {
            return Mono.just("instead of " + why.refusal().entity());
        }

        @RateLimited(resource = "scarce", entity = "#principal", take = "rpm=1")
        public Mono<String> ofPrincipal() {
            return Mono.just("x");
        }

        @RateLimited(resource = "scarce", entity = "'w'", take = "rpm=2", waitAtMost = "1m")
        public Mono<String> waiting() {
            return Mono.just("done");
        }

        @RateLimited(resource = "gpt-4", entity = "'w'", take = "tpm=100")
        @RateLimited(resource = "scarce", entity = "'w'", take = "rpm=2", waitAtMost = "1m")
        public Mono<String> takingTwice() {
            return Mono.just("done");
        }
    }

    private final Annotated annotated = new Annotated();

    private void with(BiConsumer<Model, RateLimiter> test) {
        annotated
                .runner(Model.class)
                .run(context -> test.accept(context.getBean(Model.class), context.getBean(RateLimiter.class)));
    }

    @Test
    void stream_isTakenForEachSubscription_andSettled() {
        with((model, limiter) -> {
            Flux<String> stream = model.stream("k", Flux.just("a", "bb", "ccc"));
            assertThat(left(limiter, "k", "gpt-4", "tpm")).isEqualTo(1000);
            StepVerifier.create(stream).expectNext("a", "bb", "ccc").verifyComplete();
            assertThat(left(limiter, "k", "gpt-4", "tpm")).isEqualTo(991);
            StepVerifier.create(stream).expectNextCount(3).verifyComplete();
            assertThat(left(limiter, "k", "gpt-4", "tpm")).isEqualTo(982);
        });
    }

    @Test
    void stream_thatFails_givesBackBeforeItsFirstElementOnly() {
        with((model, limiter) -> {
            StepVerifier.create(model.stream("k", Flux.error(new IllegalStateException("down"))))
                    .verifyError(IllegalStateException.class);
            assertThat(left(limiter, "k", "gpt-4", "tpm")).isEqualTo(1000);
            StepVerifier.create(model.stream(
                            "k", Flux.concat(Flux.just("four"), Flux.error(new IllegalStateException("down")))))
                    .expectNext("four")
                    .verifyError(IllegalStateException.class);
            assertThat(left(limiter, "k", "gpt-4", "tpm")).isEqualTo(996);
        });
    }

    @Test
    void stream_thatIsCancelled_givesBackBeforeItsFirstElementOnly() {
        with((model, limiter) -> {
            StepVerifier.create(model.stream("k", Flux.never()))
                    .expectSubscription()
                    .thenCancel()
                    .verify();
            assertThat(left(limiter, "k", "gpt-4", "tpm")).isEqualTo(1000);
            StepVerifier.create(model.stream("k", Flux.concat(Flux.just("abc"), Flux.never())))
                    .expectNext("abc")
                    .thenCancel()
                    .verify();
            assertThat(left(limiter, "k", "gpt-4", "tpm")).isEqualTo(997);
        });
    }

    @Test
    void stream_thatIsEmpty_isKept() {
        with((model, limiter) -> {
            StepVerifier.create(model.one("k", Mono.empty())).verifyComplete();
            assertThat(left(limiter, "k", "scarce", "rpm")).isEqualTo(1);
        });
    }

    @Test
    void stream_thatIsRefused_fallsBackOrFails() {
        with((model, limiter) -> {
            for (int i = 0; i < 2; i++) {
                StepVerifier.create(model.one("k", Mono.just("x")))
                        .expectNext("x")
                        .verifyComplete();
            }
            StepVerifier.create(model.one("k", Mono.just("x")))
                    .expectNext("instead of k")
                    .verifyComplete();
            // A refusal from within is not taken for one of the annotation.
            StepVerifier.create(model.one(
                            "other",
                            Mono.defer(() -> Mono.error(new RateLimitExceededException(
                                    limiter.tryAcquire("z", "scarce", "rpm", 3).refusal())))))
                    .verifyError(RateLimitExceededException.class);
            assertThat(left(limiter, "other", "scarce", "rpm")).isEqualTo(2);
            for (int i = 0; i < 10; i++) {
                StepVerifier.create(model.stream("j", Flux.just("x".repeat(100))))
                        .expectNextCount(1)
                        .verifyComplete();
            }
            StepVerifier.create(model.stream("j", Flux.just("x"))).verifyError(RateLimitExceededException.class);
        });
    }

    @Test
    void principal_isThatOfTheSubscriber() {
        with((model, limiter) -> {
            StepVerifier.create(model.ofPrincipal()
                            .contextWrite(ReactiveSecurityContextHolder.withAuthentication(
                                    new TestingAuthenticationToken("bob", "", "USER"))))
                    .expectNext("x")
                    .verifyComplete();
            assertThat(left(limiter, "bob", "scarce", "rpm")).isEqualTo(1);
            StepVerifier.create(model.ofPrincipal()).verifyError(RateLimitedException.class);
        });
    }

    @Test
    void stream_cancelledBetweenTwoTakes_givesTheFirstBack() {
        with((model, limiter) -> {
            StepVerifier.create(model.waiting()).expectNext("done").verifyComplete();
            StepVerifier.create(model.takingTwice())
                    .expectSubscription()
                    .then(() -> assertThat(left(limiter, "w", "gpt-4", "tpm")).isEqualTo(900))
                    .thenCancel()
                    .verify();
            assertThat(left(limiter, "w", "gpt-4", "tpm")).isEqualTo(1000);
            annotated.clock.advance(Duration.ofMinutes(1));
            assertThat(left(limiter, "w", "scarce", "rpm")).isEqualTo(2);
        });
    }

    /** What was taken went back after the stream had been served, if its decision did not come within the call. */
    @Test
    void stream_whoseDecisionComesLater_isCharged() {
        with((model, limiter) -> {
            StepVerifier.create(model.waiting()).expectNext("done").verifyComplete();
            StepVerifier.create(model.waiting())
                    .expectSubscription()
                    .then(() -> annotated.clock.advance(Duration.ofMinutes(1)))
                    .expectNext("done")
                    .verifyComplete();
            assertThat(left(limiter, "w", "scarce", "rpm")).isZero();
        });
    }

    @Test
    void stream_thatWaits_isCancelledInTheQueue() {
        with((model, limiter) -> {
            StepVerifier.create(model.waiting()).expectNext("done").verifyComplete();
            StepVerifier.create(model.waiting())
                    .expectSubscription()
                    .thenCancel()
                    .verify();
            annotated.clock.advance(Duration.ofMinutes(1));
            assertThat(left(limiter, "w", "scarce", "rpm")).isEqualTo(2);
        });
    }
}

package dev.zaelimiter.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Limit;
import dev.zaelimiter.http.client.HeldBackException;
import dev.zaelimiter.http.client.ServiceWord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What providers say of their own limits, and who is told. */
class ServiceWordsTest extends OnAModel {

    @Test
    void provider_thatRefuses_isNoted_andHoldsNobodyBackUnlessAsked() {
        ModelLimiter limiter = builder().build();
        refusedByProvider(limiter.begin("key", "gpt-4", PROMPT));
        assertThat(words).hasSize(1);
        assertThat(words.get(0).status()).isEqualTo(429);
        assertThat(words.get(0).pause()).isEqualTo(Duration.ofSeconds(20));
        limiter.begin("key", "gpt-4", PROMPT);
        assertThat(used("tpm")).isEqualTo(100);
    }

    @Test
    void provider_thatRefuses_holdsCallsBack_ifAsked() {
        repository.limits().setResourceDefaults("mini", Limit.perMinute("rpm", 10), Limit.perMinute("tpm", 1_000));
        ModelLimiter limiter = builder().heedProviders(Duration.ZERO).build();
        refusedByProvider(limiter.begin("key", "gpt-4", PROMPT));

        assertThatThrownBy(() -> limiter.begin("key", "gpt-4", PROMPT))
                .isInstanceOf(HeldBackException.class)
                .hasMessageContaining("gpt-4");
        assertThat(limiter.beginAsync("key", "gpt-4", PROMPT)).isCompletedExceptionally();
        assertThat(used("tpm")).isZero();
        limiter.begin("key", "mini", PROMPT);
        clock.advance(Duration.ofSeconds(20));
        limiter.begin("key", "gpt-4", PROMPT);
    }

    @Test
    void provider_thatRefuses_slowsCallersDown_ifTheyMayWait() {
        ModelLimiter limiter = builder().heedProviders(Duration.ofMinutes(1)).build();
        refusedByProvider(limiter.begin("key", "gpt-4", PROMPT));
        CompletableFuture<ModelCall> waiting = limiter.beginAsync("key", "gpt-4", PROMPT);
        CompletableFuture<ModelCall> givenUp = limiter.beginAsync("key", "gpt-4", PROMPT);
        assertThat(waiting).isNotDone();
        assertThat(used("rpm")).isEqualTo(2);
        givenUp.cancel(false);
        assertThat(used("rpm")).isEqualTo(1);
        clock.advance(Duration.ofSeconds(20));
        assertThat(waiting).succeedsWithin(Duration.ofSeconds(5));
    }

    @Test
    void provider_withNothingLeft_holdsCallsBack() {
        ModelLimiter limiter = builder().heedProviders(Duration.ZERO).build();
        ModelCall call = limiter.begin("key", "gpt-4", PROMPT);
        call.saw(new ServiceAnswer(
                200,
                Map.of(
                        "X-RateLimit-Remaining-Requests", List.of("0"),
                        "x-ratelimit-reset-requests", List.of("6m0s"))));
        call.answered();
        assertThat(words.get(0).left()).hasValue(0);
        assertThatThrownBy(() -> limiter.begin("key", "gpt-4", PROMPT)).isInstanceOf(HeldBackException.class);
    }

    @Test
    void provider_heardElsewhere_isNotedAndHeeded() {
        ModelLimiter limiter = builder().heedProviders(Duration.ZERO).build();
        limiter.providerSaid("gpt-4", new ServiceAnswer(429, Map.of("retry-after", List.of("3"))));
        assertThat(words).hasSize(1);
        assertThatThrownBy(() -> limiter.begin("key", "gpt-4", PROMPT)).isInstanceOf(HeldBackException.class);
    }

    private static void refusedByProvider(ModelCall call) {
        call.sent();
        call.saw(new ServiceAnswer(429, Map.of("Retry-After", List.of("20"))));
        call.failed();
    }

    @Test
    void listener_thatThrows_changesNothing() {
        ModelLimiter limiter = builder()
                .listener(new ModelListener() {
                    @Override
                    public void ended(CallReport report) {
                        throw new IllegalStateException("deaf");
                    }

                    @Override
                    public void providerSaid(String resource, ServiceWord word) {
                        throw new IllegalStateException("deaf");
                    }
                })
                .build();
        refusedByProvider(limiter.begin("key", "gpt-4", PROMPT));
        assertThat(used("rpm")).isZero();
    }
}

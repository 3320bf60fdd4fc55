package dev.zaelimiter.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.UnknownLimitException;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.http.client.HeldBackException;
import dev.zaelimiter.http.client.ServiceWord;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a call is charged however it ends, on a clock that stands still. */
class ModelLimiterTest {

    /** 40 tokens, with those around it. */
    private static final ModelPrompt PROMPT = ModelPrompt.of("p".repeat(144)).answerAtMost(60);

    private static final ModelPrompt ONE_WORD = ModelPrompt.of("one");

    private final ManualClock clock = new ManualClock();
    private final InMemoryStore store = new InMemoryStore(clock);
    private final LimitRepository repository =
            RepositoryBuilder.on(store).environment(clock).build();
    private final List<CallReport> reports = new ArrayList<>();
    private final List<ServiceWord> words = new ArrayList<>();

    @BeforeEach
    void limits() {
        repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 10), Limit.perMinute("tpm", 1_000));
    }

    @AfterEach
    void close() {
        repository.close();
        store.close();
    }

    private ModelLimiterBuilder builder() {
        return ModelLimiter.builder(repository)
                .estimator(TokenEstimator.byCharacters())
                .environment(clock)
                .listener(new ModelListener() {
                    @Override
                    public void ended(CallReport report) {
                        reports.add(report);
                    }

                    @Override
                    public void providerSaid(String resource, ServiceWord word) {
                        words.add(word);
                    }
                });
    }

    private ModelCall begin() {
        return builder().build().begin("key", "gpt-4", PROMPT);
    }

    private long used(String limit) {
        return used("key", limit);
    }

    private long used(String entity, String limit) {
        var status = repository
                .rateLimiter()
                .check(AcquireRequest.of(entity, "gpt-4", limit, 0))
                .statuses()
                .get(0);
        return status.limit().capacity() - status.available() + status.debt();
    }

    private CallReport.End end() {
        assertThat(reports).hasSize(1);
        assertThat(reports.get(0).estimated()).isEqualTo(100);
        assertThat(reports.get(0).charged()).isEqualTo(used("tpm"));
        return reports.get(0).end();
    }

    @Test
    void begin_takesARequestAndTheEstimateOfPromptAndAnswer() {
        begin();
        assertThat(used("rpm")).isEqualTo(1);
        assertThat(used("tpm")).isEqualTo(100);
    }

    @Test
    void answered_withUsage_isSettledToIt() {
        ModelCall call = begin();
        call.sent();
        call.saw(ModelUsage.of(33, 7, 40));
        call.answered();
        assertThat(used("tpm")).isEqualTo(40);
        assertThat(used("rpm")).isEqualTo(1);
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED);
    }

    @Test
    void answered_withMoreThanTheCapacity_isDebt() {
        ModelCall call = begin();
        call.saw(ModelUsage.of(900, 600, null));
        call.answered();
        assertThat(used("tpm")).isEqualTo(1_500);
        assertThatThrownBy(this::begin).isInstanceOf(RateLimitExceededException.class);
    }

    @Test
    void answered_withoutUsage_keepsTheEstimate() {
        ModelCall call = begin();
        call.saw("a".repeat(20));
        call.saw(ModelUsage.of(0, 0, 0));
        call.answered();
        assertThat(used("tpm")).isEqualTo(100);
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED_WITHOUT_USAGE);
    }

    @Test
    void answered_withoutUsage_andWithMoreThanWasExpected_isChargedForWhatWasSeen() {
        ModelCall call = begin();
        for (int i = 0; i < 400; i++) {
            call.saw("ab");
        }
        call.answered();
        assertThat(used("tpm")).isEqualTo(40 + 200);
    }

    @Test
    void failed_beforeAnythingCameBack_givesAllBack() {
        ModelCall call = begin();
        call.sent();
        call.failed();
        assertThat(used("tpm")).isZero();
        assertThat(used("rpm")).isZero();
        assertThat(end()).isEqualTo(CallReport.End.FAILED);
    }

    @Test
    void failed_afterSomeOutput_keepsThePromptAndWhatCame() {
        ModelCall call = begin();
        call.saw("a".repeat(80));
        call.failed();
        assertThat(used("tpm")).isEqualTo(40 + 20);
        assertThat(used("rpm")).isEqualTo(1);
        assertThat(end()).isEqualTo(CallReport.End.BROKEN_OFF);
    }

    /** A stream whose first piece tells the prompt's tokens and one of the answer, as Anthropic's do, is not over with that one. */
    @Test
    void failed_withAFirstWordOfUsage_isChargedForWhatWasSeenSince() {
        ModelCall call = begin();
        call.saw(ModelUsage.of(35, 1, 36));
        call.saw("a".repeat(80));
        call.failed();
        assertThat(used("tpm")).isEqualTo(35 + 20);
    }

    @Test
    void cancelled_beforeItWasSent_givesAllBack() {
        begin().cancelled();
        assertThat(used("tpm")).isZero();
        assertThat(end()).isEqualTo(CallReport.End.NOT_SENT);
    }

    @Test
    void cancelled_beforeAnythingCameBack_keepsThePrompt() {
        ModelCall call = begin();
        call.sent();
        call.cancelled();
        assertThat(used("tpm")).isEqualTo(40);
        assertThat(used("rpm")).isEqualTo(1);
        assertThat(end()).isEqualTo(CallReport.End.CANCELLED);
    }

    @Test
    void end_another_doesNothing() {
        ModelCall call = begin();
        call.saw(ModelUsage.of(10, 10, 20));
        call.answered();
        call.saw("a".repeat(4_000));
        call.failed();
        call.cancelled();
        assertThat(used("tpm")).isEqualTo(20);
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED);
    }

    @Test
    void leaseEndedBySomebodyElse_isNoErrorOfTheCall() {
        ModelCall call = begin();
        call.lease().giveBack();
        call.saw(ModelUsage.of(10, 10, 20));
        call.answered();
        assertThat(used("tpm")).isZero();
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

    @Test
    void usage_byInputAndOutput_isSettledForEach() {
        repository
                .limits()
                .setResourceDefaults(
                        "claude",
                        Limit.perMinute("calls", 5),
                        Limit.perMinute("in", 1_000),
                        Limit.perMinute("out", 1_000));
        ModelLimiter limiter = builder()
                .requests("calls")
                .inputTokens("in")
                .outputTokens("out")
                .build();
        ModelCall call = limiter.begin("key", "claude", PROMPT);
        assertThat(call.lease().held("in")).isEqualTo(40);
        assertThat(call.lease().held("out")).isEqualTo(60);
        call.saw(ModelUsage.of(30, 8, null));
        call.answered();
        assertThat(call.lease().held("in")).isEqualTo(30);
        assertThat(call.lease().held("out")).isEqualTo(8);
    }

    @Test
    void usage_ofAKey_isChargedToItsProjectToo() {
        repository.entities().create(Entity.builder("project").build());
        repository
                .entities()
                .create(Entity.builder("member").parent("project").cascade(true).build());
        ModelCall call = builder().build().begin("member", "gpt-4", PROMPT);
        call.saw(ModelUsage.of(33, 7, null));
        call.answered();
        assertThat(used("project", "tpm")).isEqualTo(40);
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

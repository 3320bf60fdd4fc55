package dev.zaelimiter.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.http.client.HeldBackException;
import dev.zaelimiter.http.client.ServiceWord;
import dev.zaelimiter.llm.CallReport;
import dev.zaelimiter.llm.EstimateException;
import dev.zaelimiter.llm.ModelLimiter;
import dev.zaelimiter.llm.ModelLimiterBuilder;
import dev.zaelimiter.llm.ModelListener;
import dev.zaelimiter.llm.ServiceAnswer;
import dev.zaelimiter.llm.TokenEstimator;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.model.ModelReply;
import dev.zaelimiter.testkit.model.StandInModel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.function.FunctionToolCallback;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** OpenAI's own client against a model on this machine that answers what it is told to. */
class RateLimitAdvisorTest {

    /** 40 tokens, with those around it; answers have at most 60. */
    private static final String QUESTION = "q".repeat(144);

    private static final Duration SOON = Duration.ofSeconds(20);

    private final ManualClock clock = new ManualClock();
    private final InMemoryStore store = new InMemoryStore(clock);
    private final LimitRepository repository =
            RepositoryBuilder.on(store).environment(clock).build();
    private final StandInModel model = StandInModel.start();
    private final BlockingQueue<CallReport> reports = new LinkedBlockingQueue<>();
    private final BlockingQueue<ServiceWord> words = new LinkedBlockingQueue<>();

    @BeforeEach
    void limits() {
        repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 10), Limit.perMinute("tpm", 1_000));
    }

    @AfterEach
    void close() {
        model.close();
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

    private ChatClient client(RateLimitAdvisor advisor) {
        return ChatClient.builder(openAi().build()).defaultAdvisors(advisor).build();
    }

    private OpenAiChatModel.Builder openAi() {
        return OpenAiChatModel.builder()
                .options(OpenAiChatOptions.builder()
                        .baseUrl(model.url().toString())
                        .apiKey("secret")
                        .model("gpt-4")
                        .maxTokens(60)
                        .maxRetries(0)
                        .streamUsage(true)
                        .timeout(SOON)
                        .build());
    }

    private ChatClient client() {
        return client(RateLimitAdvisor.of(builder().build()));
    }

    private static ChatClient.ChatClientRequestSpec asking(ChatClient client) {
        return client.prompt(QUESTION).advisors(advisor -> advisor.param(RateLimitAdvisor.ENTITY, "key"));
    }

    private long used(String limit) {
        LimitStatus status = repository
                .rateLimiter()
                .check(AcquireRequest.of("key", "gpt-4", limit, 0))
                .statuses()
                .get(0);
        return status.limit().capacity() - status.available() + status.debt();
    }

    /** Once the call has ended: streams end on other threads than this. */
    private CallReport.End end() throws InterruptedException {
        CallReport report = reports.poll(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(report).as("the call has ended").isNotNull();
        assertThat(report.charged()).isEqualTo(used("tpm"));
        return report.end();
    }

    @Test
    void call_isSettledToTheUsageThatCameBack() throws Exception {
        model.next(ModelReply.of("Hello").using(33, 7));
        assertThat(asking(client()).call().content()).isEqualTo("Hello");
        assertThat(used("tpm")).isEqualTo(40);
        assertThat(used("rpm")).isEqualTo(1);
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED);
        assertThat(model.requests()).hasSize(1);
    }

    @Test
    void call_withoutUsage_keepsTheEstimate() throws Exception {
        model.next(ModelReply.of("Hello"));
        asking(client()).call().content();
        assertThat(used("tpm")).isEqualTo(100);
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED_WITHOUT_USAGE);
    }

    @Test
    void call_thatFails_givesBack() throws Exception {
        model.next(ModelReply.failing(500));
        assertThatThrownBy(() -> asking(client()).call().content()).isNotInstanceOf(RateLimitExceededException.class);
        assertThat(used("tpm")).isZero();
        assertThat(used("rpm")).isZero();
        assertThat(end()).isEqualTo(CallReport.End.FAILED);
    }

    @Test
    void call_beyondALimit_isRefused_andTheModelIsNotAsked() {
        ChatClient client = client();
        repository.rateLimiter().acquire("key", "gpt-4", "tpm", 950);
        assertThatThrownBy(() -> asking(client).call().content())
                .isInstanceOfSatisfying(RateLimitExceededException.class, e -> {
                    assertThat(e.refusal().primary().orElseThrow().limit().name())
                            .isEqualTo("tpm");
                    assertThat(e.refusal().retryAfter()).isPresent();
                });
        assertThat(model.requests()).isEmpty();
        assertThat(used("rpm")).isZero();
    }

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

    /** A lease for all rounds would be settled to the last one alone. */
    @Test
    void toolLoop_eachRoundIsACallOfItsOwn() throws Exception {
        model.next(ModelReply.calling("weather", "{\"city\":\"Bern\"}").using(50, 10));
        model.next(ModelReply.of("It rains.").using(70, 5));
        String answer = asking(client())
                .tools(FunctionToolCallback.builder("weather", (City city) -> "rain in " + city.city())
                        .description("the weather")
                        .inputType(City.class)
                        .build())
                .call()
                .content();
        assertThat(answer).isEqualTo("It rains.");
        assertThat(used("rpm")).isEqualTo(2);
        assertThat(used("tpm")).isEqualTo(60 + 75);
        assertThat(reports).hasSize(2);
        assertThat(reports.stream().map(CallReport::charged)).containsExactly(60L, 75L);
        assertThat(reports.stream().map(CallReport::estimated).toList().get(1))
                .as("the second round has more to send")
                .isGreaterThan(reports.element().estimated());
    }

    record City(String city) {}

    @Test
    void toolLoop_streamed_eachRoundIsACallOfItsOwn() {
        model.next(ModelReply.calling("weather", "{\"city\":\"Bern\"}").using(50, 10));
        model.next(ModelReply.of("It ", "rains.").using(70, 5));
        List<String> answer = asking(client())
                .tools(FunctionToolCallback.builder("weather", (City city) -> "rain in " + city.city())
                        .description("the weather")
                        .inputType(City.class)
                        .build())
                .stream()
                .content()
                .collectList()
                .block(SOON);
        assertThat(String.join("", answer)).isEqualTo("It rains.");
        assertThat(used("rpm")).isEqualTo(2);
        assertThat(used("tpm")).isEqualTo(60 + 75);
    }

    @Test
    void call_refusedInTheMiddleOfAToolLoop_keepsTheRoundBefore() {
        repository.rateLimiter().acquire("key", "gpt-4", "rpm", 9);
        model.next(ModelReply.calling("weather", "{\"city\":\"Bern\"}").using(50, 10));
        assertThatThrownBy(() -> asking(client())
                        .tools(FunctionToolCallback.builder("weather", (City city) -> "rain")
                                .inputType(City.class)
                                .build())
                        .call()
                        .content())
                .isInstanceOf(RateLimitExceededException.class);
        assertThat(used("tpm")).isEqualTo(60);
    }

    /** The model's client tries three times: that is one call, and one that was answered. */
    @Test
    void call_retriedByTheModelsClient_isOneCall() throws Exception {
        model.next(ModelReply.failing(500));
        model.next(ModelReply.failing(429).header("Retry-After", "0"));
        model.next(ModelReply.of("Hello").using(33, 7));
        OpenAiChatModel patient = OpenAiChatModel.builder()
                .options(OpenAiChatOptions.builder()
                        .baseUrl(model.url().toString())
                        .apiKey("secret")
                        .model("gpt-4")
                        .maxTokens(60)
                        .maxRetries(2)
                        .timeout(SOON)
                        .build())
                .build();
        ChatClient client = ChatClient.builder(patient)
                .defaultAdvisors(RateLimitAdvisor.of(builder().build()))
                .build();
        assertThat(asking(client).call().content()).isEqualTo("Hello");
        assertThat(model.requests()).hasSize(3);
        assertThat(used("rpm")).isEqualTo(1);
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED);
    }

    @Test
    void entity_isMissing_isAnErrorThatSaysHowToNameIt() {
        ChatClient client = client();
        assertThatThrownBy(() -> client.prompt(QUESTION).call().content())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("zae.limiter.entity")
                .hasMessageContaining("RateLimitAdvisor.ENTITY");
        assertThatThrownBy(() ->
                        client.prompt(QUESTION).stream().content().collectList().block(SOON))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> client.prompt(QUESTION)
                        .advisors(advisor -> advisor.param(RateLimitAdvisor.ENTITY, 17))
                        .call()
                        .content())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("17");
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void entity_withoutAParameter_isWhatTheApplicationSays() {
        model.next(ModelReply.of("Hello").using(33, 7));
        ChatClient client = client(RateLimitAdvisor.builder(builder().build())
                .entity(request -> "key")
                .build());
        client.prompt(QUESTION).call().content();
        assertThat(used("tpm")).isEqualTo(40);
    }

    @Test
    void resource_isTheParameterBeforeTheModel() {
        repository.limits().setResourceDefaults("chat", Limit.perMinute("rpm", 10), Limit.perMinute("tpm", 1_000));
        model.next(ModelReply.of("Hello").using(33, 7));
        asking(client())
                .advisors(advisor -> advisor.param(RateLimitAdvisor.RESOURCE, "chat"))
                .call()
                .content();
        assertThat(used("tpm")).as("of gpt-4").isZero();
        assertThatThrownBy(() -> asking(client())
                        .advisors(advisor -> advisor.param(RateLimitAdvisor.RESOURCE, "unheard-of"))
                        .call()
                        .content())
                .isInstanceOf(NoLimitsException.class);
    }

    @Test
    void estimator_thatFails_isAnError_andTheModelIsNotAsked() {
        ChatClient client =
                client(RateLimitAdvisor.of(builder().estimator(text -> -1).build()));
        assertThatThrownBy(() -> asking(client).call().content()).isInstanceOf(EstimateException.class);
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void response_null_isAClearError_andStaysCharged() throws Exception {
        RateLimitAdvisor advisor = RateLimitAdvisor.builder(
                        builder().answer(prompt -> 60).build())
                .entity(request -> "key")
                .build();
        ChatClientRequest request = ChatClientRequest.builder()
                .prompt(new Prompt(QUESTION))
                .context(RateLimitAdvisor.RESOURCE, "gpt-4")
                .build();
        assertThatThrownBy(() -> advisor.adviseCall(request, new Returning(null)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("null");
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED_WITHOUT_USAGE);
        assertThat(used("rpm")).isEqualTo(1);
        ChatClientResponse empty = ChatClientResponse.builder().build();
        assertThat(advisor.adviseCall(request, new Returning(empty))).isSameAs(empty);
        assertThatThrownBy(
                        () -> advisor.adviseStream(request, new Returning(null)).blockFirst(SOON))
                .isInstanceOf(NullPointerException.class);
    }

    @Test
    void provider_thatRefuses_isNotedWithItsFields_andHeldOff() {
        ChatClient client = client(
                RateLimitAdvisor.of(builder().heedProviders(Duration.ZERO).build()));
        model.next(ModelReply.failing(429).header("Retry-After", "20").header("x-ratelimit-remaining-requests", "0"));
        assertThatThrownBy(() -> asking(client).call().content()).isNotInstanceOf(HeldBackException.class);
        assertThat(words.element().status()).isEqualTo(429);
        assertThat(words.element().pause()).isEqualTo(Duration.ofSeconds(20));

        assertThatThrownBy(() -> asking(client).call().content()).isInstanceOf(HeldBackException.class);
        assertThatThrownBy(() -> asking(client).stream().content().collectList().block(SOON))
                .isInstanceOf(HeldBackException.class);
        assertThat(model.requests()).hasSize(1);
        clock.advance(Duration.ofSeconds(20));
        model.next(ModelReply.of("Hello").using(33, 7));
        assertThat(asking(client).call().content()).isEqualTo("Hello");
    }

    /** Spring AI's response of OpenAI has no fields of limits; an interceptor of its client has. */
    @Test
    void provider_fieldsOfSuccess_areNotedByAnInterceptor() {
        ModelLimiter limiter = builder().build();
        OpenAiChatModel watched = openAi().httpClientBuilderCustomizer(http -> http.interceptor(chain -> {
                    Response response = chain.proceed(chain.request());
                    limiter.providerSaid(
                            "gpt-4",
                            new ServiceAnswer(
                                    response.code(), response.headers().toMultimap()));
                    return response;
                }))
                .build();
        ChatClient client = ChatClient.builder(watched)
                .defaultAdvisors(RateLimitAdvisor.of(limiter))
                .build();
        model.next(ModelReply.of("Hello")
                .using(33, 7)
                .header("x-ratelimit-remaining-requests", "59")
                .header("x-ratelimit-reset-requests", "1s"));
        asking(client).call().content();
        assertThat(words.element().left()).hasValue(59);
        assertThat(words.element().window()).isEqualTo(Duration.ofSeconds(1));
    }

    /** What stands after the advisor, cut short. */
    private record Returning(ChatClientResponse response) implements CallAdvisorChain, StreamAdvisorChain {

        @Override
        public ChatClientResponse nextCall(ChatClientRequest request) {
            return response;
        }

        @Override
        public Flux<ChatClientResponse> nextStream(ChatClientRequest request) {
            return response == null ? null : Flux.just(response);
        }

        @Override
        public List<CallAdvisor> getCallAdvisors() {
            return List.of();
        }

        @Override
        public List<StreamAdvisor> getStreamAdvisors() {
            return List.of();
        }

        @Override
        public CallAdvisorChain copy(CallAdvisor after) {
            return this;
        }

        @Override
        public StreamAdvisorChain copy(StreamAdvisor after) {
            return this;
        }
    }
}

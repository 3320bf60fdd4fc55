package dev.zaelimiter.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
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
import dev.zaelimiter.llm.TokenEstimator;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.model.ModelReply;
import dev.zaelimiter.testkit.model.StandInModel;
import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** LangChain4j's client of OpenAI against a model on this machine that answers what it is told to. */
class LimitedModelsTest {

    /** 40 tokens, with those around it; answers have at most 60. */
    private static final String QUESTION = "q".repeat(144);

    private static final ChatRequest REQUEST =
            ChatRequest.builder().messages(UserMessage.from(QUESTION)).build();

    private static final ChatRequestOptions OF_KEY = ChatRequestOptions.builder()
            .addListenerAttribute(LimitedChatModel.ENTITY, "key")
            .build();

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

    private LimitedChatModel limited(ModelLimiterBuilder builder) {
        return LimitedChatModel.of(
                OpenAiChatModel.builder()
                        .baseUrl(model.url().toString())
                        .apiKey("secret")
                        .modelName("gpt-4")
                        .maxTokens(60)
                        .maxRetries(0)
                        .timeout(SOON)
                        .build(),
                builder.build());
    }

    private LimitedStreamingChatModel streaming(ModelLimiterBuilder builder) {
        return LimitedStreamingChatModel.of(
                OpenAiStreamingChatModel.builder()
                        .baseUrl(model.url().toString())
                        .apiKey("secret")
                        .modelName("gpt-4")
                        .maxTokens(60)
                        .timeout(SOON)
                        .build(),
                builder.build());
    }

    private long used(String limit) {
        LimitStatus status = repository
                .rateLimiter()
                .check(AcquireRequest.of("key", "gpt-4", limit, 0))
                .statuses()
                .get(0);
        return status.limit().capacity() - status.available() + status.debt();
    }

    private CallReport.End end() throws InterruptedException {
        CallReport report = reports.poll(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(report).as("the call has ended").isNotNull();
        assertThat(report.charged()).isEqualTo(used("tpm"));
        return report.end();
    }

    /** Collects a streamed answer, and cancels it after its first piece if it is to. */
    private static final class Collector implements StreamingChatResponseHandler {

        private final CompletableFuture<String> answer = new CompletableFuture<>();
        private final StringBuilder text = new StringBuilder();
        private final boolean cancels;

        Collector(boolean cancels) {
            this.cancels = cancels;
        }

        @Override
        public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
            text.append(piece.text());
            if (cancels) {
                context.streamingHandle().cancel();
                answer.complete(text.toString());
            }
        }

        @Override
        public void onCompleteResponse(ChatResponse response) {
            answer.complete(text.toString());
        }

        @Override
        public void onError(Throwable failure) {
            answer.completeExceptionally(failure);
        }

        String get() throws Exception {
            return answer.get(SOON.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private Collector stream(LimitedStreamingChatModel streaming, boolean cancels) {
        Collector collector = new Collector(cancels);
        streaming.chat(REQUEST, OF_KEY, collector);
        return collector;
    }

    @Test
    void chat_isSettledToTheUsageThatCameBack() throws Exception {
        model.next(ModelReply.of("Hello").using(33, 7));
        assertThat(limited(builder()).chat(REQUEST, OF_KEY).aiMessage().text()).isEqualTo("Hello");
        assertThat(used("tpm")).isEqualTo(40);
        assertThat(used("rpm")).isEqualTo(1);
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED);
        assertThat(model.requests()).hasSize(1);
    }

    @Test
    void chat_byEachOfItsForms_isLimitedOnce() {
        for (int i = 0; i < 3; i++) {
            model.next(ModelReply.of("Hello").using(33, 7));
        }
        ChatModel ofKey = limited(builder()).forEntity("key");
        ofKey.chat(QUESTION);
        ofKey.chat(UserMessage.from(QUESTION));
        ofKey.doChat(ChatRequest.builder()
                .messages(UserMessage.from(QUESTION))
                .parameters(ofKey.defaultRequestParameters())
                .build());
        assertThat(used("rpm")).isEqualTo(3);
        assertThat(used("tpm")).isEqualTo(3 * 40);
    }

    @Test
    void chat_withoutUsage_keepsTheEstimate() throws Exception {
        model.next(ModelReply.of("Hello"));
        limited(builder()).chat(REQUEST, OF_KEY);
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED_WITHOUT_USAGE);
        assertThat(used("tpm")).isEqualTo(100);
    }

    @Test
    void chat_thatFails_givesBack() throws Exception {
        model.next(ModelReply.failing(500));
        assertThatThrownBy(() -> limited(builder()).chat(REQUEST, OF_KEY))
                .isNotInstanceOf(RateLimitExceededException.class);
        assertThat(end()).isEqualTo(CallReport.End.FAILED);
        assertThat(used("tpm")).isZero();
        assertThat(used("rpm")).isZero();
    }

    @Test
    void chat_beyondALimit_isRefused_andTheModelIsNotAsked() {
        repository.rateLimiter().acquire("key", "gpt-4", "tpm", 950);
        assertThatThrownBy(() -> limited(builder()).chat(REQUEST, OF_KEY))
                .isInstanceOfSatisfying(
                        RateLimitExceededException.class,
                        e -> assertThat(e.refusal().retryAfter()).isPresent());
        assertThat(model.requests()).isEmpty();
    }

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
    void toolLoop_eachRoundIsACallOfItsOwn() {
        model.next(ModelReply.calling("weather", "{\"city\":\"Bern\"}").using(50, 10));
        model.next(ModelReply.of("It rains.").using(70, 5));
        ChatModel ofKey = limited(builder()).forEntity("key");
        ToolSpecification weather = ToolSpecification.builder()
                .name("weather")
                .description("the weather")
                .build();
        AiMessage wish = ofKey.chat(ChatRequest.builder()
                        .messages(UserMessage.from(QUESTION))
                        .toolSpecifications(weather)
                        .build())
                .aiMessage();
        ofKey.chat(ChatRequest.builder()
                .messages(
                        UserMessage.from(QUESTION),
                        wish,
                        ToolExecutionResultMessage.from(
                                wish.toolExecutionRequests().get(0), "rain"))
                .toolSpecifications(weather)
                .build());
        assertThat(used("rpm")).isEqualTo(2);
        assertThat(used("tpm")).isEqualTo(60 + 75);
        assertThat(reports.stream().map(CallReport::estimated).toList())
                .as("the second round has more to send")
                .isSorted();
    }

    @Test
    void entity_isMissing_isAnErrorThatSaysHowToNameIt() {
        assertThatThrownBy(() -> limited(builder()).chat(REQUEST))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("zae.limiter.entity")
                .hasMessageContaining("forEntity");
        ChatRequestOptions number = ChatRequestOptions.builder()
                .addListenerAttribute(LimitedChatModel.ENTITY, 17)
                .build();
        assertThatThrownBy(() -> limited(builder()).chat(REQUEST, number))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("17");
        Collector collector = new Collector(false);
        streaming(builder()).chat(REQUEST, collector);
        assertThatThrownBy(collector::get).hasCauseInstanceOf(InvalidInputException.class);
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void entity_byTheRequest_isWhatTheApplicationSays() {
        model.next(ModelReply.of("Hello").using(33, 7));
        limited(builder())
                .entity(request -> ((UserMessage) request.messages().get(0)).name())
                .chat(UserMessage.from("key", QUESTION));
        assertThat(used("tpm")).isEqualTo(40);
    }

    @Test
    void resource_ofTheViewOrTheOptions_isBeforeTheModel() {
        repository.limits().setResourceDefaults("chat", Limit.perMinute("rpm", 10), Limit.perMinute("tpm", 1_000));
        model.next(ModelReply.of("Hello").using(33, 7));
        limited(builder()).onResource("chat").chat(REQUEST, OF_KEY);
        assertThat(used("tpm")).as("of gpt-4").isZero();
        ChatRequestOptions elsewhere = ChatRequestOptions.builder()
                .addListenerAttribute(LimitedChatModel.ENTITY, "key")
                .addListenerAttribute(LimitedChatModel.RESOURCE, "unheard-of")
                .build();
        assertThatThrownBy(() -> limited(builder()).onResource("chat").chat(REQUEST, elsewhere))
                .isInstanceOf(NoLimitsException.class);
    }

    @Test
    void estimator_thatFails_isAnError_andTheModelIsNotAsked() {
        assertThatThrownBy(() -> limited(builder().estimator(text -> -1)).chat(REQUEST, OF_KEY))
                .isInstanceOf(EstimateException.class);
        assertThatThrownBy(() -> stream(streaming(builder().estimator(text -> -1)), false)
                        .get())
                .hasCauseInstanceOf(EstimateException.class);
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void response_null_isAClearError_andStaysCharged() throws Exception {
        ChatModel silent = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                return null;
            }
        };
        assertThatThrownBy(() -> LimitedChatModel.of(silent, builder().build())
                        .onResource("gpt-4")
                        .chat(REQUEST, OF_KEY))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("null");
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED_WITHOUT_USAGE);
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

    @Test
    void provider_thatRefuses_isNoted_andHeldOff() {
        LimitedChatModel limited = limited(builder().heedProviders(Duration.ZERO));
        model.next(ModelReply.failing(429).header("Retry-After", "20"));
        assertThatThrownBy(() -> limited.chat(REQUEST, OF_KEY)).isNotInstanceOf(HeldBackException.class);
        assertThat(words.element().status()).isEqualTo(429);
        assertThatThrownBy(() -> limited.chat(REQUEST, OF_KEY)).isInstanceOf(HeldBackException.class);
        assertThat(model.requests()).hasSize(1);
    }

    @Test
    void provider_fieldsOfSuccess_areNoted_completeAndStreamed() throws Exception {
        ModelReply reply = ModelReply.of("Hello")
                .using(33, 7)
                .header("x-ratelimit-remaining-requests", "59")
                .header("x-ratelimit-reset-requests", "1s");
        model.next(reply).next(reply);
        limited(builder()).chat(REQUEST, OF_KEY);
        stream(streaming(builder()), false).get();
        assertThat(words.poll(SOON.toSeconds(), TimeUnit.SECONDS).left()).hasValue(59);
        assertThat(words.poll(SOON.toSeconds(), TimeUnit.SECONDS).left()).hasValue(59);
    }

    /** What is optional may be missing. */
    @Test
    void applicationWithoutOpenAi_tellsNothingOfProviders() throws Exception {
        List<URL> others = new ArrayList<>();
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (String each : path.split(File.pathSeparator)) {
            if (!each.contains("langchain4j-open-ai") && !each.contains("langchain4j-http-client")) {
                others.add(Path.of(each).toUri().toURL());
            }
        }
        try (URLClassLoader without =
                new URLClassLoader(others.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Method note = Arrays.stream(
                            without.loadClass(Responses.class.getName()).getDeclaredMethods())
                    .filter(method -> method.getName().equals("noteWithoutText"))
                    .findFirst()
                    .orElseThrow();
            note.setAccessible(true);
            assertThat(note.invoke(null, null, null)).isNull();
        }
    }

    @Test
    void attachmentsAndTools_areEstimatedToo() {
        model.next(ModelReply.of("A cat.").using(1_000, 3));
        repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 10), Limit.perMinute("tpm", 10_000));
        limited(builder())
                .chat(
                        ChatRequest.builder()
                                .messages(UserMessage.from(List.of(
                                        TextContent.from("What is it?"),
                                        ImageContent.from("https://pictures.example/cat.png"))))
                                .build(),
                        OF_KEY);
        assertThat(reports.element().estimated()).isEqualTo(3 + 4 + TokenEstimator.TOKENS_OF_AN_ATTACHMENT + 60);
    }
}

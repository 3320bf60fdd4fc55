package dev.zaelimiter.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.http.client.ServiceWord;
import dev.zaelimiter.llm.CallReport;
import dev.zaelimiter.llm.ModelLimiter;
import dev.zaelimiter.llm.ModelLimiterBuilder;
import dev.zaelimiter.llm.ModelListener;
import dev.zaelimiter.llm.TokenEstimator;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.model.StandInModel;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** LangChain4j's client of OpenAI against a model on this machine that answers what it is told to. */
abstract class OnAModel {

    /** 40 tokens, with those around it; answers have at most 60. */
    static final String QUESTION = "q".repeat(144);

    static final ChatRequest REQUEST =
            ChatRequest.builder().messages(UserMessage.from(QUESTION)).build();

    static final ChatRequestOptions OF_KEY = ChatRequestOptions.builder()
            .addListenerAttribute(LimitedChatModel.ENTITY, "key")
            .build();

    static final Duration SOON = Duration.ofSeconds(20);

    final ManualClock clock = new ManualClock();
    final InMemoryStore store = new InMemoryStore(clock);
    final LimitRepository repository =
            RepositoryBuilder.on(store).environment(clock).build();
    final StandInModel model = StandInModel.start();
    final BlockingQueue<CallReport> reports = new LinkedBlockingQueue<>();
    final BlockingQueue<ServiceWord> words = new LinkedBlockingQueue<>();

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

    ModelLimiterBuilder builder() {
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

    LimitedChatModel limited(ModelLimiterBuilder builder) {
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

    LimitedStreamingChatModel streaming(ModelLimiterBuilder builder) {
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

    long used(String limit) {
        LimitStatus status = repository
                .rateLimiter()
                .check(AcquireRequest.of("key", "gpt-4", limit, 0))
                .statuses()
                .get(0);
        return status.limit().capacity() - status.available() + status.debt();
    }

    CallReport.End end() throws InterruptedException {
        CallReport report = reports.poll(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(report).as("the call has ended").isNotNull();
        assertThat(report.charged()).isEqualTo(used("tpm"));
        return report.end();
    }

    /** Collects a streamed answer, and cancels it after its first piece if it is to. */
    static final class Collector implements StreamingChatResponseHandler {

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

    Collector stream(LimitedStreamingChatModel streaming, boolean cancels) {
        Collector collector = new Collector(cancels);
        streaming.chat(REQUEST, OF_KEY, collector);
        return collector;
    }
}

package dev.zaelimiter.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;

/** OpenAI's own client against a model on this machine that answers what it is told to. */
abstract class OnAModel {

    /** 40 tokens, with those around it; answers have at most 60. */
    static final String QUESTION = "q".repeat(144);

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

    ChatClient client(RateLimitAdvisor advisor) {
        return ChatClient.builder(openAi().build()).defaultAdvisors(advisor).build();
    }

    OpenAiChatModel.Builder openAi() {
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

    ChatClient client() {
        return client(RateLimitAdvisor.of(builder().build()));
    }

    static ChatClient.ChatClientRequestSpec asking(ChatClient client) {
        return client.prompt(QUESTION).advisors(advisor -> advisor.param(RateLimitAdvisor.ENTITY, "key"));
    }

    long used(String limit) {
        LimitStatus status = repository
                .rateLimiter()
                .check(AcquireRequest.of("key", "gpt-4", limit, 0))
                .statuses()
                .get(0);
        return status.limit().capacity() - status.available() + status.debt();
    }

    /** Once the call has ended: streams end on other threads than this. */
    CallReport.End end() throws InterruptedException {
        CallReport report = reports.poll(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(report).as("the call has ended").isNotNull();
        assertThat(report.charged()).isEqualTo(used("tpm"));
        return report.end();
    }
}

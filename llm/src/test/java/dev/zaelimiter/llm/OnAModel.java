package dev.zaelimiter.llm;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.http.client.ServiceWord;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Limits of calls to a model, on a clock that stands still. */
abstract class OnAModel {

    /** 40 tokens, with those around it. */
    static final ModelPrompt PROMPT = ModelPrompt.of("p".repeat(144)).answerAtMost(60);

    final ManualClock clock = new ManualClock();
    final InMemoryStore store = new InMemoryStore(clock);
    final LimitRepository repository =
            RepositoryBuilder.on(store).environment(clock).build();
    final List<CallReport> reports = new ArrayList<>();
    final List<ServiceWord> words = new ArrayList<>();

    @BeforeEach
    void limits() {
        repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 10), Limit.perMinute("tpm", 1_000));
    }

    @AfterEach
    void close() {
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

    ModelCall begin() {
        return builder().build().begin("key", "gpt-4", PROMPT);
    }

    long used(String limit) {
        return used("key", limit);
    }

    long used(String entity, String limit) {
        var status = repository
                .rateLimiter()
                .check(AcquireRequest.of(entity, "gpt-4", limit, 0))
                .statuses()
                .get(0);
        return status.limit().capacity() - status.available() + status.debt();
    }
}

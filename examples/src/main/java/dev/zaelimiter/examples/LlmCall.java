package dev.zaelimiter.examples;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.embedded.EmbeddedRepository;

/**
 * A call to a language model: its tokens are estimated first and known afterwards, and what a key uses is charged to
 * its project too.
 */
public final class LlmCall {

    private LlmCall() {}

    /** What a model answers. */
    private record Answer(String text, long totalTokens) {}

    /** Stands for the model. */
    private static Answer complete(String prompt) {
        if (prompt.isEmpty()) {
            throw new IllegalArgumentException("an empty prompt");
        }
        return new Answer("an answer to: " + prompt, 650);
    }

    /** A project with one key: what the key uses is charged to both. */
    private static void setUp(LimitRepository repository) {
        repository.entities().create(Entity.builder("project-a").build());
        repository
                .entities()
                .create(Entity.builder("key-1")
                        .parent("project-a")
                        .cascade(true)
                        .build());
        repository.limits().setEntityLimits("project-a", "gpt-4", Limit.perDay("tokens", 2_000));
        repository.limits().setResourceDefaults("gpt-4", Limit.perDay("tokens", 1_000));
    }

    /**
     * Runs.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (LimitRepository repository = EmbeddedRepository.inMemory()) {
            setUp(repository);
            RateLimiter limiter = repository.rateLimiter();

            AcquireRequest request = AcquireRequest.entity("key-1")
                    .resource("gpt-4")
                    .take("tokens", 500)
                    .build();
            Answer answer = limiter.call(request, lease -> {
                Answer received = complete("hello");
                lease.settle("tokens", received.totalTokens());
                return received;
            });
            System.out.println("answered: " + answer.text());
            System.out.println("left to key-1: " + limiter.check(request).available("tokens"));

            try {
                limiter.call(request, lease -> complete(""));
            } catch (RateLimitExceededException refused) {
                // 350 are left of the key's 1,000, and 500 were asked. The project would have had enough.
                refused.refusal().statuses().forEach(System.out::println);
            }

            AcquireRequest smaller = AcquireRequest.entity("key-1")
                    .resource("gpt-4")
                    .take("tokens", 300)
                    .build();
            try {
                limiter.call(smaller, lease -> complete(""));
            } catch (IllegalArgumentException failed) {
                System.out.println("failed, so nothing is charged; left: "
                        + limiter.check(smaller).available("tokens"));
            }
        }
    }
}

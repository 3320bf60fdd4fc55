package com.example;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.embedded.EmbeddedRepository;

/** Asks a language model for customers, each of whom has a limit on calls and on tokens. */
public final class Assistant implements AutoCloseable {

    private final LimitRepository repository;
    private final RateLimiter limiter;

    public Assistant(LimitRepository repository) {
        this.repository = repository;
        this.limiter = repository.rateLimiter();
        repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 3), Limit.perMinute("tpm", 10_000));
    }

    /** Takes an estimate of 500 tokens, and settles what it really was. */
    public String ask(String customer, String prompt) {
        AcquireRequest request =
                AcquireRequest.entity(customer).resource("gpt-4").take("rpm", 1).take("tpm", 500).build();
        return limiter.call(request, lease -> {
            Answer answer = complete(prompt);
            lease.settle("tpm", answer.totalTokens());
            return answer.text();
        });
    }

    /** How many tokens a customer has left. */
    public long tokensLeft(String customer) {
        return limiter.check(AcquireRequest.entity(customer).resource("gpt-4").take("tpm", 1).build())
                .available("tpm");
    }

    @Override
    public void close() {
        repository.close();
    }

    private record Answer(String text, long totalTokens) {}

    /** Stands for a call of a model. */
    private static Answer complete(String prompt) {
        return new Answer("You said: " + prompt, 650);
    }

    public static void main(String[] args) {
        try (Assistant assistant = new Assistant(EmbeddedRepository.inMemory())) {
            for (int i = 1; i <= 4; i++) {
                System.out.println(assistant.ask("key-abc", "question " + i) + ", and "
                        + assistant.tokensLeft("key-abc") + " tokens are left");
            }
        } catch (RateLimitExceededException e) {
            System.out.println("refused: " + e.getMessage());
        }
    }
}

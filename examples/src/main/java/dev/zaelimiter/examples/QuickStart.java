package dev.zaelimiter.examples;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.embedded.EmbeddedRepository;

/** Three requests an hour: the fourth is refused, and told when to come back. */
public final class QuickStart {

    private QuickStart() {}

    /**
     * Runs.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (LimitRepository repository = EmbeddedRepository.inMemory()) {
            repository.limits().setResourceDefaults("reports", Limit.perHour("requests", 3));
            RateLimiter limiter = repository.rateLimiter();

            AcquireRequest request = AcquireRequest.entity("user-1")
                    .resource("reports")
                    .take("requests", 1)
                    .build();
            for (int i = 1; i <= 4; i++) {
                int number = i;
                String line = limiter.tryAcquire(request)
                        .match(
                                lease -> {
                                    lease.keep();
                                    return "request " + number + ": granted";
                                },
                                refusal -> "request " + number + ": refused, Retry-After: "
                                        + refusal.retryAfterHeader().orElse("never"));
                System.out.println(line);
            }
        }
    }
}

package dev.zaelimiter.examples;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Ten calls together against four in an hour: no thread waits for any of them. */
public final class AsyncCalls {

    private AsyncCalls() {}

    /** Stands for a client that answers later. */
    private static CompletableFuture<String> fetch(int page) {
        return CompletableFuture.supplyAsync(() -> "page " + page);
    }

    /**
     * Runs.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (LimitRepository repository = EmbeddedRepository.inMemory()) {
            repository.limits().setSystemDefaults(Limit.perHour("requests", 4));
            AsyncRateLimiter limiter = repository.asyncRateLimiter();
            AcquireRequest request = AcquireRequest.entity("crawler")
                    .resource("pages")
                    .take("requests", 1)
                    .build();

            List<CompletableFuture<String>> calls = new ArrayList<>();
            for (int i = 1; i <= 10; i++) {
                int page = i;
                calls.add(limiter.call(request, lease -> fetch(page)).exceptionally(AsyncCalls::refused));
            }
            long fetched = calls.stream()
                    .map(CompletableFuture::join)
                    .filter(text -> text.startsWith("page"))
                    .count();
            System.out.println("fetched " + fetched + " of " + calls.size());
        }
    }

    private static String refused(Throwable failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        if (cause instanceof RateLimitExceededException refused) {
            return refused.refusal().message();
        }
        throw new IllegalStateException(failure);
    }
}

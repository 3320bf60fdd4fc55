package dev.zaelimiter.dynamodb;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Makes requests of the SDK: when there are credentials, and once more where the service refused a signature only since
 * the clock of this host is wrong. The SDK has corrected itself by then, from the date of that answer; it would repeat
 * the request too, were its retries not off. What was refused like that was surely not applied.
 *
 * <p>Whatever the SDK throws, the future is done. Safe for use by many threads.
 */
final class SdkAttempts {

    /**
     * The service does not distinguish a wrong key from a wrong time, so a wrong key must not be tried again and again.
     */
    private static final int MOST = 2;

    private final Credentials credentials;

    SdkAttempts(Credentials credentials) {
        this.credentials = credentials;
    }

    /**
     * Makes a request when there are credentials.
     *
     * @param patience how long to wait for them
     * @param request one call of the SDK
     * @param <R> its answer
     * @return the answer, or what the SDK threw, or a store exception if it was not sent
     */
    <R> CompletableFuture<R> send(Duration patience, Supplier<CompletableFuture<R>> request) {
        CompletableFuture<R> answer = new CompletableFuture<>();
        credentials.whenReady(patience, answer, () -> attempt(request, 1, answer));
        return answer;
    }

    /**
     * Makes a request; there are credentials.
     *
     * @param request one call of the SDK
     * @param <R> its answer
     * @return the answer, or what the SDK threw
     */
    <R> CompletableFuture<R> now(Supplier<CompletableFuture<R>> request) {
        CompletableFuture<R> answer = new CompletableFuture<>();
        attempt(request, 1, answer);
        return answer;
    }

    private static <R> void attempt(Supplier<CompletableFuture<R>> request, int tries, CompletableFuture<R> answer) {
        CompletableFuture<R> made;
        try {
            made = Objects.requireNonNull(Interrupts.keptFrom(request), "the SDK gave no future");
        } catch (RuntimeException | Error e) {
            answer.completeExceptionally(e);
            return;
        }
        FutureChains.whenDone(made, answer, (response, failure) -> {
            if (failure == null) {
                answer.complete(response);
            } else if (tries < MOST && StoreFailures.isSkewed(failure)) {
                attempt(request, tries + 1, answer);
            } else {
                answer.completeExceptionally(failure);
            }
        });
    }
}

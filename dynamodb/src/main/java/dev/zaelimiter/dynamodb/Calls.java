package dev.zaelimiter.dynamodb;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.StoreException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the requests of a store: each waits for credentials, then for its turn, and its answer is read, or its failure
 * turned into a store exception. Whatever is thrown on the way, the future completes. Safe for use by many threads.
 */
final class Calls {

    private final Connection connection;
    private final StoreFailures failures;
    private final Environment environment;
    private final @Nullable ServerDates dates;
    private final Bulkhead bulkhead;
    private volatile boolean closed;

    /**
     * Calls on a connection.
     *
     * @param environment for the time; if it shows the server's, it learns that from the answers
     */
    Calls(Connection connection, Environment environment) {
        this.connection = connection;
        this.failures = connection.failures();
        this.environment = environment;
        this.dates = environment instanceof ServerTimeEnvironment led ? new ServerDates(led) : null;
        this.bulkhead = new Bulkhead(connection.maxConcurrency(), connection.patience(), environment);
    }

    /**
     * From now on nothing is sent. Waits until all that was sent has been answered, at most as long as one answer may
     * take.
     */
    void close() {
        closed = true;
        CompletableFuture<Void> quiet = bulkhead.shut();
        // An interrupt hurries a thread along, but a request that leaves after this would surprise everybody.
        boolean unused = Interrupts.keptFrom(
                () -> environment.await(quiet, connection.callTimeout().toNanos()));
    }

    boolean isClosed() {
        return closed;
    }

    /**
     * One request.
     *
     * @param request calls the SDK
     * @param read makes something of its answer
     * @return what was read; or a store exception, whose cause is the SDK's own
     */
    <R, T extends @Nullable Object> CompletableFuture<T> call(
            Supplier<CompletableFuture<R>> request, Function<R, T> read) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        connection.credentials().whenReady(connection.patience(), answer, () -> enter(request, read, answer));
        return answer;
    }

    private <R, T extends @Nullable Object> void enter(
            Supplier<CompletableFuture<R>> request, Function<R, T> read, CompletableFuture<T> answer) {
        bulkhead.enter(new Bulkhead.Entrant() {
            @Override
            public void pass() {
                send(request, read, answer);
            }

            @Override
            public void turnAway() {
                answer.completeExceptionally(failures.crowdedOut(connection.maxConcurrency(), connection.patience()));
            }

            @Override
            public void shutOut() {
                answer.completeExceptionally(new StoreException.Misuse("the store is closed", null));
            }
        });
    }

    private <R, T extends @Nullable Object> void send(
            Supplier<CompletableFuture<R>> request, Function<R, T> read, CompletableFuture<T> answer) {
        try {
            long sentNanos = environment.monotonicNanos();
            FutureChains.whenDone(
                    connection.attempts().now(request),
                    (response, failure) -> answered(sentNanos, response, failure, read, answer));
        } catch (RuntimeException | Error e) {
            bulkhead.leave();
            answer.completeExceptionally(failures.of(e));
        }
    }

    private <R, T extends @Nullable Object> void answered(
            long sentNanos,
            @Nullable R response,
            @Nullable Throwable failure,
            Function<R, T> read,
            CompletableFuture<T> answer) {
        try {
            if (dates != null) {
                dates.heard(sentNanos, failure == null ? response : StoreFailures.unwrap(failure));
            }
            if (failure == null) {
                answer.complete(read.apply(Objects.requireNonNull(response, "no response")));
            } else {
                answer.completeExceptionally(failures.of(failure));
            }
        } catch (RuntimeException | Error e) {
            answer.completeExceptionally(FutureChains.known(e));
        } finally {
            bulkhead.leave();
        }
    }
}

package dev.zaelimiter.aggregator.s3;

import dev.zaelimiter.store.StoreException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;

/** How S3 is called: one client, on threads of the caller's choice. */
final class S3Clients {

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(8);

    private S3Clients() {}

    /** A client with the region and credentials of the environment. */
    static S3Client make() {
        return S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .overrideConfiguration(override -> override.apiCallTimeout(CALL_TIMEOUT))
                .build();
    }

    /** A call that blocks. */
    interface Call<T> {
        T make() throws IOException;
    }

    /** Makes a call on a thread of the executor; its failures are told in the words of the port. */
    static <T> CompletableFuture<T> call(Executor executor, S3Failures failures, Call<T> call) {
        CompletableFuture<T> done = new CompletableFuture<>();
        try {
            executor.execute(() -> {
                try {
                    done.complete(call.make());
                } catch (SdkException e) {
                    done.completeExceptionally(failures.of(e));
                } catch (IOException e) {
                    done.completeExceptionally(new StoreException.Denied(String.valueOf(e.getMessage()), e));
                } catch (RuntimeException | Error e) {
                    done.completeExceptionally(e);
                }
            });
        } catch (RuntimeException e) {
            done.completeExceptionally(e);
        }
        return done;
    }
}

package dev.zaelimiter.aggregator.s3;

import dev.zaelimiter.aggregator.ArchiveObject;
import dev.zaelimiter.aggregator.ArchiveSink;
import dev.zaelimiter.store.StoreException;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * An archive in a bucket of S3. An object is put under the condition that there is none of its name; where there is one, its last
 * record tells where to go on. Safe for use by many threads.
 *
 * <p>A bucket that is missing, or a permission, fails the batch: its changes come again, and are archived once that is mended,
 * as long as the stream keeps them.
 */
public final class S3Archive implements ArchiveSink, AutoCloseable {

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(8);
    private static final int PRECONDITION_FAILED = 412;

    private final S3Client client;
    private final boolean owned;
    private final S3Location location;
    private final S3Encryption encryption;
    private final Executor executor;
    private final S3Failures failures;

    private S3Archive(S3Client client, boolean owned, S3Location location, S3Encryption encryption, Executor executor) {
        this.client = client;
        this.owned = owned;
        this.location = location;
        this.encryption = encryption;
        this.executor = executor;
        this.failures = new S3Failures(location, encryption.usesKms());
    }

    /**
     * An archive with a client of its own: region and credentials are those of the environment.
     *
     * @param location where objects go
     * @param encryption how S3 encrypts them
     * @param executor where calls are made: a thread of the caller's choice, since they block
     * @return to be closed
     */
    public static S3Archive at(S3Location location, S3Encryption encryption, Executor executor) {
        S3Client client = S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .overrideConfiguration(override -> override.apiCallTimeout(CALL_TIMEOUT))
                .build();
        return new S3Archive(client, true, location, encryption, executor);
    }

    /**
     * An archive with a client of your own, which you close.
     *
     * @param client how to reach S3
     * @param location where objects go
     * @param encryption how S3 encrypts them
     * @param executor where calls are made
     * @return an archive
     */
    public static S3Archive with(S3Client client, S3Location location, S3Encryption encryption, Executor executor) {
        return new S3Archive(client, false, location, encryption, executor);
    }

    @Override
    public CompletableFuture<Optional<BigInteger>> storeIfAbsent(ArchiveObject object) {
        CompletableFuture<Optional<BigInteger>> done = new CompletableFuture<>();
        try {
            executor.execute(() -> {
                try {
                    done.complete(store(object));
                } catch (SdkException e) {
                    done.completeExceptionally(failures.of(e));
                } catch (IOException e) {
                    done.completeExceptionally(new StoreException.Denied(
                            "what is there already under the name " + location + object.name() + " is no archive: "
                                    + e.getMessage(),
                            e));
                } catch (RuntimeException | Error e) {
                    done.completeExceptionally(e);
                }
            });
        } catch (RuntimeException e) {
            done.completeExceptionally(e);
        }
        return done;
    }

    private Optional<BigInteger> store(ArchiveObject object) throws IOException {
        String name = location.prefix() + object.name();
        PutObjectRequest.Builder put = PutObjectRequest.builder()
                .bucket(location.bucket())
                .key(name)
                .contentType("application/gzip")
                .ifNoneMatch("*");
        encryption.applyTo(put);
        try {
            client.putObject(put.build(), RequestBody.fromBytes(object.gzip()));
            return Optional.empty();
        } catch (S3Exception e) {
            if (e.statusCode() != PRECONDITION_FAILED) {
                throw e;
            }
        }
        byte[] there = client.getObjectAsBytes(
                        get -> get.bucket(location.bucket()).key(name))
                .asByteArray();
        return Optional.of(ArchiveObject.lastIn(there));
    }

    @Override
    public void close() {
        if (owned) {
            client.close();
        }
    }
}

package dev.zaelimiter.aggregator.s3;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/**
 * Objects under one prefix of a bucket of S3: where they go, by which client, and how they are encrypted. Safe for use
 * by many threads.
 */
final class S3Objects implements AutoCloseable {

    private final S3Client client;
    private final boolean owned;
    private final S3Location location;
    private final S3Encryption encryption;
    private final Executor executor;
    private final S3Failures failures;

    /**
     * Objects of one kind.
     *
     * @param what they are, for messages
     * @param client how to reach S3; null for one of their own, with the region and credentials of the environment
     * @param location where they go
     * @param encryption how S3 encrypts them
     * @param executor where calls are made, which block
     */
    S3Objects(String what, @Nullable S3Client client, S3Location location, S3Encryption encryption, Executor executor) {
        this.owned = client == null;
        this.client = client == null ? S3Clients.make() : client;
        this.location = location;
        this.encryption = encryption;
        this.executor = executor;
        this.failures = new S3Failures(what, location, encryption.usesKms());
    }

    S3Client client() {
        return client;
    }

    S3Location location() {
        return location;
    }

    /** A put of an object by its name under the prefix. */
    PutObjectRequest.Builder put(String name, String contentType) {
        PutObjectRequest.Builder put = PutObjectRequest.builder()
                .bucket(location.bucket())
                .key(location.prefix() + name)
                .contentType(contentType);
        encryption.applyTo(put);
        return put;
    }

    /** Makes a call on a thread of the executor. */
    <T> CompletableFuture<T> call(S3Clients.Call<T> call) {
        return S3Clients.call(executor, failures, call);
    }

    @Override
    public void close() {
        if (owned) {
            client.close();
        }
    }
}

package dev.zaelimiter.aggregator.s3;

import dev.zaelimiter.aggregator.ArchiveObject;
import dev.zaelimiter.aggregator.ArchiveSink;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * An archive in a bucket of S3. An object is put under the condition that there is none of its name; where there is one, its last
 * record tells where to go on. Safe for use by many threads.
 *
 * <p>While a bucket is missing, or a permission, the aggregator puts records aside, and archives them once that is mended.
 */
public final class S3Archive implements ArchiveSink, AutoCloseable {

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
        this.failures = new S3Failures("archive", location, encryption.usesKms());
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
        return new S3Archive(S3Clients.make(), true, location, encryption, executor);
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
        return S3Clients.call(executor, failures, () -> store(object));
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
        try {
            return Optional.of(ArchiveObject.lastIn(there));
        } catch (IOException e) {
            throw new IOException(
                    "what is there already under the name " + location + object.name() + " is no archive: "
                            + e.getMessage(),
                    e);
        }
    }

    @Override
    public void close() {
        if (owned) {
            client.close();
        }
    }
}

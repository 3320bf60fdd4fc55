package dev.zaelimiter.aggregator.s3;

import dev.zaelimiter.aggregator.ArchiveObject;
import dev.zaelimiter.aggregator.ArchiveSink;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * An archive in a bucket of S3. An object is put under the condition that there is none of its name; where there is
 * one, its last record tells where to go on. Safe for use by many threads.
 *
 * <p>While a bucket is missing, or a permission, the aggregator puts records aside, and archives them once that is
 * mended.
 */
public final class S3Archive implements ArchiveSink, AutoCloseable {

    private static final int PRECONDITION_FAILED = 412;

    private final S3Objects objects;

    private S3Archive(@Nullable S3Client client, S3Location location, S3Encryption encryption, Executor executor) {
        this.objects = new S3Objects("archive", client, location, encryption, executor);
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
        return new S3Archive(null, location, encryption, executor);
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
        return new S3Archive(client, location, encryption, executor);
    }

    @Override
    public CompletableFuture<Optional<BigInteger>> storeIfAbsent(ArchiveObject object) {
        return objects.call(() -> store(object));
    }

    private Optional<BigInteger> store(ArchiveObject object) throws IOException {
        S3Client client = objects.client();
        S3Location location = objects.location();
        PutObjectRequest put =
                objects.put(object.name(), "application/gzip").ifNoneMatch("*").build();
        try {
            client.putObject(put, RequestBody.fromBytes(object.gzip()));
            return Optional.empty();
        } catch (S3Exception e) {
            if (e.statusCode() != PRECONDITION_FAILED) {
                throw e;
            }
        }
        byte[] there = client.getObjectAsBytes(
                        get -> get.bucket(location.bucket()).key(put.key()))
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
        objects.close();
    }
}

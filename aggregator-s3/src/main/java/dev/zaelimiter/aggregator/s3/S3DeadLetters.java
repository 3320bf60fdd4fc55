package dev.zaelimiter.aggregator.s3;

import dev.zaelimiter.aggregator.DeadLetter;
import dev.zaelimiter.aggregator.DeadLetters;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/**
 * Dead letters in a bucket of S3: an object of JSON for each, {@code dead-letters/YYYY/MM/DD/SHARD-NUMBER.json}, by the day of the
 * change. The same letter goes to the same object, however often it comes. Safe for use by many threads.
 */
public final class S3DeadLetters implements DeadLetters, AutoCloseable {

    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("yyyy/MM/dd").withZone(ZoneOffset.UTC);
    private static final long LAST_MILLIS = 253_402_300_799_999L;

    private final S3Client client;
    private final boolean owned;
    private final S3Location location;
    private final S3Encryption encryption;
    private final Executor executor;
    private final S3Failures failures;

    private S3DeadLetters(
            S3Client client, boolean owned, S3Location location, S3Encryption encryption, Executor executor) {
        this.client = client;
        this.owned = owned;
        this.location = location;
        this.encryption = encryption;
        this.executor = executor;
        this.failures = new S3Failures("dead letters", location, encryption.usesKms());
    }

    /**
     * Dead letters with a client of its own: region and credentials are those of the environment.
     *
     * @param location where objects go
     * @param encryption how S3 encrypts them
     * @param executor where calls are made: a thread of the caller's choice, since they block
     * @return to be closed
     */
    public static S3DeadLetters at(S3Location location, S3Encryption encryption, Executor executor) {
        return new S3DeadLetters(S3Clients.make(), true, location, encryption, executor);
    }

    /**
     * Dead letters with a client of your own, which you close.
     *
     * @param client how to reach S3
     * @param location where objects go
     * @param encryption how S3 encrypts them
     * @param executor where calls are made
     * @return a keeper
     */
    public static S3DeadLetters with(S3Client client, S3Location location, S3Encryption encryption, Executor executor) {
        return new S3DeadLetters(client, false, location, encryption, executor);
    }

    @Override
    public CompletableFuture<Void> keep(DeadLetter letter) {
        return S3Clients.call(executor, failures, () -> {
                    PutObjectRequest.Builder put = PutObjectRequest.builder()
                            .bucket(location.bucket())
                            .key(location.prefix() + name(letter))
                            .contentType("application/json");
                    encryption.applyTo(put);
                    return client.putObject(put.build(), RequestBody.fromString(letter.json() + "\n"));
                })
                .thenAccept(stored -> {});
    }

    private static String name(DeadLetter letter) {
        // The time itself may be what is wrong with a change.
        long at = Math.max(0, Math.min(LAST_MILLIS, letter.record().atMillis()));
        return "dead-letters/" + DAY.format(Instant.ofEpochMilli(at)) + "/" + letter.streamShard() + "-"
                + letter.record().sequence() + ".json";
    }

    @Override
    public void close() {
        if (owned) {
            client.close();
        }
    }
}

package dev.zaelimiter.aggregator.s3;

import dev.zaelimiter.aggregator.DeadLetter;
import dev.zaelimiter.aggregator.DeadLetters;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Dead letters in a bucket of S3: an object of JSON for each, {@code dead-letters/YYYY/MM/DD/SHARD-NUMBER.json}, by the
 * day of the change. The same letter goes to the same object, however often it comes. Safe for use by many threads.
 */
public final class S3DeadLetters implements DeadLetters, AutoCloseable {

    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("yyyy/MM/dd").withZone(ZoneOffset.UTC);
    private static final long LAST_MILLIS = 253_402_300_799_999L;

    private final S3Objects objects;

    private S3DeadLetters(@Nullable S3Client client, S3Location location, S3Encryption encryption, Executor executor) {
        this.objects = new S3Objects("dead letters", client, location, encryption, executor);
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
        return new S3DeadLetters(null, location, encryption, executor);
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
        return new S3DeadLetters(client, location, encryption, executor);
    }

    @Override
    public CompletableFuture<Void> keep(DeadLetter letter) {
        return objects.call(() -> objects.client()
                        .putObject(
                                objects.put(name(letter), "application/json").build(),
                                RequestBody.fromString(letter.json() + "\n")))
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
        objects.close();
    }
}

package dev.zaelimiter.aggregator.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.aggregator.Aggregator;
import dev.zaelimiter.aggregator.BatchOutcome;
import dev.zaelimiter.embedded.InMemoryStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * An archive on the S3 that {@code bin/backends} starts; {@code -Dzae.ministack} or {@code ZAE_MINISTACK} names
 * another.
 */
@Tag("extended")
@Tag("back-end")
class S3ArchiveOnMinistackTest {

    private static final URI ENDPOINT = URI.create(System.getProperty(
            "zae.ministack", System.getenv().getOrDefault("ZAE_MINISTACK", "http://127.0.0.1:4566")));

    private final String bucket = "audit-" + UUID.randomUUID();

    private static S3Client client() {
        return S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .region(Region.US_EAST_1)
                .endpointOverride(ENDPOINT)
                .forcePathStyle(true)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .build();
    }

    private static List<String> lines(byte[] gzip) throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(new java.io.ByteArrayInputStream(gzip)), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }

    /** Batches are cut anew, marks are lost, the bucket comes late: each record is there once, in order. */
    @Test
    void archive_deliveredAgainAndCutAnew_holdsEachRecordOnce() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        ManualClock clock = new ManualClock();
        try (S3Client client = client()) {
            S3Archive archive =
                    S3Archive.with(client, new S3Location(bucket, "limits"), S3Encryption.S3_KEYS, Runnable::run);
            InMemoryStore store = new InMemoryStore(clock);
            BatchOutcome early = Aggregator.builder(store, clock)
                    .archive(archive)
                    .build()
                    .process(ExpiredRecords.batch(1, 5))
                    .join();
            assertThat(early.putAside()).isEqualTo(5);
            assertThat(early.failures()).singleElement().asString().contains("there is no bucket");
            client.createBucket(make -> make.bucket(bucket));
            Aggregator.builder(store, clock)
                    .archive(archive)
                    .build()
                    .archiveAgain()
                    .join();
            long done = 5;
            while (done < 200) {
                long to = Math.min(200, done + random.nextInt(1, 40));
                if (random.nextInt(3) == 0) {
                    // Dies after the object, before the mark: the next begins at the same record.
                    InMemoryStore lost = copyOfMarks(store, clock);
                    Aggregator.builder(lost, clock)
                            .archive(archive)
                            .build()
                            .process(ExpiredRecords.batch(done + 1, to))
                            .join();
                    to = Math.min(200, done + random.nextInt(1, 40));
                }
                BatchOutcome outcome = Aggregator.builder(store, clock)
                        .archive(archive)
                        .build()
                        .process(ExpiredRecords.batch(Math.max(1, done - 3), to))
                        .join();
                assertThat(outcome.complete()).as("%s", outcome.failures()).isTrue();
                done = to;
            }
            List<String> all = new ArrayList<>();
            for (var each : client.listObjectsV2(list -> list.bucket(bucket).prefix("limits/audit/"))
                    .contents()) {
                all.addAll(
                        lines(client.getObjectAsBytes(get -> get.bucket(bucket).key(each.key()))
                                .asByteArray()));
            }
            assertThat(all).hasSizeGreaterThanOrEqualTo(200).doesNotHaveDuplicates();
            for (long number = 1; number <= 200; number++) {
                String id = "\"id-" + number + "\"";
                assertThat(all.stream().filter(line -> line.contains(id)).count())
                        .as(id)
                        .isEqualTo(1);
            }
        }
    }

    /** A store that has archived as far as the other, so that what comes then begins at the same record. */
    private static InMemoryStore copyOfMarks(InMemoryStore from, ManualClock clock) {
        InMemoryStore copy = new InMemoryStore(clock);
        var mark = from.get(dev.zaelimiter.store.Key.of("_/SYSTEM#", "#ARCHIVED#shardId-1"))
                .join();
        if (mark != null) {
            copy.write(dev.zaelimiter.store.Write.put(dev.zaelimiter.store.WriteShape.put(null), mark))
                    .join();
        }
        return copy;
    }
}

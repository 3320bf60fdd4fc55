package dev.zaelimiter.aggregator.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.aggregator.Aggregator;
import dev.zaelimiter.aggregator.BatchOutcome;
import dev.zaelimiter.aggregator.DeadLetter;
import dev.zaelimiter.embedded.InMemoryStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** What becomes of a batch when S3 fails; S3 is a stand-in on this host. */
class S3FailuresTest {

    private final ManualClock clock = new ManualClock();
    private final Environment environment = clock;
    private final InMemoryStore store = new InMemoryStore(clock);
    private final Map<String, byte[]> objects = new ConcurrentHashMap<>();
    private final Map<String, String> headers = new ConcurrentHashMap<>();
    private final AtomicInteger puts = new AtomicInteger();
    private HttpServer server;
    private S3Client client;
    private volatile int status;
    private volatile String code = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String name = exchange.getRequestURI().getPath();
            byte[] answer = ("<Error><Code>" + code + "</Code><Message>said</Message></Error>")
                    .getBytes(StandardCharsets.UTF_8);
            int with = status;
            if (with == 0 && exchange.getRequestMethod().equals("GET")) {
                answer = objects.getOrDefault(name, new byte[0]);
                with = 200;
            } else if (with == 0) {
                puts.incrementAndGet();
                exchange.getRequestHeaders().forEach((header, values) -> headers.put(header, values.get(0)));
                boolean there = objects.containsKey(name);
                boolean refused = there && exchange.getRequestHeaders().containsKey("If-none-match");
                objects.compute(name, (key, old) -> refused ? old : unchunked(body));
                with = refused ? 412 : 200;
                answer = new byte[0];
            }
            exchange.sendResponseHeaders(with, answer.length == 0 ? -1 : answer.length);
            if (answer.length > 0) {
                exchange.getResponseBody().write(answer);
            }
            exchange.close();
        });
        server.start();
        client = S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .region(Region.US_EAST_1)
                .endpointOverride(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
                .forcePathStyle(true)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("a", "b")))
                .build();
    }

    /** The SDK sends a body in chunks with a checksum at their end; the first chunk is all of it here. */
    private static byte[] unchunked(byte[] body) {
        String head = new String(body, StandardCharsets.ISO_8859_1);
        int line = head.indexOf("\r\n");
        if (line <= 0 || line > 120 || !head.substring(0, line).matches("[0-9a-f]+(;.*)?")) {
            return body;
        }
        int length = Integer.parseInt(head.substring(0, line).replaceFirst(";.*", ""), 16);
        return java.util.Arrays.copyOfRange(body, line + 2, line + 2 + length);
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    private BatchOutcome archive(S3Encryption encryption, long from, long to) {
        return Aggregator.builder(store, environment)
                .archive(
                        S3Archive.with(client, S3Location.parse("s3://audit-bucket/limits"), encryption, Runnable::run))
                .build()
                .process(ExpiredRecords.batch(from, to))
                .join();
    }

    @Test
    void archive_aBatch_putsItUnderThePrefixAndTheConditionThatThereIsNone() {
        assertThat(archive(S3Encryption.kms("alias/audit"), 1, 3).archived()).isEqualTo(3);
        assertThat(objects.keySet())
                .singleElement()
                .asString()
                .startsWith("/audit-bucket/limits/audit/namespace=ns1/year=2026/month=01/day=01/");
        assertThat(headers)
                .containsEntry("If-none-match", "*")
                .containsEntry("X-amz-server-side-encryption", "aws:kms")
                .containsEntry("X-amz-server-side-encryption-aws-kms-key-id", "alias/audit");
    }

    @Test
    void archive_whatIsThereAlready_goesOnAfterItsLastRecord() {
        archive(S3Encryption.OF_THE_BUCKET, 1, 3);
        // As after a crash between the object and the mark in the table.
        InMemoryStore other = new InMemoryStore(clock);
        BatchOutcome again = Aggregator.builder(other, environment)
                .archive(S3Archive.with(
                        client,
                        S3Location.parse("s3://audit-bucket/limits"),
                        S3Encryption.OF_THE_BUCKET,
                        Runnable::run))
                .build()
                .process(ExpiredRecords.batch(1, 5))
                .join();
        assertThat(again.complete()).isTrue();
        assertThat(again.archived()).isEqualTo(2);
        assertThat(objects).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"404, NoSuchBucket, there is no bucket", "403, AccessDenied, s3:PutObject"})
    void archive_missingBucketOrPermission_isToldAndTriedAgainLater(int answer, String error, String told) {
        status = answer;
        code = error;
        BatchOutcome outcome = archive(S3Encryption.OF_THE_BUCKET, 1, 3);
        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.putAside()).isEqualTo(3);
        assertThat(outcome.failures()).singleElement().asString().contains(told);
        status = 0;
        assertThat(archive(S3Encryption.OF_THE_BUCKET, 1, 3).archived()).isZero();
        Aggregator.builder(store, environment)
                .archive(S3Archive.with(
                        client,
                        S3Location.parse("s3://audit-bucket/limits"),
                        S3Encryption.OF_THE_BUCKET,
                        Runnable::run))
                .build()
                .archiveAgain()
                .join();
        assertThat(objects).hasSize(1);
    }

    @Test
    void deadLetter_keptTwice_isOneObjectWithTheRecordInIt() throws IOException {
        S3DeadLetters letters = S3DeadLetters.with(
                client, S3Location.parse("s3://audit-bucket/dead"), S3Encryption.S3_KEYS, Runnable::run);
        DeadLetter letter = new DeadLetter(
                "abc:shardId-1", ExpiredRecords.batch(7, 7).records().get(0), "it is damaged");
        letters.keep(letter).join();
        letters.keep(letter).join();
        assertThat(objects.keySet())
                .singleElement()
                .asString()
                .startsWith("/audit-bucket/dead/dead-letters/")
                .endsWith("-7.json");
        assertThat(new String(objects.values().iterator().next(), StandardCharsets.UTF_8))
                .contains("it is damaged")
                .contains("\"stream_sequence\":\"7\"");
        status = 403;
        code = "AccessDenied";
        assertThat(letters.keep(letter)).failsWithin(Duration.ofSeconds(1));
    }

    @Test
    void location_wrong_isRefusedByName() {
        for (String wrong :
                List.of("s3://", "s3://A", "s3://ab", "audit", "s3://audit-bucket//x", "s3://audit-bucket/ä")) {
            assertThatThrownBy(() -> S3Location.parse(wrong)).as(wrong).isInstanceOf(InvalidInputException.class);
        }
        assertThat(S3Location.parse("s3://audit-bucket/a/b/").toString()).isEqualTo("s3://audit-bucket/a/b/");
        assertThat(S3Location.parse("s3://audit-bucket").prefix()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "none", "kms:", "AES"})
    void encryption_wrong_isRefusedByName(String wrong) {
        assertThatThrownBy(() -> S3Encryption.parse(wrong)).isInstanceOf(InvalidInputException.class);
    }
}

package dev.zaelimiter.tests.backends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageSummary;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.aggregator.AggregatorListener;
import dev.zaelimiter.aggregator.StreamPoller;
import dev.zaelimiter.cli.ZaeLimiter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Aggregators on the streams of real tables, while the real limiter is at work. */
@Tag("extended")
@Tag("back-end")
class AggregatorsOnATableTest {

    private static final int SECONDS = 60;

    private final String table = Backend.newTable();
    private final AtomicLong taken = new AtomicLong();
    private final List<Process> processes = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    private LimitRepository open(Backend backend) {
        LimitRepository repository = Backend.builder(table, backend.endpoint())
                .callTimeout(Duration.ofSeconds(20))
                .settings(settings -> settings.deadline(Duration.ofSeconds(30)))
                .open();
        repository.limits().setSystemDefaults(Limit.perMinute("rpm", 1_000_000));
        return repository;
    }

    private void take(LimitRepository repository, int times, int salt) {
        for (int i = 0; i < times; i++) {
            repository
                    .rateLimiter()
                    .acquire("user-" + (i + salt) % 5, "gpt-4", "rpm", 3)
                    .keep();
            taken.addAndGet(3);
        }
    }

    private static UsageAmount counted(LimitRepository repository, UsageWindow window) {
        UsageSummary.Total total = repository
                .usage()
                .summary(UsageQuery.ofResource("gpt-4").window(window))
                .limits()
                .get("rpm");
        return total == null ? UsageAmount.NONE : total.usage().consumed();
    }

    private Process start(Backend backend, String name) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ZaeLimiter.class.getName(),
                "aggregator",
                "run",
                "--name",
                table,
                "--region",
                "us-east-1",
                "--endpoint-url",
                backend.endpoint().toString(),
                "--poll",
                "100",
                "--lease",
                "3",
                "--metrics",
                "1",
                "--output",
                "json");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name).toFile());
        builder.environment().putAll(Map.of("AWS_ACCESS_KEY_ID", "local", "AWS_SECRET_ACCESS_KEY", "local"));
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private List<Map<String, AttributeValue>> leases(Backend backend) {
        try (DynamoDbAsyncClient client = DynamoDbAsyncClient.builder()
                .region(Region.US_EAST_1)
                .endpointOverride(backend.endpoint())
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .build()) {
            return client.query(request -> request.tableName(table)
                            .consistentRead(true)
                            .keyConditionExpression("PK = :p AND begins_with(SK, :s)")
                            .expressionAttributeValues(Map.of(
                                    ":p", AttributeValue.fromS("_/SYSTEM#"),
                                    ":s", AttributeValue.fromS("#STREAM#"))))
                    .join()
                    .items();
        }
    }

    /** Waits for something, for as long as a process lives. */
    private static void until(Process process, java.util.function.BooleanSupplier reached) throws InterruptedException {
        for (int i = 0; i < SECONDS * 5 && !reached.getAsBoolean(); i++) {
            assertThat(process.waitFor(200, TimeUnit.MILLISECONDS))
                    .as("the process ended")
                    .isFalse();
        }
        assertThat(reached.getAsBoolean()).isTrue();
    }

    @Test
    void twoProcesses_oneKilledUnderLoad_countWhatWasConsumed() throws Exception {
        Backend backend = Backend.DYNOXIDE;
        try (LimitRepository repository = open(backend)) {
            take(repository, 5, 0);
            Process first = start(backend, "first");
            until(first, () -> leases(backend).stream().anyMatch(each -> each.containsKey("owner")));
            Process second = start(backend, "second");
            AtomicBoolean over = new AtomicBoolean();
            List<CompletableFuture<Void>> load = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int salt = i;
                load.add(CompletableFuture.runAsync(() -> {
                    while (!over.get()) {
                        take(repository, 10, salt);
                    }
                }));
            }
            assertThat(first.waitFor(5, TimeUnit.SECONDS)).isFalse();
            first.destroyForcibly();
            assertThat(second.waitFor(6, TimeUnit.SECONDS)).isFalse();
            over.set(true);
            load.forEach(CompletableFuture::join);
            until(second, () -> counted(repository, UsageWindow.HOURLY).tokens() >= taken.get());
            // What comes again must not be counted again.
            assertThat(second.waitFor(2, TimeUnit.SECONDS)).isFalse();
            assertThat(counted(repository, UsageWindow.HOURLY)).isEqualTo(UsageAmount.of(taken.get(), 0));
            assertThat(counted(repository, UsageWindow.DAILY)).isEqualTo(UsageAmount.of(taken.get(), 0));

            second.destroy();
            assertThat(second.waitFor(40, TimeUnit.SECONDS)).isTrue();
            assertThat(second.exitValue()).isEqualTo(143);
            assertThat(leases(backend)).isNotEmpty().noneMatch(each -> each.containsKey("owner"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void poller_thatComesAgain_goesOnWhereItStopped(Backend backend) {
        ConcurrentLinkedQueue<String> gaps = new ConcurrentLinkedQueue<>();
        AggregatorListener listener = new AggregatorListener() {
            @Override
            public void gap(String streamShard) {
                gaps.add(streamShard);
            }
        };
        try (LimitRepository repository = open(backend)) {
            for (int life = 0; life < 3; life++) {
                take(repository, 7, life);
                try (StreamPoller poller = StreamPoller.of(repository)
                        .listener(listener)
                        .poll(Duration.ofMillis(100))
                        .start()) {
                    take(repository, 5, life);
                    assertThat(poller.catchUp(Duration.ofSeconds(SECONDS))).isTrue();
                    assertThat(poller.status().failures()).isZero();
                }
                assertThat(counted(repository, UsageWindow.HOURLY)).isEqualTo(UsageAmount.of(taken.get(), 0));
            }
        }
        assertThat(gaps).isEmpty();
    }

    /**
     * On dynoxide each stream that a table ever had gives all of its changes, so that they count once for each label.
     */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DYNOXIDE")
    void stream_switchedOffAndOn_isToldAsAGapAndReadOn(Backend backend) {
        ConcurrentLinkedQueue<String> gaps = new ConcurrentLinkedQueue<>();
        AggregatorListener listener = new AggregatorListener() {
            @Override
            public void gap(String streamShard) {
                gaps.add(streamShard);
            }
        };
        try (LimitRepository repository = open(backend);
                StreamPoller poller = StreamPoller.of(repository)
                        .listener(listener)
                        .lease(Duration.ofSeconds(2))
                        .poll(Duration.ofMillis(100))
                        .start()) {
            take(repository, 5, 0);
            assertThat(poller.catchUp(Duration.ofSeconds(SECONDS))).isTrue();
            switchStream(backend);
            take(repository, 5, 0);
            assertThat(poller.catchUp(Duration.ofSeconds(SECONDS))).isTrue();
            assertThat(counted(repository, UsageWindow.HOURLY)).isEqualTo(UsageAmount.of(taken.get(), 0));
            assertThat(gaps).isNotEmpty();
        }
    }

    private void switchStream(Backend backend) {
        try (DynamoDbAsyncClient client = DynamoDbAsyncClient.builder()
                .region(Region.US_EAST_1)
                .endpointOverride(backend.endpoint())
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .build()) {
            client.updateTable(request ->
                            request.tableName(table).streamSpecification(stream -> stream.streamEnabled(false)))
                    .join();
            client.updateTable(request -> request.tableName(table)
                            .streamSpecification(
                                    stream -> stream.streamEnabled(true).streamViewType("NEW_AND_OLD_IMAGES")))
                    .join();
        }
    }
}

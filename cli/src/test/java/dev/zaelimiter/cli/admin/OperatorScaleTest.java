package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import dev.zaelimiter.dynamodb.TableWithoutStream;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.embedded.FileStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * Lists and purges 20,000 of everything on a file and 500 on a table, or as many as {@code -Dzae.scale} and
 * {@code -Dzae.scale.table} say. Prints what it measures; what it asserts holds on a machine of any speed: nothing is
 * missing, and the memory does not grow with the list.
 */
@Tag("extended")
class OperatorScaleTest {

    private static final int MANY = Integer.getInteger("zae.scale", 10_000);

    /** Fewer, since a local table takes some hundred writes a second. */
    private static final int ON_A_TABLE = Integer.getInteger("zae.scale.table", 500);

    private static final long SOME_HEAP = 50L << 20;
    private static final String ENDPOINT =
            System.getProperty("zae.dynoxide", System.getenv().getOrDefault("ZAE_DYNOXIDE", "http://127.0.0.1:8100"));

    @TempDir
    private Path directory;

    @BeforeAll
    static void giveCredentials() {
        System.setProperty("aws.accessKeyId", "local");
        System.setProperty("aws.secretAccessKey", "local");
    }

    @AfterAll
    static void takeCredentials() {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }

    @Test
    void file_limitsOfManyEntities_areListedAndPurged() {
        Path file = directory.resolve("limits.zae");
        try (LimitRepository repository = RepositoryBuilder.opening(
                        environment -> FileStore.open(file, Durability.PROCESS_CRASH, environment))
                .build()) {
            for (int i = 0; i < MANY; i++) {
                repository.limits().setEntityDefaults("key-" + i, Limit.perMinute("rpm", 100));
            }
        }
        List<String> store = List.of("--embedded", file.toString());
        list("entity list on a file", MANY, store, "entity", "list");
        // Limits and the records of them, and the register that counts them.
        purge("purge on a file", store, 2 * MANY + 1);
    }

    @Test
    void table_bucketsOfManyEntities_areListedAndPurged() {
        String table = "scale-" + UUID.randomUUID();
        try (DynamoDbAsyncClient client = DynamoDbAsyncClient.builder()
                .region(Region.US_EAST_1)
                .endpointOverride(URI.create(ENDPOINT))
                .build()) {
            TableWithoutStream.create(client, table);
        }
        try (LimitRepository repository = DynamoDbRepository.builder(table)
                .region("us-east-1")
                .endpoint(URI.create(ENDPOINT))
                .credentials("local", "local")
                .callTimeout(Duration.ofSeconds(60))
                .settings(settings -> settings.deadline(Duration.ofSeconds(120)))
                .open()) {
            repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));
            for (int i = 0; i < ON_A_TABLE; i += 500) {
                List<CompletableFuture<Lease>> leases = new ArrayList<>();
                for (int j = i; j < i + 500; j++) {
                    leases.add(repository
                            .asyncRateLimiter()
                            .acquire(AcquireRequest.entity("key-" + j)
                                    .resource("gpt-4")
                                    .take("rpm", 1)
                                    .build()));
                }
                leases.forEach(lease -> lease.join().keep());
            }
        }
        List<String> store = List.of("--name", table, "--region", "us-east-1", "--endpoint-url", ENDPOINT);
        list("resource buckets on dynoxide", ON_A_TABLE, store, "resource", "buckets", "gpt-4");
        // The buckets, the limits of the resource, the register that lists it, and the record of that change.
        purge("purge on dynoxide", store, ON_A_TABLE + 3);
    }

    private static String[] with(List<String> store, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(store);
        return all.toArray(String[]::new);
    }

    private static void list(String what, int rows, List<String> store, String... args) {
        long opening = System.nanoTime();
        assertThat(CommandRun.of(with(store, "namespace", "show", "default")).exitCode())
                .isZero();
        System.out.printf("%s: opening and one read: %.2f s%n", what, (System.nanoTime() - opening) / 1e9);
        Rows shown = new Rows();
        CommandRun run = CommandRun.into(shown, Terminal.plain(80, StandardCharsets.UTF_8), with(store, args));
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(shown.lines).isEqualTo(rows + 1);
        System.out.println(shown.told(what));
        assertThat(shown.mostHeap - shown.firstHeap).isLessThan(SOME_HEAP);
    }

    private static void purge(String what, List<String> store, long items) {
        CommandRun deleted = CommandRun.of(with(store, "namespace", "register", "other"));
        assertThat(deleted.exitCode()).as(deleted.err()).isZero();
        CommandRun shown = CommandRun.of(with(store, "namespace", "show", "default", "--output", "json"));
        String id = String.valueOf(Json.object(shown.out()).get("namespace_id"));
        try (LimitRepository repository = open(store)) {
            Administration.of(repository).namespaces().delete("default");
        }
        long start = System.nanoTime();
        CommandRun purged = CommandRun.of(with(store, "namespace", "purge", id, "--yes", "--output", "json"));
        double seconds = (System.nanoTime() - start) / 1e9;
        assertThat(purged.exitCode()).as(purged.err()).isZero();
        assertThat(Json.object(purged.out())).containsEntry("items_deleted", items);
        List<String> progress = purged.err().lines().toList();
        System.out.printf(
                "%s: %,d items in %.1f s, %,.0f a second, start and opening included; progress: %s%n",
                what, items, seconds, items / seconds, progress);
        assertThat(progress).isNotEmpty().allMatch(line -> line.contains(" items deleted"));
    }

    private static LimitRepository open(List<String> store) {
        if (store.contains("--embedded")) {
            return EmbeddedRepository.file(Path.of(store.get(1)));
        }
        return DynamoDbRepository.builder(store.get(1))
                .region("us-east-1")
                .endpoint(URI.create(ENDPOINT))
                .credentials("local", "local")
                .connect();
    }

    /** Counts lines, and looks at the clock and the heap now and then. */
    private static final class Rows extends Writer {

        private final long start = System.nanoTime();
        private long lines;
        private long firstNanos;
        private long firstHeap;
        private long mostHeap;
        private long looks;

        @Override
        public void write(char[] text, int offset, int length) {
            for (int i = offset; i < offset + length; i++) {
                lines += text[i] == '\n' ? 1 : 0;
            }
            if (lines > 1 && firstNanos == 0) {
                firstNanos = System.nanoTime() - start;
                firstHeap = heap();
            }
            if (lines / 5_000 > looks) {
                looks = lines / 5_000;
                mostHeap = Math.max(mostHeap, heap());
            }
        }

        @SuppressWarnings("SystemGc")
        private static long heap() {
            System.gc();
            return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        }

        String told(String what) {
            return String.format(
                    "%s: first row after %.2f s, %,d rows after %.2f s, heap %+,d KB from first to last, looks at it included",
                    what,
                    firstNanos / 1e9,
                    lines - 1,
                    (System.nanoTime() - start) / 1e9,
                    (mostHeap - firstHeap) / 1024);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}

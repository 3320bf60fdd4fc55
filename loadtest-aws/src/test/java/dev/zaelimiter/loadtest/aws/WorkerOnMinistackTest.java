package dev.zaelimiter.loadtest.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** A worker of the cloud on this machine, with the bucket of the emulator that {@code bin/backends} starts. */
@Tag("extended")
@Tag("back-end")
class WorkerOnMinistackTest {

    private static final URI ENDPOINT = URI.create(System.getProperty(
            "zae.ministack", System.getenv().getOrDefault("ZAE_MINISTACK", "http://127.0.0.1:4566")));

    private final String bucket = "loadtest-" + UUID.randomUUID();
    private final S3Client s3 = S3Client.builder()
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .region(Region.US_EAST_1)
            .endpointOverride(ENDPOINT)
            .forcePathStyle(true)
            .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
            .build();

    @TempDir
    private Path folder;

    @BeforeEach
    void make() {
        s3.createBucket(create -> create.bucket(bucket));
    }

    @AfterEach
    void clear() {
        keys().forEach(key -> s3.deleteObject(delete -> delete.bucket(bucket).key(key)));
        s3.deleteBucket(delete -> delete.bucket(bucket));
        s3.close();
    }

    private List<String> keys() {
        return s3.listObjectsV2(list -> list.bucket(bucket)).contents().stream()
                .map(S3Object::key)
                .toList();
    }

    private void put(String key, String text) {
        s3.putObject(put -> put.bucket(bucket).key(key), RequestBody.fromString(text));
    }

    private String text(String key) {
        return s3.getObjectAsBytes(get -> get.bucket(bucket).key(key)).asUtf8String();
    }

    private long startAt;

    private void plan(long millis, String scenario) {
        put("runs/first/run.json", """
                {"format":1,"name":"first","start_at_ms":%d,"workers":1,"store":{"kind":"memory"},"namespace":"loadtest-first",
                 "scenarios":[{"name":"%s","weight":1}],"stages":[{"users":2,"per_second":50,"millis":%d}],
                 "entities":10,"limits":[],"speed":1,"seed":1,"code":[]}
                """.formatted(startAt, scenario, millis));
    }

    private void awaitKey(String key) {
        for (int i = 0; i < 240 && !keys().contains(key); i++) {
            new CompletableFuture<Void>()
                    .completeOnTimeout(null, 250, TimeUnit.MILLISECONDS)
                    .join();
        }
        assertThat(keys()).contains(key);
    }

    private WorkerProcess worker() {
        return new WorkerProcess(new RunObjects(s3, bucket, "first"), folder, 0, System.getProperty("java.class.path"));
    }

    @Test
    void worker_fetchesItsPlan_andItsResultsAreInTheBucket() throws IOException {
        plan(2_000, "highest-rate");

        assertThat(worker().run()).isZero();

        assertThat(keys())
                .contains(
                        "runs/first/worker-0/counts.jsonl",
                        "runs/first/worker-0/latency.hlog",
                        "runs/first/worker-0/worker.json");
        assertThat(text("runs/first/worker-0/worker.json")).contains("\"finished\"");
        assertThat(text("runs/first/worker-0/counts.jsonl")).contains("\"admitted\"");
    }

    @Test
    void worker_thatIsToWait_saysThatItIsReady_andBeginsWhenTold() throws Exception {
        startAt = -1;
        plan(1_000, "highest-rate");
        WorkerProcess worker = worker();
        CompletableFuture<Integer> exitCode = CompletableFuture.supplyAsync(() -> {
            try {
                return worker.run();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        awaitKey("runs/first/worker-0/ready");
        assertThat(exitCode).isNotDone();

        put("runs/first/start", System.currentTimeMillis() + "\n");

        assertThat(exitCode.get(1, TimeUnit.MINUTES)).isZero();
        assertThat(text("runs/first/worker-0/worker.json")).contains("\"finished\"");
    }

    /** As when whoever started the run presses Ctrl-C: what was measured until then counts. */
    @Test
    void worker_thatIsToldToStop_writesWhatItHas() throws Exception {
        plan(600_000, "highest-rate");
        WorkerProcess worker = worker();
        CompletableFuture<Integer> exitCode = CompletableFuture.supplyAsync(() -> {
            try {
                return worker.run();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        // Before it has begun, there is nothing to write.
        awaitKey("runs/first/worker-0/counts.jsonl");
        put("runs/first/stop", "stop\n");
        int unused = exitCode.get(2, TimeUnit.MINUTES);
        assertThat(text("runs/first/worker-0/worker.json")).contains("\"stopped\"");
    }

    @Test
    void worker_whosePlanIsMissingOrWrong_saysSoByItsExitCode() throws IOException {
        assertThat(worker().run()).isEqualTo(2);
        put("runs/first/run.json", "{}");
        assertThat(new WorkerProcess(
                                new RunObjects(s3, bucket, "first"),
                                folder.resolve("other").toFile().mkdir() ? folder.resolve("other") : folder,
                                0,
                                "")
                        .run())
                .isEqualTo(2);
    }

    @Test
    void jarThatIsAnother_isNotTaken() {
        String hash = "0".repeat(64);
        put("jars/" + hash + ".jar", "another");
        assertThatThrownBy(() -> new RunObjects(s3, bucket, "first").fetchJar(hash, folder.resolve("x.jar")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not the one that was pushed");
        assertThat(folder.resolve("x.jar")).doesNotExist();
    }

    private FunctionWorker function(Path disk) {
        return new FunctionWorker(
                Map.of("LAMBDA_TASK_ROOT", System.getProperty("java.class.path")),
                disk,
                run -> new RunObjects(s3, bucket, run));
    }

    private static String call(FunctionWorker function, String event) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        function.work(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), answer);
        return answer.toString(StandardCharsets.UTF_8);
    }

    /** Jars and results of each run stayed on the function's disk, until it was full. */
    @Test
    void functionThatIsCalledAgain_holdsNothingOfTheFirstRun() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        Files.writeString(
                Files.createDirectory(disk.resolve("zae-limiter-run-cut-off")).resolve("run.json"), "{}");
        Path other = Files.writeString(disk.resolve("of-somebody-else"), "x");
        byte[] jar = "a jar".getBytes(StandardCharsets.UTF_8);
        String hash =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(jar));
        put("jars/" + hash + ".jar", "a jar");
        plan(1_000, "highest-rate");
        FunctionWorker function = function(disk);

        assertThat(call(function, "{\"run\":\"first\",\"worker\":0,\"jars\":\"program " + hash + "\"}"))
                .isEqualTo("{\"exit_code\":0}");
        assertThat(disk).isDirectoryContaining(path -> path.equals(other)).isDirectoryNotContaining("glob:**run*");
        String first = text("runs/first/worker-0/worker.json");

        put(
                "runs/second/run.json",
                text("runs/first/run.json").replace("\"first\"", "\"second\"").replace("highest-rate", "many"));
        assertThat(call(function, "{\"run\":\"second\",\"worker\":0,\"jars\":\"program\"}"))
                .isEqualTo("{\"exit_code\":0}");

        assertThat(disk).isDirectoryNotContaining("glob:**run*");
        assertThat(text("runs/first/worker-0/worker.json")).isEqualTo(first);
        assertThat(text("runs/second/worker-0/buckets.jsonl"))
                .contains("load-many")
                .doesNotContain("load-highest-rate");
    }

    @Test
    void functionWhoseCallFails_leavesNothingEither() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        String event = "{\"run\":\"first\",\"worker\":0,\"jars\":\"program " + "0".repeat(64) + "\"}";

        assertThatThrownBy(() -> call(function(disk), event)).isInstanceOf(Exception.class);

        assertThat(disk).isEmptyDirectory();
    }

    @Test
    void eventOfSomethingElse_isRefused() {
        for (String event : List.of(
                "[]",
                "{}",
                "{\"run\":\"../x\",\"worker\":1}",
                "{\"run\":\"a\",\"worker\":[1]}",
                "{\"run\":\"a\",\"worker\":1,\"jars\":\"program ../x\"}")) {
            assertThatThrownBy(() -> call(function(folder), event))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("not a call of a load test");
        }
    }
}

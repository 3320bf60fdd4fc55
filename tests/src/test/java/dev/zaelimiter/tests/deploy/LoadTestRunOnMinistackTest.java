package dev.zaelimiter.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.zaelimiter.tests.backends.Backend;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ecs.EcsClient;
import software.amazon.awssdk.services.ecs.model.Task;

/**
 * A run in an account, on the emulator of AWS: stack, bucket, table and tasks are its own. It only notes tasks without
 * a Docker engine, so each is played here by a process that runs what the task would, with the environment that the
 * task was given.
 */
@Tag("extended")
@Tag("back-end")
class LoadTestRunOnMinistackTest {

    private static final int WORKERS = 3;
    private static final Duration LONGEST = Duration.ofMinutes(4);

    private final ObjectMapper json = new ObjectMapper();
    private final String name = "run-" + UUID.randomUUID().toString().substring(0, 8);
    private final List<Process> processes = new ArrayList<>();
    private final EcsClient ecs = EcsClient.builder()
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .region(Region.US_EAST_1)
            .endpointOverride(Backend.MINISTACK.endpoint())
            .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
            .build();

    @TempDir
    private Path folder;

    @AfterEach
    void clear() {
        processes.forEach(Process::destroyForcibly);
        ecs.close();
        Cloud.run("loadtest", "delete", "-n", name, "--yes", "-q");
        Cloud.run("delete", "-n", name, "--yes", "-q");
    }

    /** It only has to look like the program: tasks are played from this machine's class path. */
    private String program() throws IOException {
        Path jar = folder.resolve("some.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("dev/zaelimiter/loadtest/aws/CloudWorker.class"));
            zip.write("x".getBytes(StandardCharsets.UTF_8));
        }
        return jar.toString();
    }

    private List<Task> tasks(String cluster) {
        List<String> arns = ecs.listTasks(list -> list.cluster(cluster)).taskArns();
        return arns.isEmpty()
                ? List.of()
                : ecs.describeTasks(ask -> ask.cluster(cluster).tasks(arns)).tasks();
    }

    private Process play(Task task, String bucket) throws IOException {
        Map<String, String> told = new HashMap<>();
        task.overrides().containerOverrides().get(0).environment().forEach(each -> told.put(each.name(), each.value()));
        assertThat(told.get("ZAEL_LOADTEST_JARS")).hasSize(64);
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.zaelimiter.loadtest.aws.CloudWorker")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("worker-" + told.get("ZAEL_LOADTEST_WORKER") + ".txt")
                        .toFile());
        builder.environment().putAll(told);
        builder.environment()
                .putAll(Map.of(
                        "AWS_ENDPOINT_URL", Backend.MINISTACK.endpoint().toString(),
                        "AWS_REGION", "us-east-1",
                        "AWS_ACCESS_KEY_ID", "local",
                        "AWS_SECRET_ACCESS_KEY", "local",
                        "ZAEL_LOADTEST_BUCKET", bucket));
        return builder.start();
    }

    /** Plays each task that is asked for, and ends it when its process has ended. */
    private void playAll(String cluster, String bucket, int dies) {
        Map<String, Process> played = new HashMap<>();
        long end = System.nanoTime() + LONGEST.toNanos();
        try {
            int ended = 0;
            while (ended < WORKERS && System.nanoTime() < end) {
                for (Task task : tasks(cluster)) {
                    if (!played.containsKey(task.taskArn())) {
                        Process process = play(task, bucket);
                        processes.add(process);
                        played.put(task.taskArn(), process);
                        if (played.size() == dies) {
                            process.destroyForcibly();
                        }
                    } else if (!played.get(task.taskArn()).isAlive()) {
                        ecs.stopTask(stop -> stop.cluster(cluster).task(task.taskArn()));
                        ended++;
                    }
                }
                new CompletableFuture<Void>()
                        .completeOnTimeout(null, 500, TimeUnit.MILLISECONDS)
                        .join();
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void run_onTasks_isReportedAsOneFromHere_andAWorkerThatDiesIsTold() throws Exception {
        assertThat(Cloud.run("deploy", "-n", name, "--no-aggregator", "-q").exitCode())
                .isZero();
        Cloud.Ran made = Cloud.run("loadtest", "deploy", "-n", name, "-q", "--output", "json");
        assertThat(made.exitCode()).as(made.err()).isZero();
        String bucket = json.readTree(made.out()).path("bucket").asText();
        String cluster = ecs.listClusters(list -> list.maxResults(100)).clusterArns().stream()
                .filter(each -> each.contains(name))
                .findFirst()
                .orElseThrow();
        assertThat(Cloud.run("loadtest", "push", "-n", name, "-q", "--program", program())
                        .exitCode())
                .isZero();
        CompletableFuture<Void> playing = CompletableFuture.runAsync(() -> playAll(cluster, bucket, 2));

        Cloud.Ran ran = Cloud.run(
                "loadtest",
                "run",
                "-n",
                name,
                "--on",
                "fargate",
                "--workers",
                String.valueOf(WORKERS),
                "--users",
                "6",
                "--rate",
                "30",
                "--duration",
                "4",
                "--limit",
                "rpm=100000/min",
                "--out",
                folder.resolve("first-run").toString(),
                "--output",
                "json");

        assertThat(ran.exitCode()).as(ran.err() + ran.out()).isZero();
        playing.get(1, TimeUnit.MINUTES);
        assertThat(ran.err())
                .contains(
                        "Starting 3 workers of run first-run",
                        "2 workers begin",
                        "This costs about $",
                        "has not said how it ended",
                        "Workers have cost about $");
        JsonNode report =
                json.readTree(folder.resolve("first-run").resolve("report.json").toFile());
        assertThat(report.path("workers")).hasSizeGreaterThanOrEqualTo(2);
        // Two of three workers, each with a third of 30 a second for four seconds.
        assertThat(report.path("admitted").asLong()).isBetween(60L, 90L);
        assertThat(report.path("buckets").path(0).path("consumed").asLong())
                .isEqualTo(report.path("admitted").asLong());
        Cloud.Ran again = Cloud.run("loadtest", "ui", "first-run", "-n", name, "--port", "0", "--for", "0");
        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(again.out()).contains("http://127.0.0.1:");
        assertThat(Cloud.run("loadtest", "ui", "other", "-n", name, "--port", "0", "--for", "0")
                        .err())
                .contains("there is no run other", "first-run");
    }
}

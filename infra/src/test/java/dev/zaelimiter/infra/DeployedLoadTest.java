package dev.zaelimiter.infra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;

/** A load test whose stack is made, and whose tasks are played. */
abstract class DeployedLoadTest extends CloudTest {

    static final String BUCKET = "my-app-loadtest-bucket";
    static final String WORKER = "dev/zaelimiter/loadtest/aws/CloudWorker.class";

    final AtomicInteger looks = new AtomicInteger();
    PushedJar program;
    Path results;

    @BeforeEach
    void deployed() throws IOException {
        cloud.tables.put(NAME, false);
        loadTest().deploy(LoadTestOptions.USUAL, false);
        program = PushedJar.of(Jars.jar(folder.resolve("some.jar"), "one", WORKER));
        results = Files.createDirectory(folder.resolve("run"));
        Files.writeString(results.resolve("run.json"), "{\"format\":1}");
    }

    LoadTestRun run(int workers) {
        return new LoadTestRun("first", results, workers, false, Duration.ofMinutes(5), false);
    }

    LoadTestOutcome done(LoadTestRun run) {
        return loadTest().run(run, () -> false);
    }

    /** What a worker writes at its end. */
    void writes(int worker) {
        cloud.buckets.put(BUCKET, "runs/first/worker-" + worker + "/counts.jsonl", "{}\n");
        cloud.buckets.put(BUCKET, "runs/first/worker-" + worker + "/worker.json", "{}");
    }

    /** Each task ends well with the second look. */
    void endAll() {
        cloud.tasks.looked = () -> {
            if (looks.incrementAndGet() == 2) {
                cloud.tasks.byArn.values().forEach(task -> {
                    writes(task.worker);
                    task.exitCode = 0;
                });
            }
        };
    }
}

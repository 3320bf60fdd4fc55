package dev.zaelimiter.loadtest.aws;

import dev.zaelimiter.dashboard.LivePage;
import dev.zaelimiter.loadtest.internal.report.LiveReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The page of a run as a task, on the task's own machine alone: whoever has a tunnel and the key sees it. */
public final class CloudPage {

    private static final int PORT = 8421;
    private static final Duration EVERY = Duration.ofSeconds(2);

    /** Who forgets it pays for no more. */
    private static final Duration LONGEST = Duration.ofHours(4);

    private CloudPage() {}

    /**
     * Serves it until the task is stopped, for four hours at most.
     *
     * @param args none
     * @throws IOException if there is no place for files
     */
    public static void main(String[] args) throws IOException {
        Map<String, String> environment = System.getenv();
        String run = environment.getOrDefault("ZAEL_LOADTEST_RUN", "");
        Path folder = Files.createTempDirectory("run");
        LiveReport report = new LiveReport(folder);
        try (RunObjects objects = RunObjects.of(environment.getOrDefault(CloudWorker.BUCKET, ""), run);
                LivePage page = LivePage.start(
                        run,
                        PORT,
                        EVERY,
                        () -> report(objects, folder, report),
                        environment.getOrDefault("ZAEL_LOADTEST_KEY", ""))) {
            System.err.println("the page is served on port " + page.address().getPort() + " of this task alone");
            boolean unused = new CountDownLatch(1).await(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static String report(RunObjects objects, Path folder, LiveReport report) {
        try {
            if (!Files.exists(folder.resolve("run.json"))) {
                objects.fetchPlan(folder);
            }
            objects.fetchResults(folder);
            return report.text();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.zaelimiter.tests.backends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.cli.ZaeLimiter;
import dev.zaelimiter.loadtest.internal.local.LocalRun;
import dev.zaelimiter.loadtest.internal.local.Preparation;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.plan.Stage;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import dev.zaelimiter.loadtest.internal.report.Report;
import dev.zaelimiter.loadtest.internal.report.RunFolder;
import dev.zaelimiter.loadtest.internal.worker.Outcome;
import dev.zaelimiter.loadtest.internal.worker.Worker;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Three workers as processes on one table: what they counted adds up, and is what the table says was consumed. */
@Tag("extended")
@Tag("back-end")
class LoadTestOnATableTest {

    private static final List<String> PROPERTIES = List.of("aws.accessKeyId", "aws.secretAccessKey");
    private static final Pattern ADMITTED = Pattern.compile("\"admitted\":(\\d+)");

    @TempDir
    private Path directory;

    private final String table = Backend.newTable();

    @BeforeAll
    static void haveCredentials() {
        PROPERTIES.forEach(name -> System.setProperty(name, "local"));
    }

    @AfterAll
    static void forgetThem() {
        PROPERTIES.forEach(System::clearProperty);
    }

    private static long admittedByItsLines(Path counts) throws Exception {
        long sum = 0;
        for (Matcher each = ADMITTED.matcher(Files.readString(counts)); each.find(); ) {
            sum += Long.parseLong(each.group(1));
        }
        return sum;
    }

    private static boolean hasTaken(Path counts) {
        try {
            return Files.exists(counts) && admittedByItsLines(counts) > 0;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private LimitRepository repository() {
        return Backend.builder(table, Backend.DYNOXIDE.endpoint())
                .settings(settings -> settings.namespace("loadtest"))
                .open();
    }

    private long consumed(String... resources) {
        try (LimitRepository repository = repository()) {
            long sum = 0;
            for (String resource : resources) {
                sum += Administration.of(repository)
                        .buckets()
                        .onResource(resource)
                        .flatMap(bucket -> bucket.limits().stream())
                        .mapToLong(limit -> limit.consumed())
                        .sum();
            }
            return sum;
        }
    }

    private static ProcessHandle process(Path file) {
        try {
            return ProcessHandle.of(Long.parseLong(Files.readString(file))).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void run_byThreeWorkers_addsUpToWhatTheTableConsumed() throws Exception {
        Path run = directory.resolve("run");
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();

        int exitCode = new CommandLine(new ZaeLimiter())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(
                        "loadtest",
                        "run",
                        "--name",
                        table,
                        "--region",
                        "us-east-1",
                        "--endpoint-url",
                        Backend.DYNOXIDE.endpoint().toString(),
                        "--create",
                        "--workers",
                        "3",
                        "--users",
                        "12",
                        "--duration",
                        "5",
                        "--rate",
                        "100",
                        "--deadline",
                        "30000",
                        "--scenario",
                        "many=2",
                        "--scenario",
                        "highest-rate=1",
                        "--entities",
                        "20",
                        "--limit",
                        "rpm=5/min",
                        "--out",
                        run.toString(),
                        "--output",
                        "json");

        assertThat(exitCode).as(err.toString()).isZero();
        Report report = Report.of(RunFolder.read(run));
        assertThat(report.workers()).hasSize(3).allMatch(worker -> worker.end().equals("finished"));
        assertThat(report.workers()).allMatch(worker -> worker.counts().of(Outcome.ADMITTED) > 0);
        assertThat(report.counts().of(Outcome.FAILED))
                .as(report.notes().toString())
                .isZero();
        assertThat(report.counts().of(Outcome.DEGRADED)).isZero();
        assertThat(report.counts().of(Outcome.REFUSED)).isPositive();
        long byLines = 0;
        for (int i = 0; i < 3; i++) {
            byLines += admittedByItsLines(run.resolve("worker-" + i + "/counts.jsonl"));
        }
        assertThat(report.counts().of(Outcome.ADMITTED)).isEqualTo(byLines);
        assertThat(report.latency(Outcome.ADMITTED).count()).isEqualTo(byLines);
        assertThat(consumed("load-many", "load-highest-rate"))
                .as("what the table says was consumed")
                .isEqualTo(byLines);
        assertThat(report.buckets()).allMatch(bucket -> bucket.consumed() == bucket.taken() && bucket.excess() == 0);
        assertThat(report.cost().unitsPerAdmitted()).isPositive();
        assertThat(run.resolve("report.html")).exists();
    }

    @Test
    void run_inWhichAWorkerDies_countsTheOthersAndTellsIt() throws Exception {
        Path run = directory.resolve("run");
        String endpoint = Backend.DYNOXIDE.endpoint().toString();
        RunPlan plan = new RunPlan(
                        "dying",
                        0,
                        3,
                        new StorePlace.Table(table, "us-east-1", endpoint, null),
                        "loadtest",
                        List.of(new RunPlan.Part("many", 1)),
                        List.of(new Stage(6, 0, 5000)),
                        20,
                        List.of(),
                        1,
                        7,
                        List.of(),
                        30_000)
                .startingAt(RunPlan.WHEN_TOLD);
        try (LimitRepository repository = repository()) {
            plan.write(run);
            Preparation.before(repository, plan, run);
        }
        List<ProcessHandle> killed = new ArrayList<>();

        boolean stopped = new LocalRun(run, plan)
                .play(
                        time -> {
                            try {
                                TimeUnit.NANOSECONDS.sleep(time.toNanos());
                            } catch (InterruptedException e) {
                                return true;
                            }
                            return false;
                        },
                        progress -> {
                            if (killed.isEmpty() && hasTaken(run.resolve("worker-1/counts.jsonl"))) {
                                killed.add(process(run.resolve("worker-1").resolve(Worker.READY)));
                                killed.get(0).destroyForcibly();
                            }
                        });
        try (LimitRepository repository = repository()) {
            Preparation.after(repository, run);
        }

        Report report = Report.of(RunFolder.read(run));
        assertThat(stopped).isFalse();
        assertThat(killed).hasSize(1);
        assertThat(report.workers())
                .extracting(worker -> worker.end())
                .containsExactly("finished", "unknown", "finished");
        assertThat(report.notes()).anyMatch(note -> note.startsWith("worker 1 has not said how it ended"));
        assertThat(report.counts().of(Outcome.ADMITTED)).isPositive();
        assertThat(report.overAdmitted()).isFalse();
        long taken =
                report.buckets().stream().mapToLong(bucket -> bucket.taken()).sum();
        assertThat(report.buckets().stream()
                        .mapToLong(bucket -> bucket.consumed())
                        .sum())
                .as("what the dead worker took, nobody has written down")
                .isGreaterThan(taken);
    }
}

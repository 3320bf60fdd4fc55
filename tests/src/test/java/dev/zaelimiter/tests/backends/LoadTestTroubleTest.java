package dev.zaelimiter.tests.backends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Environment;
import dev.zaelimiter.LimitRepository;
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
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Load on a table that may not be written, and by workers whose clocks are apart. */
@Tag("extended")
@Tag("back-end")
class LoadTestTroubleTest {

    private static final List<String> PROPERTIES = List.of("aws.accessKeyId", "aws.secretAccessKey");

    @TempDir
    private Path directory;

    private final String table = Backend.newTable();
    private final FaultPlan faults = new FaultPlan(1);

    @BeforeAll
    static void haveCredentials() {
        PROPERTIES.forEach(name -> System.setProperty(name, "local"));
    }

    @AfterAll
    static void forgetThem() {
        PROPERTIES.forEach(System::clearProperty);
    }

    @BeforeEach
    void makeTable() {
        repository().close();
    }

    private LimitRepository repository() {
        return Backend.builder(table, Backend.DYNOXIDE.endpoint())
                .callTimeout(Duration.ofSeconds(20))
                .settings(settings -> settings.namespace("loadtest").deadline(Duration.ofSeconds(60)))
                .open();
    }

    private RunPlan plan(URI endpoint, int workers, Stage stage) {
        return new RunPlan(
                "trouble",
                0,
                workers,
                new StorePlace.Table(table, "us-east-1", endpoint.toString(), null),
                "loadtest",
                List.of(new RunPlan.Part("many", 1)),
                List.of(stage),
                20,
                List.of(),
                1,
                7,
                List.of(),
                10_000);
    }

    private Path prepared(RunPlan plan) throws Exception {
        Path run = directory.resolve("run");
        plan.write(run);
        try (LimitRepository repository = repository()) {
            Preparation.before(repository, plan, run);
        }
        return run;
    }

    @Test
    void run_onATableThatMayNotBeWritten_saysSoAndLeavesNothing() throws Exception {
        StringWriter err = new StringWriter();
        int exitCode;
        try (FaultProxy proxy = new FaultProxy(Backend.DYNOXIDE.endpoint(), faults, Duration.ofSeconds(1))) {
            faults.denyWrites(true);
            exitCode = new CommandLine(new ZaeLimiter())
                    .setOut(new PrintWriter(new StringWriter()))
                    .setErr(new PrintWriter(err))
                    .execute(
                            "loadtest",
                            "run",
                            "--name",
                            table,
                            "--region",
                            "us-east-1",
                            "--endpoint-url",
                            proxy.endpoint().toString(),
                            "--out",
                            directory.resolve("run").toString());
        }

        assertThat(exitCode).as(err.toString()).isIn(1, 2);
        assertThat(err.toString()).contains("AccessDeniedException").doesNotContain("\tat ");
        assertThat(directory.resolve("run")).doesNotExist();
    }

    /** A role that is changed in the middle: what was before counts, and what fails says why. */
    @Test
    void run_whoseWorkersLoseTheRightToWrite_isReportedWithTheReason() throws Exception {
        try (FaultProxy proxy = new FaultProxy(Backend.DYNOXIDE.endpoint(), faults, Duration.ofSeconds(1))) {
            RunPlan plan = plan(proxy.endpoint(), 2, new Stage(4, 40, 5000)).startingAt(RunPlan.WHEN_TOLD);
            Path run = prepared(plan);

            boolean stopped = new LocalRun(run, plan)
                    .play(
                            time -> Environment.system().await(new CompletableFuture<>(), time.toNanos()),
                            progress -> faults.denyWrites(progress.counts().of(Outcome.ADMITTED) > 0));

            try (LimitRepository repository = repository()) {
                Preparation.after(repository, run);
            }
            assertThat(stopped).isFalse();
            Report report = Report.of(RunFolder.read(run));
            assertThat(report.counts().of(Outcome.ADMITTED)).isPositive();
            assertThat(report.counts().of(Outcome.FAILED)).isPositive();
            assertThat(report.counts().of(Outcome.DEGRADED))
                    .as("who may not is not let through")
                    .isZero();
            // Each entity's was a reason of its own, and of those in fiftieth place nobody heard.
            assertThat(report.notes())
                    .as("both workers had one reason")
                    .filteredOn(note -> note.contains(" times: no decision"))
                    .singleElement()
                    .asString()
                    .contains("AccessDeniedException")
                    .doesNotContain("load-many");
            assertThat(report.workers())
                    .allMatch(worker -> worker.end().equals("finished"))
                    .allMatch(worker -> worker.counts().of(Outcome.FAILED) > 0);
            assertThat(report.buckets())
                    .isNotEmpty()
                    .allMatch(bucket -> bucket.consumed() == bucket.taken() && bucket.excess() == 0);
        }
    }

    /** Two hosts, one of them seven seconds ahead: their seconds stand side by side, and no token is lost or made. */
    @Test
    void run_byWorkersWhoseClocksAreApart_isOneRun() throws Exception {
        RunPlan plan = plan(Backend.DYNOXIDE.endpoint(), 2, new Stage(4, 60, 4000));
        Path run = prepared(plan);
        Environment ahead = new SkewedEnvironment(Duration.ofSeconds(7));

        CompletableFuture<Integer> other = CompletableFuture.supplyAsync(() -> Worker.play(run, 1, ahead));
        assertThat(Worker.play(run, 0)).isZero();
        assertThat(other.get(1, TimeUnit.MINUTES)).isZero();
        try (LimitRepository repository = repository()) {
            Preparation.after(repository, run);
        }

        Report report = Report.of(RunFolder.read(run));
        long apart = report.workers().get(0).clockOffsetMillis()
                - report.workers().get(1).clockOffsetMillis();
        assertThat(apart).as("what their clocks differ by").isBetween(5_500L, 8_500L);
        assertThat(report.notes()).anyMatch(note -> note.startsWith("the clock of worker 1 was "));
        assertThat(report.seconds()).as("four seconds, and not eleven").hasSizeBetween(4, 8);
        assertThat(report.workers()).allMatch(worker -> worker.counts().of(Outcome.ADMITTED) > 0);
        assertThat(report.buckets()).allMatch(bucket -> bucket.consumed() == bucket.taken() && bucket.excess() == 0);
    }
}

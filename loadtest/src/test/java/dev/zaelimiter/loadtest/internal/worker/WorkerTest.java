package dev.zaelimiter.loadtest.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Environment;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.loadtest.internal.local.Preparation;
import dev.zaelimiter.loadtest.internal.plan.Plans;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.plan.Stage;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import dev.zaelimiter.loadtest.internal.plan.WrittenWhole;
import dev.zaelimiter.loadtest.internal.report.Report;
import dev.zaelimiter.loadtest.internal.report.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A worker within this process, for a moment of real time. */
class WorkerTest {

    private static final StorePlace MEMORY = new StorePlace.Memory();

    @TempDir
    private Path run;

    private Report play(RunPlan plan) throws IOException {
        plan.write(run);
        assertThat(Worker.play(run, 0)).isEqualTo(Worker.OK);
        return Report.of(RunFolder.read(run));
    }

    @ParameterizedTest
    @ValueSource(strings = {"highest-rate", "cascade", "many"})
    void play_ofABuiltScenario_isCountedAndTimed(String scenario) throws IOException {
        Report report = play(Plans.of(MEMORY, scenario, new Stage(4, 0, 300)));

        assertThat(report.counts().of(Outcome.ADMITTED))
                .isPositive()
                .isEqualTo(report.counts().all());
        assertThat(report.latency(Outcome.ADMITTED).count())
                .isEqualTo(report.counts().all());
        assertThat(report.notes()).isEmpty();
        assertThat(report.workers().get(0).end()).isEqualTo("finished");
    }

    @Test
    void play_atARate_beginsThatMany() throws IOException {
        Report report = play(Plans.of(MEMORY, "many", new Stage(4, 200, 1000)));

        assertThat(report.counts().all()).isBetween(150L, 201L);
    }

    @Test
    void play_ofACloudOfLeases_endsThemAll() throws IOException {
        Path file = run.resolve("limits.zae");
        RunPlan plan = Plans.of(new StorePlace.StoredFile(file.toString()), "model-calls", new Stage(50, 0, 1200));
        plan.write(run);
        try (LimitRepository repository = EmbeddedRepository.builder(
                        file, dev.zaelimiter.embedded.Durability.PROCESS_CRASH)
                .namespace("loadtest")
                .build()) {
            Preparation.before(repository, plan, run);
        }
        assertThat(Worker.play(run, 0)).isEqualTo(Worker.OK);
        try (LimitRepository repository = EmbeddedRepository.builder(
                        file, dev.zaelimiter.embedded.Durability.PROCESS_CRASH)
                .namespace("loadtest")
                .build()) {
            Preparation.after(repository, run);
        }

        Report report = Report.of(RunFolder.read(run));

        assertThat(report.counts().of(Outcome.ADMITTED)).isPositive();
        assertThat(report.buckets()).hasSizeGreaterThan(2).allSatisfy(bucket -> {
            assertThat(bucket.consumed()).as(bucket.toString()).isEqualTo(bucket.taken());
            assertThat(bucket.excess()).isZero();
        });
        assertThat(report.buckets().stream()
                        .mapToLong(bucket -> bucket.consumed())
                        .sum())
                .isPositive();
    }

    @Test
    void play_ofALimitThatIsExceeded_countsRefusalsApart() throws IOException {
        RunPlan plan = Plans.withLimits(
                Plans.of(MEMORY, "highest-rate", new Stage(2, 0, 300)),
                Limit.custom("rpm", 5, 1, java.time.Duration.ofHours(1)));

        Report report = play(plan);

        assertThat(report.counts().of(Outcome.ADMITTED)).isEqualTo(5);
        assertThat(report.counts().of(Outcome.REFUSED)).isPositive();
        assertThat(report.counts().of(Outcome.FAILED)).isZero();
        assertThat(report.buckets()).singleElement().satisfies(bucket -> {
            assertThat(bucket.consumed()).isEqualTo(5).isEqualTo(bucket.taken());
            assertThat(bucket.excess()).isZero();
        });
    }

    @Test
    void play_inAStorm_refusesAndWaits() throws IOException {
        Report report = play(Plans.of(MEMORY, "storm", new Stage(300, 0, 300)));

        assertThat(report.counts().of(Outcome.ADMITTED)).isPositive();
        assertThat(report.counts().of(Outcome.REFUSED)).isBetween(1L, 600L);
    }

    @Test
    void play_withoutUsers_endsWithoutACount() throws IOException {
        Report report = play(Plans.of(MEMORY, "many", new Stage(0, 0, 100)));

        assertThat(report.counts().all()).isZero();
        assertThat(report.notes()).contains("nobody asked for anything");
    }

    @Test
    void play_inTwoStages_addsUpEach() throws IOException {
        Report report = play(Plans.of(MEMORY, "many", new Stage(1, 50, 1000), new Stage(2, 0, 400)));

        assertThat(report.stages()).hasSize(2);
        assertThat(report.stages().get(1).counts().all())
                .isGreaterThan(report.stages().get(0).counts().all());
    }

    /** One that fails at once was tried a million times a second. */
    @Test
    void play_ofAScenarioThatThrows_countsFailuresAndPauses() throws IOException {
        Report report = play(Plans.of(MEMORY, Overslept.class.getName(), new Stage(1, 0, 300)));

        assertThat(report.counts().of(Outcome.FAILED)).isBetween(1L, 40L);
        assertThat(run.resolve("worker-0/worker.json")).content().contains("overslept");
    }

    /** An error of somebody's code ended the thread, and all other users of it. */
    @Test
    void play_ofAScenarioThatThrowsAnError_goesOn() throws IOException {
        Report report = play(Plans.of(MEMORY, Asserting.class.getName(), new Stage(1, 0, 300)));

        assertThat(report.counts().of(Outcome.FAILED)).isBetween(3L, 40L);
    }

    /** Steps for which no user was ever free were in no figure. */
    @Test
    void play_atARateThatIsNotKept_tellsWhatNeverBegan() throws IOException {
        Report report = play(Plans.of(MEMORY, "model-calls", new Stage(1, 100, 1000)));

        assertThat(report.counts().missed() + report.counts().all()).isBetween(95L, 105L);
        assertThat(report.notes()).anyMatch(note -> note.contains("steps were due and never began"));
    }

    @Test
    void play_atARateBeyondAllMeasure_endsInTime() throws IOException {
        Report report = play(Plans.of(MEMORY, "highest-rate", new Stage(2, 1e9, 500)));

        assertThat(report.counts().all()).isPositive();
        assertThat(report.counts().missed()).isGreaterThan(100_000_000L);
    }

    /** The clock of whoever said when to begin was a minute behind: the whole run was over before it began. */
    @ParameterizedTest
    @ValueSource(longs = {-60_000, 3_600_000})
    void play_toldATimeOfAClockThatIsWrong_beginsWhenItHears(long wrongMillis) throws Exception {
        RunPlan plan = Plans.of(MEMORY, "many", new Stage(2, 100, 500)).startingAt(RunPlan.WHEN_TOLD);
        plan.write(run);
        CompletableFuture<Integer> exitCode = CompletableFuture.supplyAsync(() -> Worker.play(run, 0));
        Environment environment = Environment.system();
        for (int i = 0; i < 600 && !java.nio.file.Files.exists(run.resolve("worker-0/ready")); i++) {
            boolean unused = environment.await(new CompletableFuture<>(), 50_000_000);
        }
        boolean untilItHasLooked = environment.await(new CompletableFuture<>(), 200_000_000);
        assertThat(untilItHasLooked).isFalse();

        WrittenWhole.write(run.resolve(RunPlan.START), Long.toString(environment.wallMillis() + wrongMillis));

        assertThat(exitCode.get(1, TimeUnit.MINUTES)).isZero();
        assertThat(Report.of(RunFolder.read(run)).counts().all()).isBetween(30L, 51L);
    }

    @Test
    void play_ofAnUnknownScenario_isUnusable() throws IOException {
        Plans.of(MEMORY, "mny", new Stage(1, 0, 100)).write(run);

        assertThat(Worker.play(run, 0)).isEqualTo(Worker.UNUSABLE);
        assertThat(run.resolve("worker-0")).doesNotExist();
    }

    @Test
    void play_ofAWorkerThatThePlanLacks_isUnusable() throws IOException {
        Plans.of(MEMORY, "many", new Stage(1, 0, 100)).write(run);

        assertThat(Worker.play(run, 1)).isEqualTo(Worker.UNUSABLE);
        assertThat(Worker.play(run.resolve("nowhere"), 0)).isEqualTo(Worker.UNUSABLE);
    }

    @Test
    void play_onAStoreThatCantBeOpened_failsAndSaysWhy() throws IOException {
        Path folder = run.resolve("a-folder.zae");
        java.nio.file.Files.createDirectory(folder);
        Plans.of(new StorePlace.StoredFile(folder.toString()), "many", new Stage(1, 0, 100))
                .write(run);

        assertThat(Worker.play(run, 0)).isEqualTo(Worker.FAILED);
        Report report = Report.of(RunFolder.read(run));
        assertThat(report.workers().get(0).end()).isEqualTo("failed");
        assertThat(report.notes()).anyMatch(note -> note.contains("worker 0 failed"));
    }
}

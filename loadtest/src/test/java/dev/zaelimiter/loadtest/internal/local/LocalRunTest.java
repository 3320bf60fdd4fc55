package dev.zaelimiter.loadtest.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Environment;
import dev.zaelimiter.loadtest.internal.plan.Plans;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.plan.Stage;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import dev.zaelimiter.loadtest.internal.report.Report;
import dev.zaelimiter.loadtest.internal.report.RunFolder;
import dev.zaelimiter.loadtest.internal.worker.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker as a process of this machine. */
class LocalRunTest {

    @TempDir
    private Path run;

    private static boolean await(Duration time, AtomicBoolean stop) {
        boolean unused = Environment.system().await(new CompletableFuture<>(), time.toNanos());
        return stop.get();
    }

    /** As Ctrl-C does it. */
    @Test
    void options_ofAVariable_areItsWords() {
        assertThat(LocalRun.options(null)).isEmpty();
        assertThat(LocalRun.options(" \t ")).isEmpty();
        assertThat(LocalRun.options(" -Xmx256m  -XX:+UseSerialGC\n")).containsExactly("-Xmx256m", "-XX:+UseSerialGC");
    }

    @Test
    void play_stopped_endsTheWorkerWithAReport() throws IOException {
        RunPlan plan = Plans.of(new StorePlace.Memory(), "many", new Stage(2, 100, 600_000))
                .startingAt(RunPlan.WHEN_TOLD);
        plan.write(run);
        AtomicBoolean stop = new AtomicBoolean();
        LocalRun local = new LocalRun(run, plan);

        boolean stopped = local.play(
                time -> await(time, stop),
                progress -> stop.set(progress.counts().of(Outcome.ADMITTED) > 0));

        assertThat(stopped).isTrue();
        assertThat(local.exitCodes()).containsExactly(0);
        Report report = Report.of(RunFolder.read(run));
        assertThat(report.workers().get(0).end()).isEqualTo("stopped");
        assertThat(report.counts().of(Outcome.ADMITTED)).isPositive();
        assertThat(report.counts().of(Outcome.FAILED)).isZero();
    }

    @Test
    void play_stoppedBeforeItsBeginning_endsAll() throws IOException {
        RunPlan plan = Plans.of(new StorePlace.Memory(), "many", new Stage(2, 100, 600_000))
                .startingAt(RunPlan.WHEN_TOLD);
        plan.write(run);

        assertThat(new LocalRun(run, plan).play(time -> true, progress -> {})).isTrue();

        assertThat(Report.of(RunFolder.read(run)).counts().all()).isZero();
    }

    /** A worker that can't begin was waited for until the end of the run. */
    @Test
    void play_ofAWorkerThatCantBegin_isOverSoon() throws IOException {
        RunPlan plan = Plans.of(new StorePlace.Memory(), "no.Such", new Stage(2, 100, 600_000))
                .startingAt(RunPlan.WHEN_TOLD);
        plan.write(run);
        LocalRun local = new LocalRun(run, plan);

        assertThat(local.play(time -> await(time, new AtomicBoolean()), progress -> {}))
                .isFalse();

        assertThat(local.exitCodes()).containsExactly(2);
        assertThat(run.resolve("worker-0/said.txt")).content().contains("no.Such");
    }
}

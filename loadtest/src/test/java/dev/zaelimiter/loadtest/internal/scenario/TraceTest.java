package dev.zaelimiter.loadtest.internal.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.loadtest.internal.plan.Plans;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.plan.Stage;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import dev.zaelimiter.loadtest.internal.report.Report;
import dev.zaelimiter.loadtest.internal.report.RunFolder;
import dev.zaelimiter.loadtest.internal.worker.Outcome;
import dev.zaelimiter.loadtest.internal.worker.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("same-on-every-jdk")
class TraceTest {

    @TempDir
    private Path run;

    @Test
    void play_ofATrace_sendsEachRequestOnce() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            lines.append(i * 10)
                    .append("\tload-a\tload-gpt-4\trpm=1\ttpm=")
                    .append(100 + i)
                    .append('\n');
        }
        Files.writeString(run.resolve("trace.tsv"), lines);
        Plans.of(new StorePlace.Memory(), "trace", new Stage(3, 0, 2500)).write(run);

        assertThat(Worker.play(run, 0)).isZero();

        RunFolder folder = RunFolder.read(run);
        assertThat(Report.of(folder).counts().all()).isEqualTo(20);
        assertThat(run.resolve("worker-0/buckets.jsonl")).content().contains("\"tpm\",\"admitted\":2190");
    }

    /** Requests that were sent late, for want of a user, were timed as if they had been punctual. */
    @Test
    void play_withTooFewUsers_timesFromWhenARequestWasDue() throws IOException {
        Files.writeString(run.resolve("trace.tsv"), "0\tload-a\tload-slow\trpm=1\n".repeat(3));
        Plans.of(new StorePlace.Memory(), "trace", new Stage(1, 5, 900)).write(run);

        assertThat(Worker.play(run, 0)).isZero();

        Report report = Report.of(RunFolder.read(run));
        assertThat(report.counts().all()).isEqualTo(3);
        assertThat(report.counts().late()).isBetween(2L, 4L);
        assertThat(report.latency(Outcome.ADMITTED).max()).isBetween(300_000L, 900_000L);
    }

    /** Divided by a small factor, the time was beyond what a long holds, and so in the past. */
    @Test
    void play_atASpeedThatIsNearlyNone_waits() throws IOException {
        Files.writeString(run.resolve("trace.tsv"), "0\tload-a\tload-x\trpm=1\n5\tload-a\tload-x\trpm=1\n");
        Plans.withSpeed(Plans.of(new StorePlace.Memory(), "trace", new Stage(2, 0, 300)), 1e-300)
                .write(run);

        assertThat(Worker.play(run, 0)).isZero();

        // What waits when the run ends is not sent before its time either.
        assertThat(Report.of(RunFolder.read(run)).counts().all()).isEqualTo(1);
    }

    @Test
    void read_ofADamagedLine_namesIt() throws IOException {
        Files.writeString(run.resolve("trace.tsv"), "0\tload-a\tload-gpt-4\trpm=1\n5\tload-a\n");
        RunPlan plan = Plans.of(new StorePlace.Memory(), "trace", new Stage(3, 0, 500));

        assertThatThrownBy(() -> Scenarios.of(plan, run, 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("line 2");
    }

    @Test
    void zipf_drawsTheFirstTwiceAsOftenAsTheSecond() {
        Zipf zipf = new Zipf(100);
        java.util.SplittableRandom random = new java.util.SplittableRandom(7);
        int[] drawn = new int[100];
        for (int i = 0; i < 100_000; i++) {
            drawn[zipf.draw(random)]++;
        }

        assertThat((double) drawn[0] / drawn[1]).isBetween(1.9, 2.1);
        assertThat(drawn[99]).isPositive();
        assertThat(new Zipf(1).draw(random)).isZero();
    }
}

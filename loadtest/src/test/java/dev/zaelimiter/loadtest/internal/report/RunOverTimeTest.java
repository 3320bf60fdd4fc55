package dev.zaelimiter.loadtest.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.zaelimiter.loadtest.internal.plan.Fields;
import dev.zaelimiter.loadtest.internal.plan.Plans;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.plan.Stage;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import dev.zaelimiter.loadtest.internal.worker.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The seconds of a run, while it goes on and after, however long it is. */
@Tag("same-on-every-jdk")
class RunOverTimeTest {

    private static final long START = 1_795_956_600_000L;

    @TempDir
    private Path run;

    @BeforeEach
    void writePlan() throws IOException {
        Plans.withWorkers(
                        Plans.of(
                                new StorePlace.Table("limits", null, null, null),
                                "highest-rate",
                                new Stage(4, 0, 600_000)),
                        2)
                .startingAt(START)
                .write(run);
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private WrittenWorker worker(int number) throws IOException {
        return new WrittenWorker(run, number);
    }

    private Report report() {
        return Report.of(RunFolder.read(run));
    }

    /** A run of 1.2 seconds was taken for one of two, and its rate for half of what it was. */
    @Test
    void perSecond_ofARunThatEndsWithinASecond_isOfItsOwnTime() throws IOException {
        worker(0).interval(START + 700, 1000, 100).interval(START + 1700, 200, 20);

        assertThat(report().perSecond()).isCloseTo(100, within(1e-9));
    }

    /** After the last acquire a worker may still wait for a lease to end. */
    @Test
    void perSecond_ofARunThatEndsWithoutAcquires_leavesThatTimeOut() throws IOException {
        worker(0).interval(START, 1000, 100).append("counts.jsonl", WrittenWorker.counts(START + 1000, 15_000, 0, ""));

        assertThat(report().perSecond()).isCloseTo(100, within(1e-9));
    }

    /** An interval that began a millisecond late was added to the next second, and left a gap before it. */
    @Test
    void seconds_ofIntervalsThatBeginAtTheTurnOfASecond_areEachTheNext() throws IOException {
        worker(0)
                .interval(START + 999, 1003, 10)
                .interval(START + 2002, 997, 20)
                .interval(START + 2999, 1001, 30);
        worker(1).interval(START + 1001, 999, 1).interval(START + 2000, 1000, 2).interval(START + 3000, 1000, 3);

        assertThat(report().seconds())
                .extracting(second -> second.counts().of(Outcome.ADMITTED))
                .containsExactly(11L, 22L, 33L);
        assertThat(report().seconds()).extracting(Second::p99).containsExactly(10L, 20L, 30L);
    }

    /** Unpacked, the histograms of ten minutes of ten workers took gigabytes: the report died, and with it the run. */
    @Test
    void of_aLongRun_fitsIntoMemory() throws IOException {
        int intervals = Integer.getInteger("report.seconds", 3_500);
        String times = WrittenWorker.times(START, 10, 20, 30, 40_000).replaceFirst("^Tag=admitted,[^,]+,", "");
        StringBuilder log = new StringBuilder();
        StringBuilder counts = new StringBuilder();
        for (int i = 0; i < intervals; i++) {
            long at = START + i * 1000L;
            log.append("Tag=admitted,").append(at / 1000).append(".000,").append(times);
            counts.append(WrittenWorker.counts(at, 1000, 4, ""));
        }
        worker(0).append("latency.hlog", log.toString()).append("counts.jsonl", counts.toString());

        long before = used();
        RunFolder folder = RunFolder.read(run);
        Report report = Report.of(folder);

        assertThat(used() - before).as("bytes that are kept of it").isLessThan(intervals * 20_000L);
        assertThat(folder.workers()).hasSize(1);
        assertThat(report.seconds()).hasSize(intervals).allMatch(second -> second.p50() == 20);
        assertThat(report.latency(Outcome.ADMITTED).count()).isEqualTo(4L * intervals);
        assertThat(report.latency(Outcome.ADMITTED).p50()).isEqualTo(20);
    }

    @Test
    void live_whileAWorkerWrites_addsUpWhatIsWholeAndComplainsOfNothing() throws IOException {
        LiveReport live = new LiveReport(run);
        assertThat(live.text()).contains("\"admitted\":0,", "\"notes\":[]");

        String second = WrittenWorker.counts(START + 1000, 1000, 7, "");
        String times = WrittenWorker.times(START + 1000, 5, 5, 5, 5, 5, 5, 5);
        WrittenWorker worker = worker(0)
                .interval(START, 1000, 10)
                .append("counts.jsonl", second.substring(0, 30))
                .append("latency.hlog", times.substring(0, 40));
        assertThat(live.text()).contains("\"admitted\":10,", "\"notes\":[]");

        worker.append("counts.jsonl", second.substring(30)).append("latency.hlog", times.substring(40));
        assertThat(live.text()).contains("\"admitted\":17,", "\"count\":17,", "\"measured_ms\":2000", "\"notes\":[]");
        assertThat(live.text()).contains("\"admitted\":17,");
    }

    /** While it ran, each worker was said to have died, or still to run. */
    @Test
    void live_ofAWorkerThatIsSilent_tellsIt() throws IOException {
        LiveReport live = new LiveReport(run);
        WrittenWorker other = worker(0).interval(START, 1000, 10);
        worker(1).interval(START, 1000, 10);
        assertThat(live.text()).contains("\"notes\":[]");

        for (int i = 1; i < 20; i++) {
            other.interval(START + i * 1000L, 1000, 10);
        }

        assertThat(live.text()).contains("nothing has come of worker 1 for 19 s of the others");
    }

    /** Each look at a run of days would have read all of it again. */
    @Test
    void running_readsEachLineOnce() throws IOException {
        RunningCounts running = new RunningCounts(run, RunPlan.read(run));
        WrittenWorker worker = worker(0).interval(START, 1000, 10);
        running.read();
        running.read();
        assertThat(running.counts().of(Outcome.ADMITTED)).isEqualTo(10);

        Path file = run.resolve("worker-0/counts.jsonl");
        Files.writeString(file, "#".repeat((int) Files.size(file) - 1) + "\n");
        worker.append("counts.jsonl", WrittenWorker.counts(START + 1000, 500, 3, ""));
        running.read();

        assertThat(running.counts().of(Outcome.ADMITTED)).isEqualTo(13);
        assertThat(running.seconds()).isEqualTo(2);
    }

    @Test
    void splits_areToldWhenTheyWere() throws IOException {
        worker(0)
                .append("counts.jsonl", WrittenWorker.counts(START, 1000, 5, ""))
                .append("counts.jsonl", WrittenWorker.counts(START + 1000, 1000, 5, ",\"splits\":2,\"merges\":1"));

        Report report = report();

        assertThat(report.seconds())
                .extracting(second -> second.counts().splits())
                .containsExactly(0L, 2L);
        assertThat(report.counts().merges()).isEqualTo(1);
        assertThat(ReportCsv.text(report)).contains(",splits,merges,").contains(",0,0,2,1,");
        assertThat(ReportPage.html(report)).contains("class=\"splits\" d=\"M1.50 0V100\"", "a bucket was divided");
        Fields json = Fields.parse("report", ReportJson.text(report));
        assertThat(json.objects("seconds").get(1).whole("splits", 0, 9)).isEqualTo(2);
    }

    @Test
    void stepsThatNeverBegan_areToldUnlessTheyAreAFew() throws IOException {
        worker(0).append("counts.jsonl", WrittenWorker.counts(START, 1000, 500, ",\"missed\":5"));
        assertThat(report().notes()).noneMatch(note -> note.contains("never began"));

        worker(0).append("counts.jsonl", WrittenWorker.counts(START + 1000, 1000, 500, ",\"missed\":900"));
        assertThat(report().notes()).anyMatch(note -> note.startsWith("905 steps were due and never began"));
    }

    /** Its clock, and not it, was late: all clocks of a machine are the same, and the store's is another. */
    @Test
    void workers_whoseMachineIsBehindTheStore_areNotLate() throws IOException {
        worker(0).interval(START, 1000, 5).ended("finished", START, 9000);
        worker(1).interval(START + 3000, 1000, 5).ended("finished", START + 3000, 9000);

        assertThat(report().notes())
                .anyMatch(note -> note.equals("worker 1 began 3000 ms after the first"))
                .noneMatch(note -> note.contains("worker 0 began"));
    }
}

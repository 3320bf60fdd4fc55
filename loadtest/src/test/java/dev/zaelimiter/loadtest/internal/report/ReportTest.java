package dev.zaelimiter.loadtest.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.loadtest.internal.plan.Plans;
import dev.zaelimiter.loadtest.internal.plan.Stage;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import dev.zaelimiter.loadtest.internal.worker.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders as workers leave them, also those that died. */
class ReportTest {

    private static final long START = 1_795_956_600_000L;
    private static final String TABLE = """
            {"at_ms":%d,"entity":"load-one","resource":"load-highest-rate","limit":"rpm","consumed":%d,"capacity":100,"refill":60,"period_ms":60000,"shards":1}
            """;

    @TempDir
    private Path run;

    private final Histogram all = new Histogram(1, 3_600_000_000L, 3);

    @BeforeEach
    void writePlan() throws IOException {
        Plans.withWorkers(
                        Plans.of(
                                new StorePlace.Table("limits", null, null, null),
                                "highest-rate",
                                new Stage(4, 0, 2000)),
                        2)
                .startingAt(START)
                .write(run);
    }

    /** One worker of two seconds, whose clock is wrong by that much. */
    private void worker(int number, long clockAhead, long seed) throws IOException {
        Path folder = Files.createDirectories(run.resolve("worker-" + number));
        StringBuilder counts = new StringBuilder();
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        Random random = new Random(seed);
        try (PrintStream out = new PrintStream(log, true, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputStartTime(START + clockAhead);
            writer.setBaseTime(START + clockAhead);
            for (int second = 0; second < 2; second++) {
                long at = START + clockAhead + second * 1000L;
                counts.append("{\"at_ms\":")
                        .append(at)
                        .append(
                                ",\"millis\":1000,\"stage\":0,\"admitted\":500,\"refused\":7,\"degraded\":1,\"failed\":2,\"throttled\":3,"
                                        + "\"writes\":50,\"write_units\":100.0,\"late\":0,\"cpu\":0.5}\n");
                Histogram interval = new Histogram(1, 3_600_000_000L, 3);
                for (int i = 0; i < 500; i++) {
                    long value = (long) Math.exp(random.nextGaussian() * 2 + 7);
                    interval.recordValue(value);
                    all.recordValue(value);
                }
                interval.setTag("admitted");
                interval.setStartTimeStamp(at);
                interval.setEndTimeStamp(at + 1000);
                writer.outputIntervalHistogram(at / 1000.0, at / 1000.0 + 1, interval, 1000.0);
            }
        }
        Files.writeString(folder.resolve("counts.jsonl"), counts);
        Files.write(folder.resolve("latency.hlog"), log.toByteArray());
        Files.writeString(
                folder.resolve("buckets.jsonl"),
                "{\"entity\":\"load-one\",\"resource\":\"load-highest-rate\",\"limit\":\"rpm\",\"admitted\":1000,\"taken\":1000,"
                        + "\"settled_up\":0}\n");
        Files.writeString(
                folder.resolve("worker.json"),
                "{\"format\":1,\"worker\":" + number + ",\"started_ms\":" + (START + clockAhead) + ",\"ended_ms\":"
                        + (START + clockAhead + 2000) + ",\"clock_offset_ms\":" + -clockAhead
                        + ",\"clock_bound_ms\":5,\"end\":\"finished\",\"problem\":null}\n");
    }

    private Report report() {
        return Report.of(RunFolder.read(run));
    }

    @Test
    void of_twoWorkers_addsCountsAndMergesPercentilesExactly() throws IOException {
        worker(0, 0, 1);
        worker(1, 0, 2);

        Report report = report();

        assertThat(report.counts().of(Outcome.ADMITTED)).isEqualTo(2000);
        assertThat(report.counts().of(Outcome.REFUSED)).isEqualTo(28);
        assertThat(report.counts().of(Outcome.DEGRADED)).isEqualTo(4);
        assertThat(report.counts().of(Outcome.FAILED)).isEqualTo(8);
        assertThat(report.counts().throttled()).isEqualTo(12);
        assertThat(report.latency(Outcome.ADMITTED)).isEqualTo(Latency.of(all));
        assertThat(report.seconds())
                .hasSize(2)
                .allMatch(second -> second.counts().of(Outcome.ADMITTED) == 1000);
        assertThat(report.cost().unitsPerAdmitted()).isEqualTo(0.2);
        assertThat(report.cost().dollarsPerMillion()).isEqualTo(0.125);
        assertThat(report.notes()).isEmpty();
    }

    @Test
    void of_clocksApart_putsSecondsSideBySideAndTellsIt() throws IOException {
        worker(0, 0, 1);
        worker(1, 7000, 2);

        Report report = report();

        assertThat(report.seconds())
                .hasSize(2)
                .allMatch(second -> second.counts().of(Outcome.ADMITTED) == 1000);
        assertThat(report.notes()).singleElement().asString().contains("worker 1 was 7000 ms ahead of the store's");
    }

    @Test
    void of_aWorkerThatDied_countsWhatItHadAndTellsIt() throws IOException {
        worker(0, 0, 1);
        worker(1, 0, 2);
        Path dead = run.resolve("worker-1");
        Files.delete(dead.resolve("worker.json"));
        Files.delete(dead.resolve("buckets.jsonl"));
        Files.writeString(dead.resolve("counts.jsonl"), "{\"at_ms\":17959566", StandardOpenOption.APPEND);
        Files.writeString(
                dead.resolve("latency.hlog"), "Tag=admitted,2.000,1.000,9,HISTFAAA", StandardOpenOption.APPEND);

        Report report = report();

        assertThat(report.counts().of(Outcome.ADMITTED)).isEqualTo(2000);
        assertThat(report.latency(Outcome.ADMITTED).count()).isEqualTo(2000);
        assertThat(report.notes())
                .anyMatch(note -> note.contains("1 line of worker-1/counts.jsonl left out"))
                .anyMatch(note -> note.contains("1 line of worker-1/latency.hlog left out"))
                .anyMatch(note -> note.contains("worker 1 has not said how it ended"));
    }

    @Test
    void of_aWorkerThatNeverBegan_tellsIt() throws IOException {
        worker(0, 0, 1);

        assertThat(report().notes()).contains("worker 1 has left nothing");
        assertThat(report().counts().of(Outcome.ADMITTED)).isEqualTo(1000);
    }

    @Test
    void of_anEmptyRun_isEmptyAndWritable() {
        Report report = report();

        assertThat(report.counts().all()).isZero();
        assertThat(ReportJson.text(report)).contains("\"admitted\":0");
        assertThat(ReportCsv.text(report)).hasLineCount(1);
    }

    @Test
    void read_ofAFolderOfSomethingElse_isRefused() {
        assertThatThrownBy(() -> RunFolder.read(run.resolve("worker-0"))).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void buckets_withinTheirLimit_haveNoExcess() throws IOException {
        worker(0, 0, 1);
        Files.writeString(run.resolve("before.jsonl"), TABLE.formatted(START - 1000, 50));
        Files.writeString(run.resolve("after.jsonl"), TABLE.formatted(START + 9000, 160));

        assertThat(report().buckets()).singleElement().satisfies(bucket -> {
            assertThat(bucket.consumed()).isEqualTo(110);
            assertThat(bucket.allowed()).isEqualTo(110);
            assertThat(bucket.excess()).isZero();
        });
    }

    @Test
    void buckets_beyondTheirLimit_tellBy() throws IOException {
        worker(0, 0, 1);
        Files.writeString(run.resolve("after.jsonl"), TABLE.formatted(START + 10_000, 114));

        assertThat(report().overAdmitted()).isTrue();
        assertThat(report().buckets())
                .singleElement()
                .satisfies(bucket -> assertThat(bucket.excess()).isEqualTo(4));
    }

    @Test
    void json_holdsWhatIsCounted_andCsvALineForEachSecond() throws IOException {
        worker(0, 0, 1);
        worker(1, 0, 2);

        assertThat(ReportJson.text(report()))
                .contains("\"admitted\":2000", "\"throttled\":12", "\"dollars_per_million\":0.125", "\"p99_9\"");
        assertThat(ReportCsv.text(report()))
                .hasLineCount(3)
                .contains("2026-11-29T12:50:00Z,1000,14,2,4,6,100,200.0,0,");
    }

    @Test
    void comparison_ofARunWithItself_showsNoChange() throws IOException {
        worker(0, 0, 1);

        Comparison comparison = Comparison.of(report(), report());

        assertThat(comparison.differences()).isEmpty();
        assertThat(comparison.rows()).allMatch(row -> Double.isNaN(row.first()) || row.change() == 0);
    }

    /** A run whose buckets nobody had looked at was said to have gone beyond no limit. */
    @Test
    void comparison_ofWhatIsNotKnown_saysNothing() throws IOException {
        worker(0, 0, 1);

        Comparison comparison = Comparison.of(report(), report());

        assertThat(comparison.rows())
                .filteredOn(row -> row.name().equals("tokens beyond a limit"))
                .singleElement()
                .satisfies(row -> assertThat(row.first()).isNaN());
    }

    /** A run in which a worker died was put beside a whole one without a word. */
    @Test
    void comparison_ofARunThatIsNotWhole_tellsIt() throws IOException {
        worker(0, 0, 1);
        Report broken = report();
        worker(1, 0, 2);

        Comparison comparison = Comparison.of(report(), broken);

        String name = broken.plan().name();
        assertThat(comparison.notes()).containsExactly(name + ": worker 1 has left nothing");
        assertThat(ComparisonPage.html(report(), broken)).contains(name + ": worker 1 has left nothing");
    }

    /** What had been asked was told as a map of the plan's fields. */
    @Test
    void comparison_ofOtherLoads_saysSoInWords() throws IOException {
        worker(0, 0, 1);
        Report first = report();
        Plans.of(new StorePlace.Memory(), "storm", new Stage(1, 20, 2500)).write(run);

        assertThat(Comparison.of(first, report()).differences())
                .contains(
                        "store: table limits, and memory",
                        "workers: 2, and 1",
                        "scenarios: highest-rate, and storm",
                        "load: 4 users for 2 s, and 1 user at 20 steps a second for 2.5 s");
    }

    /** Two runs of different traces were put beside each other as if they had been asked the same. */
    @Test
    void comparison_ofOtherTraces_tellsIt(@TempDir Path other) throws IOException {
        for (Path folder : List.of(run, other)) {
            Plans.of(new StorePlace.Memory(), "trace", new Stage(1, 0, 2000)).write(folder);
            Files.writeString(folder.resolve("trace.tsv"), "0\tload-a\tload-r\trpm=1\n");
        }
        assertThat(Comparison.of(report(), Report.of(RunFolder.read(other))).differences())
                .isEmpty();

        Files.writeString(other.resolve("trace.tsv"), "0\tload-a\tload-r\trpm=2\n");
        assertThat(Comparison.of(report(), Report.of(RunFolder.read(other))).differences())
                .containsExactly("trace: that of the second run holds other requests");

        Files.delete(other.resolve("trace.tsv"));
        assertThat(Comparison.of(report(), Report.of(RunFolder.read(other))).differences())
                .singleElement()
                .asString()
                .startsWith("trace: one of the two can't be read");
    }

    /** Of a trace of minutes a run of half a minute played the beginning, and nobody was told. */
    @Test
    void of_aTraceThatIsLongerThanTheRun_tellsIt() throws IOException {
        Plans.of(new StorePlace.Memory(), "trace", new Stage(1, 0, 2000)).write(run);
        Files.writeString(run.resolve("trace.tsv"), "0\tload-a\tload-r\trpm=1\n61000\tload-b\tload-r\trpm=1\n");
        worker(0, 0, 1);

        assertThat(report().notes())
                .containsExactly(
                        "the trace lasts 61 s at this speed, and the run 2 s: what would have come later was not sent");

        Files.writeString(run.resolve("trace.tsv"), "0\tload-a\tload-r\trpm=1\n1999\tload-b\tload-r\trpm=1\n");
        assertThat(report().notes()).isEmpty();
    }

    /** A second, or a run, in which nothing was admitted was told to have taken 0 µs: as fast as can be. */
    @Test
    void times_ofNothing_areNotKnown() throws IOException {
        worker(0, 0, 1);
        Path folder = run.resolve("worker-0");
        Files.writeString(
                folder.resolve("counts.jsonl"),
                Files.readString(folder.resolve("counts.jsonl")).replace("\"admitted\":500", "\"admitted\":0"));
        Files.delete(folder.resolve("latency.hlog"));
        Report report = report();

        assertThat(report.counts().of(Outcome.REFUSED)).isEqualTo(14);
        assertThat(ReportJson.text(report))
                .contains("\"p50_us\":null,\"p99_us\":null")
                .doesNotContain("\"p99\":0");
        assertThat(ReportCsv.text(report)).endsWith(",,\n");
        assertThat(ReportPage.html(report)).contains("half within –").doesNotContain("0 µs");
        assertThat(Comparison.of(report, report).rows())
                .filteredOn(row -> row.name().startsWith("admitted, p"))
                .hasSize(4)
                .allMatch(row -> Double.isNaN(row.first()) && Double.isNaN(row.change()));
    }
}

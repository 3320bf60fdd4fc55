package dev.zaelimiter.loadtest.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.loadtest.internal.consumed.Consumed;
import dev.zaelimiter.loadtest.internal.plan.Plans;
import dev.zaelimiter.loadtest.internal.plan.Stage;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What buckets have consumed beside what they may: no false alarm, and no alarm left out. */
class ConsumedTest {

    private static final long START = 1_795_956_600_000L;

    @TempDir
    private Path run;

    @BeforeEach
    void writePlan() throws IOException {
        Plans.of(new StorePlace.Table("limits", null, null, null), "many", new Stage(4, 0, 2000))
                .startingAt(START)
                .write(run);
    }

    private static String bucket(String entity, long atMillis, long consumed) {
        return "{\"at_ms\":" + atMillis + ",\"entity\":\"" + entity
                + "\",\"resource\":\"load-many\",\"limit\":\"tpm\",\"consumed\":" + consumed
                + ",\"capacity\":100,\"refill\":0,\"period_ms\":0,\"shards\":1}\n";
    }

    private static String taken(String entity, long taken, long settledUp) {
        return "{\"entity\":\"" + entity + "\",\"resource\":\"load-many\",\"limit\":\"tpm\",\"admitted\":" + taken
                + ",\"taken\":" + taken + ",\"settled_up\":" + settledUp + "}\n";
    }

    private Report report(String before, String after) throws IOException {
        Files.writeString(run.resolve("before.jsonl"), before);
        Files.writeString(run.resolve("after.jsonl"), after);
        return Report.of(RunFolder.read(run));
    }

    /**
     * Of more buckets than are looked at, one that was only seen after was taken for new, with all it ever consumed.
     */
    @Test
    void buckets_beyondThoseThatAreLookedAt_areNoAlarm() throws IOException {
        StringBuilder before = new StringBuilder();
        for (int i = 0; i < Consumed.MOST_BUCKETS; i++) {
            before.append(bucket("load-" + i, START, 5));
        }

        Report report =
                report(before.toString(), bucket("load-old", START + 1, 5000) + bucket("load-7", START + 1, 15));

        assertThat(report.overAdmitted()).isFalse();
        assertThat(report.buckets())
                .singleElement()
                .satisfies(seen -> assertThat(seen.consumed()).isEqualTo(10));
        assertThat(report.notes()).anyMatch(note -> note.startsWith("there are more buckets than are looked at"));
    }

    /** A parent is charged what its children settle, which nobody has written down under its name. */
    @Test
    void parents_mayConsumeWhatTheirChildrenSettle_andNoMore() throws IOException {
        new WrittenWorker(run, 0)
                .append("buckets.jsonl", taken("load-a", 90, 30) + taken("load-b", 60, 20))
                .ended("finished", START, 0);
        String before = bucket("load-parent", START, 0);

        assertThat(report(before, bucket("load-parent", START + 1, 150)).overAdmitted())
                .isFalse();
        assertThat(report(before, bucket("load-parent", START + 1, 151)).overAdmitted())
                .isTrue();
    }

    @Test
    void excess_besideADeadWorker_isToldWithWhatItMayBe() throws IOException {
        new WrittenWorker(run, 0).append("counts.jsonl", WrittenWorker.counts(START, 1000, 5, ""));

        assertThat(report(bucket("load-a", START, 0), bucket("load-a", START + 1, 120))
                        .notes())
                .anyMatch(note -> note.contains("a worker that died had settled beyond its estimates"));
    }
}

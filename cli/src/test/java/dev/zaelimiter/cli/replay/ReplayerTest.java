package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The outcome doesn't depend on which rows come together. */
@Tag("same-on-every-jdk")
class ReplayerTest {

    private static final int ROWS = 4_000;

    /** More than the engine is asked about, if they come as one batch. */
    private static final int LARGE = 70_000;

    private static final Policy POLICY =
            Policy.ofAll("test", List.of(Limit.perMinute("rpm", 6).burst(9), Limit.perMinute("tpm", 4_000)));

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void accept_batchesOfAnySize_giveTheSameReport(long seed) {
        String rowByRow = replay(seed, ROWS, 1);

        assertThat(rowByRow).contains("\"rows\":" + ROWS).doesNotContain("\"refused_by\":{\"rpm\":0,");
        for (int most : new int[] {2, 37, 1_000, ROWS}) {
            assertThat(replay(seed, ROWS, most)).as("batches of %d", most).isEqualTo(rowByRow);
        }
    }

    @Test
    void accept_largeFile_isDecidedByArithmeticAsTheEngineDecidesIt() {
        String byTheEngine = replay(7, LARGE, 1_000);

        assertThat(byTheEngine).contains("\"rows\":" + LARGE).doesNotContain("\"refused_by\":{\"rpm\":0,");
        assertThat(replay(7, LARGE, LARGE)).isEqualTo(byTheEngine);
    }

    /** Rows on two resources, some at one instant, some long after the last; answers are done at once or much later. */
    private static String replay(long seed, int rows, int most) {
        SplittableRandom random = new SplittableRandom(seed);
        Columns columns = Columns.resolve(
                List.of("time", "user", "model", "input_tokens", "output_tokens"),
                new ReadingOptions(),
                List.of("rpm", "tpm"),
                Map.of());
        try (Replayer replayer = new Replayer(POLICY, columns, Duration.ofMillis(20), true)) {
            RowBatch batch = new RowBatch(columns.takes(), true);
            Row row = batch.newRow();
            long now = 1_700_000_000_000L;
            for (int i = 0; i < rows; i++) {
                now += random.nextInt(3) == 0 ? 0 : random.nextInt(150);
                now += random.nextInt(rows / 12) == 0 ? 60_000 : 0;
                int entity = random.nextInt(40);
                row.entity = "user-" + entity;
                row.resource = random.nextBoolean() ? "large" : "small";
                row.outputTokens = random.nextInt(4) == 0 ? 0 : random.nextInt(2_000);
                row.totalTokens = row.outputTokens + random.nextInt(500);
                row.amounts()[1] = random.nextInt(500);
                int place = batch.find(row);
                batch.add(place < 0 ? batch.addPlace(row) : place, row, now);
                if (batch.size() == most || i == rows - 1) {
                    batch.group();
                    replayer.accept(batch);
                    batch.clear();
                }
            }
            return JsonRenderer.render(new ReplayOutcome(
                    "file",
                    List.of(replayer.report(new Intake())),
                    null,
                    List.of(),
                    ColumnExplanation.NONE,
                    new Provenance("", 0, "")));
        }
    }
}

package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Buckets that are full when a batch begins are forgotten, if there are many. Answers that were due before it must have
 * taken their tokens by then, and those that are due later still take them.
 */
@Tag("same-on-every-jdk")
class AnswersAcrossBatchesTest {

    /** More than the engine is asked about, if they come as one batch. */
    private static final int FIRST = 70_000;

    private static final int ENTITIES = 2_000;
    private static final int LAST = 2 * ENTITIES;
    private static final Policy POLICY =
            Policy.ofAll("test", List.of(Limit.perHour("rpm", 1_000_000), Limit.perMinute("tpm", 1_000)));

    @Test
    void accept_answersDueInTheGapBeforeALaterBatch_areTaken() {
        String byTheEngine = replay(1_000);

        assertThat(byTheEngine).contains("\"rows\":" + (FIRST + LAST)).doesNotContain(",\"tpm\":0}");
        assertThat(replay(FIRST)).isEqualTo(byTheEngine);
    }

    /** Some entities at first, then all of them with long answers, and all of them again a minute later. */
    private static String replay(int most) {
        Columns columns = Columns.resolve(
                List.of("time", "user", "input_tokens", "output_tokens"),
                new ReadingOptions(),
                List.of("rpm", "tpm"),
                Map.of());
        try (Replayer replayer = new Replayer(POLICY, columns, Duration.ofMillis(20), true)) {
            RowBatch batch = new RowBatch(columns.takes(), true);
            Row row = batch.newRow();
            row.resource = "gpt";
            row.amounts()[1] = 10;
            for (int i = 0; i < FIRST + LAST; i++) {
                boolean all = i >= FIRST - ENTITIES;
                row.entity = "user-" + i % (all ? ENTITIES : 50);
                row.outputTokens = all && i < FIRST ? 1_000 : 0;
                row.totalTokens = 10 + row.outputTokens;
                int place = batch.find(row);
                long now = 1_700_000_000_000L + i / 100 + (i < FIRST ? 0 : 60_000);
                batch.add(place < 0 ? batch.addPlace(row) : place, row, now);
                if (batch.size() == most || i == FIRST - 1 || i == FIRST + LAST - 1) {
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

package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowSorterTest {

    private static final List<Take> TAKES =
            List.of(new Take.Fixed(7), new Take.Estimated(), new Take.Exactly(new ValuePlace.Column(0, "n")));

    private record Kept(
            long millis, String entity, String resource, long estimate, long exact, long output, long total) {}

    /** Runs of a few rows, of one row, and one run of all: all come to what a stable sort in memory says. */
    @ParameterizedTest
    @CsvSource({"1,false", "7,false", "64,false", "100000,false", "1,true", "64,true", "100000,true"})
    void forEach_anyOrder_isAStableSort(int rowsOfRun, boolean newestFirst) {
        SplittableRandom random = new SplittableRandom(rowsOfRun);
        List<Kept> rows = new ArrayList<>();
        try (RowSorter sorter = new RowSorter(TAKES, true, newestFirst, rowsOfRun)) {
            Row row = new Row(3);
            row.answered = true;
            for (int i = 0; i < 2_000; i++) {
                row.millis = random.nextInt(3) == 0 ? 7_258_118_399_999L - random.nextInt(9) : random.nextInt(500);
                row.entity = "e" + random.nextInt(40) + "\u00e9\ud83d\ude00";
                row.resource = random.nextBoolean() ? "all" : "";
                row.amounts()[1] = random.nextLong(1_000_000_000_000_000L);
                row.amounts()[2] = random.nextInt(3);
                row.outputTokens = random.nextInt(200);
                row.totalTokens = i;
                rows.add(kept(row));
                sorter.add(row);
            }
            List<Kept> sorted = new ArrayList<>();
            sorter.forEach(each -> {
                assertThat(each.amounts()[0]).isEqualTo(7);
                assertThat(each.answered).isTrue();
                sorted.add(kept(each));
            });

            if (newestFirst) {
                Collections.reverse(rows);
            }
            rows.sort(Comparator.comparingLong(Kept::millis));
            assertThat(sorted).isEqualTo(rows);
            assertThat(sorter.rows()).isEqualTo(2_000);
        }
    }

    /** More pairs of names than are remembered: the others stand with their rows. */
    @Test
    void forEach_veryManyNames_keepsEach() {
        int rows = 300_000;
        try (RowSorter sorter = new RowSorter(List.of(new Take.Fixed(1)), false, false, 50_000)) {
            Row row = new Row(1);
            for (int i = rows; i > 0; i--) {
                row.millis = i;
                row.entity = "entity-" + i;
                row.resource = "r" + i % 3;
                sorter.add(row);
            }
            long[] next = {1};
            sorter.forEach(each -> {
                if (each.millis != next[0]
                        || !each.entity.equals("entity-" + next[0])
                        || !each.resource.equals("r" + next[0] % 3)) {
                    throw new AssertionError(each.millis + " " + each.entity);
                }
                next[0]++;
            });
            assertThat(next[0]).isEqualTo(rows + 1);
        }
    }

    private static Kept kept(Row row) {
        return new Kept(
                row.millis,
                row.entity,
                row.resource,
                row.amounts()[1],
                row.amounts()[2],
                row.outputTokens,
                row.totalTokens);
    }
}

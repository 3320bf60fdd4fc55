package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowTimelineTest {

    private static final long HOUR = 3_600_000;

    @Test
    void intervals_oneRow_isOneInterval() {
        RowTimeline timeline = new RowTimeline();
        timeline.add(1_700_000_000_123L, true);

        RowTimeline.Intervals intervals = timeline.intervals(70);
        assertThat(intervals.admitted()).containsExactly(1);
        assertThat(intervals.refused()).containsExactly(0);
    }

    @Test
    void intervals_anHour_areMinutesOfTheClock() {
        RowTimeline timeline = new RowTimeline();
        long start = 1_700_000_000_000L / HOUR * HOUR + 90_500;
        timeline.add(start, true);
        timeline.add(start + HOUR - 1, false);

        RowTimeline.Intervals intervals = timeline.intervals(70);
        assertThat(intervals.widthMillis()).isEqualTo(60_000);
        assertThat(intervals.startMillis()).isEqualTo(start - 30_500);
        assertThat(intervals.size()).isEqualTo(61);
        assertThat(intervals.admitted()[0]).isEqualTo(1);
        assertThat(intervals.refused()[60]).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void intervals_spansOfAllLengths_holdEachRowInItsPlace(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long longestStep = 1L << random.nextInt(1, 32);
        long now = random.nextLong(4_000_000_000_000L);
        RowTimeline timeline = new RowTimeline();
        long[] times = new long[1_000];
        for (int i = 0; i < times.length; i++) {
            times[i] = now;
            timeline.add(now, i % 3 != 0);
            now += random.nextLong(longestStep);
        }

        for (int most : new int[] {1, 10, 71, 120}) {
            RowTimeline.Intervals intervals = timeline.intervals(most);
            long[] admitted = new long[intervals.size()];
            long[] refused = new long[intervals.size()];
            for (int i = 0; i < times.length; i++) {
                int at = (int) ((times[i] - intervals.startMillis()) / intervals.widthMillis());
                (i % 3 != 0 ? admitted : refused)[at]++;
            }
            assertThat(intervals.size()).as("seed %d", seed).isBetween(1, most);
            assertThat(intervals.admitted()).as("seed %d", seed).isEqualTo(admitted);
            assertThat(intervals.refused()).as("seed %d", seed).isEqualTo(refused);
        }
    }

    @Test
    void intervals_evenTraffic_useTheWidthThatThereIs() {
        for (long span = 200; span < 400 * 24 * HOUR; span = span * 3 / 2) {
            RowTimeline timeline = new RowTimeline();
            for (int i = 0; i <= 1_000; i++) {
                timeline.add(span * i / 1_000, true);
            }

            RowTimeline.Intervals intervals = timeline.intervals(70);
            assertThat(intervals.size()).as("span %d", span).isBetween(18, 70);
            assertThat(Arrays.stream(intervals.admitted()).sum()).isEqualTo(1_001);
        }
    }
}

package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.Terminal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChartRendererTest {

    private static final long MINUTE = 60_000;

    @Test
    void render_lessThanAMinute_tellsIntervalsApart() {
        RowTimeline timeline = new RowTimeline();
        timeline.add(1_000, true);
        timeline.add(1_500, true);

        List<String> lines = new ChartRenderer(Terminal.plain(80, StandardCharsets.UTF_8)).render(timeline);

        assertThat(lines.get(lines.size() - 1)).startsWith("     00:00:01.000        00:00:01.200");
    }

    @Test
    void render_unicode_drawsBothSidesOnOneScale() {
        RowTimeline timeline = new RowTimeline();
        add(timeline, 0, 8, 0);
        add(timeline, 1, 8, 4);
        add(timeline, 2, 1, 0);
        add(timeline, 19, 5, 2);

        assertThat(render(timeline, 30, StandardCharsets.UTF_8))
                .containsExactly(
                        "  Rows per minute:  █ admitted  █ refused (below the line)",
                        "  8 ┤██",
                        "    │██",
                        "    │██",
                        "    │██                 █",
                        "    │██                 █",
                        "    │██                 █",
                        "    │██                 █",
                        "    │███                █",
                        "  0 ┤────────────────────",
                        "    │ █                 █",
                        "    │ █                 █",
                        "    │ █",
                        "  4 ┤ █",
                        "     00:00     00:10");
    }

    @Test
    void render_otherCharset_isAscii() {
        RowTimeline timeline = new RowTimeline();
        add(timeline, 0, 30, 0);
        add(timeline, 1, 1, 30);
        add(timeline, 19, 1, 1);

        List<String> lines = render(timeline, 30, StandardCharsets.US_ASCII);

        assertThat(lines).allMatch(line -> line.matches("\\p{ASCII}*"));
        assertThat(lines).contains("   0 +--------------------", "  30 +#", "  30 + x", "     |#.                 .");
    }

    @Test
    void render_coloursWanted_areGreenAndRed() {
        RowTimeline timeline = new RowTimeline();
        add(timeline, 0, 1, 1);
        Terminal terminal = new Terminal(true, 80, StandardCharsets.UTF_8, true);

        assertThat(new ChartRenderer(terminal).render(timeline))
                .anyMatch(line -> line.contains("\u001b[32m█\u001b[0m"))
                .anyMatch(line -> line.contains("\u001b[31m█\u001b[0m"));
    }

    @Test
    void render_nothingRefused_hasNoLowerSide() {
        RowTimeline timeline = new RowTimeline();
        add(timeline, 0, 1, 0);

        assertThat(render(timeline, 80, StandardCharsets.UTF_8))
                .containsExactly("  Rows per 1 ms:  █ admitted", "  1 ┤█", "  0 ┤─", "     00:00:00.000");
    }

    @Test
    void render_oneAmongMany_shows() {
        RowTimeline timeline = new RowTimeline();
        add(timeline, 0, 100_000, 0);
        add(timeline, 1, 1, 1);

        assertThat(String.join("\n", render(timeline, 80, StandardCharsets.UTF_8)))
                .contains("▁", "▔");
    }

    /** C10: labels stood at the times of every fourth interval or so, whatever those were. */
    @Test
    void render_anyStart_labelsRoundTimesInOneUnit() {
        RowTimeline timeline = new RowTimeline();
        long start = 18 * 60 * MINUTE + 17 * MINUTE + 3_000;
        for (long second = 0; second < 57 * 60; second += 20) {
            timeline.add(start + second * 1_000, true);
        }
        for (int width : new int[] {40, 80, 120}) {
            List<String> lines = render(timeline, width, StandardCharsets.UTF_8);
            assertThat(lines.get(lines.size() - 1).strip().split(" +"))
                    .as("%d columns", width)
                    .hasSizeGreaterThan(1)
                    .allMatch(label -> label.matches("1[89]:[0-5][05]"));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void render_anyTraffic_fitsTheTerminal(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RowTimeline timeline = new RowTimeline();
        long now = random.nextLong(3_000_000_000_000L);
        long longestStep = 1L << random.nextInt(1, 36);
        for (int i = 0; i < 500; i++) {
            timeline.add(now, random.nextBoolean());
            now += random.nextLong(longestStep);
        }

        for (int width : new int[] {30, 55, 80, 200}) {
            assertThat(render(timeline, width, StandardCharsets.UTF_8).stream().skip(1))
                    .as("seed %d, width %d", seed, width)
                    .allMatch(line -> line.length() <= width)
                    .hasSizeBetween(5, 18);
        }
    }

    private static void add(RowTimeline timeline, long minute, int admitted, int refused) {
        for (int i = 0; i < admitted; i++) {
            timeline.add(minute * MINUTE, true);
        }
        for (int i = 0; i < refused; i++) {
            timeline.add(minute * MINUTE, false);
        }
    }

    private static List<String> render(RowTimeline timeline, int width, Charset charset) {
        return new ChartRenderer(Terminal.plain(width, charset)).render(timeline);
    }
}

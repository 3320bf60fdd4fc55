package dev.zaelimiter.cli.admin.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitUsage;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageRecord;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.cli.DisplayWidth;
import dev.zaelimiter.cli.Terminal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UsagePlotTest {

    private static final Terminal ASCII = Terminal.plain(60, StandardCharsets.US_ASCII);
    private static final Terminal UNICODE = Terminal.plain(60, StandardCharsets.UTF_8);

    private static UsageRecord record(UsageWindow window, String start, String limit, long tokens) {
        LimitUsage usage = new LimitUsage(UsageAmount.of(tokens, 0), UsageAmount.NONE, 0);
        return new UsageRecord("key-1", "gpt-4", window, Instant.parse(start), Map.of(limit, usage), 1);
    }

    private static UsagePlot plot(UsageWindow window, UsageRecord... records) {
        UsagePlot plot = new UsagePlot(window);
        List.of(records).forEach(plot::add);
        return plot;
    }

    @Test
    void lines_months_haveABarEach_alsoWhereNothingWasUsed() {
        UsagePlot plot = plot(
                UsageWindow.MONTHLY,
                record(UsageWindow.MONTHLY, "2026-03-01T00:00:00Z", "rpm", 20),
                record(UsageWindow.MONTHLY, "2026-01-01T00:00:00Z", "rpm", 4_000),
                record(UsageWindow.MONTHLY, "2026-01-01T00:00:00Z", "rpm", 0));
        assertThat(plot.lines(ASCII))
                .containsExactly(
                        "",
                        "rpm, tokens by month (UTC)",
                        "2026-01  4,000  " + "#".repeat(44),
                        "2026-02      0",
                        "2026-03     20  #");
    }

    @Test
    void lines_moreGivenBackThanTaken_hasNoBar() {
        UsagePlot plot = plot(
                UsageWindow.DAILY,
                record(UsageWindow.DAILY, "2026-03-01T00:00:00Z", "rpm", -5),
                record(UsageWindow.DAILY, "2026-03-02T00:00:00Z", "rpm", 10));
        assertThat(plot.lines(UNICODE))
                .contains("2026-03-01  -5")
                .last()
                .asString()
                .startsWith("2026-03-02  10  \u2588");
        assertThat(plot(UsageWindow.DAILY, record(UsageWindow.DAILY, "2026-03-01T00:00:00Z", "rpm", -5))
                        .lines(UNICODE))
                .last()
                .isEqualTo("2026-03-01  -5");
    }

    @Test
    void lines_aPartOfACell_shows() {
        UsagePlot plot = plot(
                UsageWindow.HOURLY,
                record(UsageWindow.HOURLY, "2026-03-01T10:00:00Z", "rpm", 1),
                record(UsageWindow.HOURLY, "2026-03-01T11:00:00Z", "rpm", 1_000_000));
        assertThat(plot.lines(UNICODE).get(2)).endsWith("  1  \u258f");
    }

    /**
     * Of thirty years of hours in which nothing happened a thousand were drawn, and then none: what came last stood
     * beside them as if it had followed.
     */
    @Test
    void lines_farApart_haveALineForAllBetweenThem() {
        UsagePlot plot = plot(
                UsageWindow.HOURLY,
                record(UsageWindow.HOURLY, "1996-03-01T10:00:00Z", "rpm", 1),
                record(UsageWindow.HOURLY, "2026-03-01T11:00:00Z", "rpm", 1));
        assertThat(plot.lines(UNICODE)).hasSize(5).element(3).isEqualTo("… nothing until 2026-03-01 11:00");
        assertThat(plot.lines(ASCII)).element(3).isEqualTo("... nothing until 2026-03-01 11:00");
        assertThat(plot.lines(Terminal.plain(30, StandardCharsets.UTF_8)))
                .allSatisfy(line -> assertThat(DisplayWidth.of(line)).isLessThanOrEqualTo(30));
    }

    @Test
    void lines_twoDaysApart_areDrawnEach() {
        UsagePlot plot = plot(
                UsageWindow.HOURLY,
                record(UsageWindow.HOURLY, "2026-03-01T10:00:00Z", "rpm", 1),
                record(UsageWindow.HOURLY, "2026-03-03T11:00:00Z", "rpm", 1));
        assertThat(plot.lines(UNICODE)).hasSize(2 + 2 + 48).contains("2026-03-02 10:00  0");
    }

    @Test
    void lines_anyWidth_areNoWider() {
        UsagePlot plot =
                plot(UsageWindow.HOURLY, record(UsageWindow.HOURLY, "2026-03-01T10:00:00Z", "x".repeat(64), 7));
        for (int width = 30; width < 200; width++) {
            int most = width;
            assertThat(plot.lines(Terminal.plain(width, StandardCharsets.UTF_8)))
                    .allSatisfy(line -> assertThat(DisplayWidth.of(line)).isLessThanOrEqualTo(most));
        }
    }
}

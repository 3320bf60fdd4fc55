package dev.zaelimiter.cli.admin.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.admin.capacity.Look;
import dev.zaelimiter.cli.DisplayWidth;
import dev.zaelimiter.cli.Terminal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ViewTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:15:30.250Z");
    private static final Look LOOK = new Look(
            NOW,
            List.of(
                    line("key-1", Limit.perMinute("rpm", 100), 50, 1.5, false, 0L, 0),
                    line("key-1", Limit.perMinute("tpm", 10_000), -1_200, 250.0, true, 7_250L, 3),
                    line("org-1", Limit.custom("rpd", 0, 1, Duration.ofDays(1)), 0, null, true, null, 4)));

    private static Look.Line line(
            String entity, Limit limit, long balance, Double rate, boolean refuses, Long retryMillis, long refusals) {
        return new Look.Line(entity, limit, Level.Kind.SYSTEM, balance, rate, refuses, retryMillis, refusals);
    }

    private static Terminal terminal(int width, boolean colours) {
        return new Terminal(true, width, StandardCharsets.UTF_8, colours);
    }

    private static List<String> picture(Terminal terminal, String entity) {
        return new View(terminal, entity, "gpt-4").picture(LOOK, 4, Duration.ofMillis(500));
    }

    @Test
    void picture_wideTerminal_showsEveryLimit() {
        List<String> picture = picture(terminal(140, false), "key-1");
        assertThat(picture.get(0)).isEqualTo("key-1 on gpt-4   2026-03-01T10:15:30Z");
        assertThat(picture.get(2)).startsWith("ENTITY").contains("BALANCE", "TAKEN/S", "REFUSED LOOKS");
        assertThat(picture.get(3)).contains("rpm", " 50 ", "1.50", " no ", "0 of 4", "\u2588".repeat(10) + "\u2591");
        assertThat(picture.get(4)).contains("-1,200", "10,000", "for 7.3 s", "3 of 4", "\u2591".repeat(20));
        assertThat(picture.get(5)).contains("org-1", " - ", "for ever");
        assertThat(picture).last().isEqualTo("every 0.5 s; Ctrl-C ends");
        assertThat(String.join("", picture)).doesNotContain("\u001b");
    }

    @Test
    void picture_narrowTerminal_isNoWider() {
        assertThat(picture(terminal(40, false), "\u65e5".repeat(60)))
                .allSatisfy(line -> assertThat(DisplayWidth.of(line)).isLessThanOrEqualTo(40));
    }

    @Test
    void picture_colours_markWhatRefuses() {
        List<String> picture = picture(terminal(140, true), "key-1");
        assertThat(picture.get(3)).doesNotContain("\u001b");
        assertThat(picture.get(4)).startsWith("\u001b[31m").endsWith("\u001b[0m");
    }

    @Test
    void picture_terminalOfAscii_hasNoBlocks() {
        Terminal ascii = new Terminal(true, 140, StandardCharsets.US_ASCII, false);
        assertThat(picture(ascii, "key-1").get(3)).endsWith("#".repeat(10) + ".".repeat(10));
    }

    @Test
    void picture_idThatSteersATerminal_isEscaped() {
        String forged = "a\u001b[2Jb\nc";
        Look look = new Look(NOW, List.of(line(forged, Limit.perMinute("rpm", 2), 1, null, false, 0L, 0)));
        View view = new View(terminal(140, false), forged, forged);
        assertThat(view.picture(look, 1, Duration.ofSeconds(1)))
                .hasSize(6)
                .allSatisfy(line -> assertThat(line).doesNotContain("\u001b", "\n"));
        assertThat(view.lines(look)).singleElement().asString().doesNotContain("\u001b", "\n");
    }

    @Test
    void lines_standForThemselves() {
        assertThat(new View(Terminal.plain(40, StandardCharsets.UTF_8), "key-1", "gpt-4").lines(LOOK))
                .containsExactly(
                        "2026-03-01T10:15:30.250Z  key-1  rpm  50 of 100  taken/s 1.50  refuses one: no",
                        "2026-03-01T10:15:30.250Z  key-1  tpm  -1200 of 10000  taken/s 250.00  refuses one: for 7.3 s",
                        "2026-03-01T10:15:30.250Z  org-1  rpd  0 of 0  taken/s -  refuses one: for ever");
    }

    /** C5: what decides stays, and nothing is cut in its middle, from 30 columns on. */
    @Test
    void picture_anyWidth_fits_andShowsEachBalanceAndWhetherItRefuses() {
        for (int width = 30; width <= 200; width++) {
            List<String> picture = picture(terminal(width, false), "key-1");
            int columns = width;
            assertThat(picture)
                    .as("%d columns", width)
                    .allSatisfy(line -> assertThat(DisplayWidth.of(line)).isLessThanOrEqualTo(columns));
            String all = String.join("\n", picture);
            assertThat(all).as("%d columns", width).contains("rpm", "tpm", "-1,200", "10,000", "for 7.3 s", "for ever");
        }
        assertThat(picture(terminal(80, false), "key-1").get(2)).contains("TAKEN/S");
    }
}

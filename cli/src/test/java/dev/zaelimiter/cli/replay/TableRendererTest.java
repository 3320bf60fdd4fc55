package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Terminal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableRendererTest {

    @TempDir
    private Path directory;

    /** The command of the README. */
    @Test
    void render_azureTrace_tellsANewcomerAll() {
        List<String> lines = CommandRun.of(
                        "replay", ReplayFiles.AZURE.toString(), "--limit", "rpm=120/min", "--limit", "tpm=200000/min")
                .lines();

        assertThat(lines.subList(1, lines.size())).containsExactly("""
                          8,819 rows in 57m 16s, 2023-11-16 18:17:03 to 19:14:19 UTC

                          admitted   4,773   54.1%
                          refused    4,046   45.9%

                          limit               allows   refused             peak use                  in debt
                          rpm         120 per minute     2,667           120 of 120   100.0%           never
                          tpm     200,000 per minute     1,965   200,164 of 200,000   100.1%   54 ms (<0.1%)

                          A row that several limits refuse counts for each of them.
                          Longest run of refusals: 42 rows in 506 ms, from 18:31:27.
                          Refused callers would have had to wait 284 ms in the median, 1.6 s at the 95th
                          percentile, 2.2 s at most.

                          Rows per minute:  █ admitted  █ refused (below the line)
                          237 ┤   ▆          ▂   █   ▁     ▄    ▂  ▃     ▅
                              │   █     █    █   █   █▃    █  ▄ █  █  ▄  █         ▅  ▂ ▄
                              │▁  ██▃   ██   █▅  ██ ▃██▆ █▃█▇ █▄█▅ █ ██  █▁▅      ▅█  █ █
                              │█  ███▂▆▅███  ██ ▁██▅████▃█████████ █▆██ ▁███  ▄   ██▃ █▂█
                            0 ┤──────────────────────────────────────────────────────────
                              │   ███   ██▀  ██  ███ ███▔▔▀███▀ ██ █▔█▀  ▔█        █    █
                              │   █ ▔   ██   ██  ▀██ ▀██   ██   █  █ █    █             ▀
                              │   █     ██   ██   █   █▀    █   ▀    █    █
                              │   █     ██   ██   █   █     ▀             ▔
                              │   █     ██   █▔       █
                              │   ▔     ▔    █        ▀
                          391 ┤              ▀
                                  18:20     18:30     18:40     18:50     19:00     19:10

                          Times from TIMESTAMP (no zone, so UTC); all rows are one entity on one
                          resource.
                          rpm: each row takes 1.
                          tpm: each row takes ContextTokens up front, and is settled to ContextTokens +
                          GeneratedTokens when the answer is done, 20 ms per output token
                          (--expect-output, --per-output-token).
                        """.lines().toArray(String[]::new));
    }

    @Test
    void render_severalEntities_namesWhoWasWorst() {
        String file =
                ReplayFiles.write(directory, "time,user,model\n0,ada,m\n0,bob,m\n0,bob,m\n0,bob,m\n86400,ada,m\n");

        assertThat(CommandRun.of("replay", file, "--limit", "rpm=2/min", "--time-unit", "s")
                        .lines())
                .contains("  5 rows in 1d, 1970-01-01 00:00:00 to 1970-01-02 00:00:00 UTC")
                .contains("  limit         allows   refused   peak use            in debt (sum)   peak reached by")
                .contains("  rpm     2 per minute         1     2 of 2   100.0%           never          bob on m")
                .contains("  Longest run of refusals: 1 row by bob on m in 0 ms, from 1970-01-01 00:00:00.")
                .contains("  Times from time (numbers that count seconds from 0, shown as 1970); entities");
    }

    /** A row of 60 was said to ask for more than a budget of 100 holds. */
    @Test
    void render_rowsBeyondABudget_areCalledSo() {
        String file = ReplayFiles.write(directory, "time,bytes\n0,60\n1,60\n2,5000\n");

        assertThat(CommandRun.of("replay", file, "--limit", "out=100/never", "--take", "out=bytes", "--time-unit", "s")
                        .out()
                        .replaceAll("\\s+", " "))
                .contains(
                        "2 refused rows ask for more than a limit holds, or than is left of a budget: no wait would have"
                                + " helped.");
    }

    @Test
    void render_rowsThatNeverFit_areToldApart() {
        String file = ReplayFiles.write(directory, "time,bytes\n0,5000\n1,5\n");

        assertThat(CommandRun.of("replay", file, "--limit", "out=100/min", "--take", "out=bytes")
                        .lines())
                .contains("  1 refused row asks for more than a limit holds: no wait would have helped.")
                .noneMatch(line -> line.contains("would have had to wait"))
                .contains("  out: each row takes bytes.");
    }

    @Test
    void render_nothingRefused_saysNothingOfRefusals() {
        String file = ReplayFiles.write(directory, "time\n0\n1\n");

        assertThat(CommandRun.of("replay", file, "--limit", "rps=5/s:20", "--limit", "bulk=3/90s", "--take", "bulk=0")
                        .lines())
                .contains("  refused    0     0.0%")
                .contains("  rps     5 per second, burst 20         0    1 of 20   5.0%     never")
                .contains("  bulk          3 per 90 seconds         0     0 of 3   0.0%     never")
                .contains("  bulk: each row takes 0.")
                .noneMatch(line -> line.contains("Longest run"));
    }

    @Test
    void render_terminalWithColours_usesThemAndShowsNoProgressOfShortRuns() {
        String file = ReplayFiles.write(directory, "time\n0\n0\n");
        Terminal terminal = new Terminal(true, 80, StandardCharsets.UTF_8, true);

        CommandRun run = CommandRun.on(terminal, "replay", file, "--limit", "rps=1/s");

        assertThat(run.out()).contains("\u001b[32m  admitted   1").contains("\u001b[31m  refused    1");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void render_ascii_isAsciiThroughout() {
        Terminal terminal = Terminal.plain(80, StandardCharsets.US_ASCII);

        CommandRun run = CommandRun.on(terminal, "replay", ReplayFiles.AZURE.toString(), "--limit", "rpm=60/min:90");

        assertThat(run.out()).matches("(?s)\\p{ASCII}*");
        assertThat(run.exitCode()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 40, 9_999})
    void replay_anyWidth_isShown(int width) {
        Terminal terminal = Terminal.plain(width, StandardCharsets.US_ASCII);

        CommandRun run = CommandRun.on(
                terminal, "replay", ReplayFiles.AZURE.toString(), "--limit", "rpm=120/min", "--limit", "tpm=9000/min");

        assertThat(run.exitCode()).isZero();
        List<String> chart = run.lines().stream()
                .filter(line -> line.matches(" *[0-9,]* [|+].*"))
                .toList();
        assertThat(chart).hasSizeGreaterThan(3).allMatch(line -> line.length() <= width);
    }
}

package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFilesTest {

    @TempDir
    private Path directory;

    @Test
    void csv_severalPolicies_hasEachInterval() throws IOException {
        Path csv = directory.resolve("series.csv");
        String trace = ReplayFiles.write(directory, "time,tokens\n0,30\n0,90\n2,10\n");

        assertThat(CommandRun.of(
                                "replay",
                                trace,
                                "--limit",
                                "tps=10/s:100",
                                "--compare",
                                "rps=1/s, tps=10/s:50",
                                "--csv",
                                csv.toString())
                        .exitCode())
                .isZero();

        List<String> lines = Files.readAllLines(csv);
        assertThat(lines.get(0))
                .isEqualTo("policy,start,interval_ms,admitted,refused,lowest_balance tps,lowest_balance rps");
        assertThat(lines).contains("tps=10/s:100,1970-01-01T00:00:00Z,1,1,1,70,");
        assertThat(lines).anyMatch(line -> line.startsWith("tps=10/s:100,1970-01-01T00:00:02Z,1,1,0,80,"));
        assertThat(lines).contains("\"rps=1/s, tps=10/s:50\",1970-01-01T00:00:00Z,1,1,1,20,0");
    }

    @Test
    void write_overAnOldFile_replacesIt() throws IOException {
        Path page = Files.writeString(directory.resolve("page.html"), "old");

        assertThat(replay("--html", page.toString()).exitCode()).isZero();
        assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(page);
        }
    }

    /** Printed a stack of calls in place of a sentence. */
    @Test
    void write_diskFull_isToldByItsOption() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "only Linux has a device that is always full");
        for (String option : List.of("--html", "--csv")) {
            CommandRun run = replay(option, full.toString());
            assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILURE);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).hasLineCount(1).contains(option + " '/dev/full' can't be written: No space left");
        }
    }

    /** C7: a file called - was written. */
    @Test
    void write_dash_isStandardOutputInPlaceOfTheReport() throws IOException {
        String trace = ReplayFiles.write(directory, "time\n1709632800\n1709632801\n");
        assertThat(CommandRun.of("replay", trace, "--limit", "r=1/s", "--html", "-")
                        .out())
                .startsWith("<!DOCTYPE html>")
                .endsWith("</html>" + System.lineSeparator());
        assertThat(CommandRun.of("replay", trace, "--limit", "r=1/s", "--csv", "-")
                        .lines()
                        .get(0))
                .startsWith("policy,start,");
        assertThat(CommandRun.of("replay", trace, "--suggest", "--write-limits", "-")
                        .lines()
                        .get(0))
                .startsWith("namespace: ");
        for (CommandRun run : List.of(replay("--csv", "-", "--json"), replay("--csv", "-", "--html", "-"))) {
            assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).contains("--csv '-'", "standard output has");
        }
        CommandRun twice = CommandRun.of("replay", "-", "--limits", "-");
        assertThat(twice.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(twice.err()).contains("--limits '-'", "standard input is read for something else already");
        assertThat(Path.of("-")).doesNotExist();
    }

    @Test
    void write_badInput_leavesTheOldFileAlone() throws IOException {
        Path page = Files.writeString(directory.resolve("page.html"), "old");

        CommandRun run = CommandRun.of(
                "replay", ReplayFiles.write(directory, "time\nx\n"), "--limit", "r=1/s", "--html", page.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(Files.readString(page)).isEqualTo("old");
    }

    @Test
    void write_whereNothingCanBe_isRefusedFirst() {
        assertRefused("--html", directory.toString());
        assertRefused("--html", directory.resolve("no/such/page.html").toString());
        assertRefused("--csv", "");
        assertRefused("--csv", "a\0b");
    }

    @Test
    void write_overTheInput_isRefused() throws IOException {
        String trace = ReplayFiles.write(directory, "time\n1\n");

        CommandRun run = CommandRun.of("replay", trace, "--limit", "r=1/s", "--csv", trace);

        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.err()).contains("another file than the one that is read");
        assertThat(Files.readString(Path.of(trace))).isEqualTo("time\n1\n");
    }

    @Test
    void write_twoIntoOne_isRefused() {
        String file = directory.resolve("x").toString();

        CommandRun run = replay("--html", file, "--csv", file);

        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.err()).contains("--csv", "another file than that of --html");
    }

    private static void assertRefused(String option, String file) {
        CommandRun run = replay(option, file);
        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(option + " '");
    }

    private static CommandRun replay(String... options) {
        return CommandRun.of(Stream.concat(
                        Stream.of("replay", ReplayFiles.AZURE.toString(), "--limit", "rpm=120/min"), Stream.of(options))
                .toArray(String[]::new));
    }
}

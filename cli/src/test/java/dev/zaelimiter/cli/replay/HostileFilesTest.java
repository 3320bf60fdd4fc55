package dev.zaelimiter.cli.replay;

import static dev.zaelimiter.cli.replay.Runs.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small files that cost much, and outputs that do something where they are opened. */
class HostileFilesTest {

    @TempDir
    private Path directory;

    @Test
    void replay_aMillionColumns_isRefused() {
        String header =
                "time," + IntStream.range(0, 1_000_000).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
        String json = "{\"time\":1,"
                + IntStream.range(0, 20_000).mapToObj(i -> "\"c" + i + "\":1").collect(Collectors.joining(",")) + "}\n";

        assertRefusal(run(header.substring(0, 4_000_000) + "\n1\n"), "columns in its first line; 10,000 are the most");
        assertRefusal(run(json), "has more than 10,000 different fields in its first lines");
    }

    /** S8: the paths of nested names were put together at each level, and a line of 2 MB took all memory. */
    @Test
    void replay_deepAndLongNames_costNoMoreThanTheirLength() {
        String name = "n".repeat(2_000);
        String deep = ("{\"" + name + "\":").repeat(900) + "1" + "}".repeat(900);
        String many = "{\"time\":1,\"a\":" + deep + "}\n";

        assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThat(Json.object(run(many.repeat(2), "--json").out()))
                        .containsEntry("admitted", 2L));
        assertRefusal(
                run("{\"time\":" + "[".repeat(100_000) + "\n"),
                "has no line that is a JSON object with fields: 1 line was looked at");
    }

    @Test
    void replay_jsonOverSeveralLines_isAdvisedOn() {
        assertRefusal(
                run("{\n \"time\": 1\n}\n"), "is JSON over several lines; one object a line is needed, as jq -c .");
    }

    @Test
    void replay_yearsOutOfReach_areRefusedByName() {
        assertRefusal(
                run("time\n0001-01-01T00:00:00Z\n30000-01-01T00:00:00Z\n+30000-01-01T00:00:00Z\n"),
                "3 of 3 rows can't be read",
                "time '0001-01-01T00:00:00Z' is not allowed",
                "time '30000-01-01T00:00:00Z' is not allowed");
    }

    @Test
    void replay_w3cWithoutFields_isRefused() {
        assertRefusal(run("#Version: 1.0\n2024-01-01 00:00:00 x\n"), "has no line that begins with #Fields:");
        assertRefusal(run("#Fields: time c-ip\n00:00:00 ::1\n"), "has no date among its fields");
        assertRefusal(run("#Fields: date time c-ip\n2024-01-01 00:00:00\n"), "the number of fields '2' is not allowed");
        assertRefusal(run("#Fields: date time c-ip\n"), "there are no rows");
    }

    /** S10: a spreadsheet would have run what a policy was called. */
    @Test
    void csv_policyThatIsAFormula_staysText() throws Exception {
        Path limits = Files.writeString(directory.resolve("=cmd.yaml"), "system: {limits: {rpm: {capacity: 1}}}");
        Path out = directory.resolve("out.csv");

        CommandRun run = CommandRun.of(
                "replay",
                ReplayFiles.write(directory, "time\n1\n"),
                "--limits",
                limits.toString(),
                "--csv",
                out.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(SeriesCsv.harmless("=cmd|' /C calc'!A0")).isEqualTo("'=cmd|' /C calc'!A0");
        for (String start : new String[] {"=", "+", "-", "@", "\t", "\r"}) {
            assertThat(SeriesCsv.harmless(start + "1")).isEqualTo("'" + start + "1");
        }
        assertThat(SeriesCsv.harmless("rpm=1/s")).isEqualTo("rpm=1/s");
        assertThat(SeriesCsv.harmless("")).isEmpty();
        assertThat(Files.readString(out)).contains("=cmd.yaml,1970");
    }

    private CommandRun run(String text, String... options) {
        String[] all = new String[options.length + 4];
        all[0] = "replay";
        all[1] = ReplayFiles.write(directory, text);
        all[2] = "--limit";
        all[3] = "rpm=100/s";
        System.arraycopy(options, 0, all, 4, options.length);
        return CommandRun.of(all);
    }
}

package dev.zaelimiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people hand in by mistake: a sentence each, a documented exit code, and nothing is written. */
class UnusualInputsTest {

    private static final String ROWS = "time,user\n2026-03-01T10:00:00Z,a\n2026-03-01T10:00:01Z,a\n";

    @TempDir
    private Path directory;

    private Path file(byte[] content) throws IOException {
        return Files.write(directory.resolve("in.csv"), content);
    }

    private Path file(String content) throws IOException {
        return file(content.getBytes(StandardCharsets.UTF_8));
    }

    /** With all that replay can write beside. */
    private CommandRun replay(Path file, String... more) {
        List<String> words = new ArrayList<>(List.of("replay", file.toString(), "--suggest"));
        for (String output : List.of("--html", "--csv", "--write-limits")) {
            words.addAll(List.of(output, directory.resolve("out" + output).toString()));
        }
        words.addAll(List.of(more));
        return CommandRun.of(words.toArray(String[]::new));
    }

    private Map<String, byte[]> files() throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(directory)) {
            for (Path each : all.toList()) {
                files.put(each.getFileName().toString(), Files.readAllBytes(each));
            }
        }
        return files;
    }

    private void refused(Path file, String... sentences) throws IOException {
        Map<String, byte[]> before = files();
        CommandRun run = replay(file);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("zae-limiter replay: ")
                .contains(sentences)
                .doesNotContain("Exception");
        assertThat(files().keySet()).isEqualTo(before.keySet());
    }

    @Test
    void twoMeanings_bothCommandsAreShown() throws IOException {
        refused(file("""
                        timestamp,time_stamp,user
                        2026-03-01T10:00:00Z,2026-03-02T11:00:00Z,a
                        2026-03-01T10:00:01Z,2026-03-05T12:00:00Z,a
                        """), "--time-column timestamp", "--time-column time_stamp");
        refused(file("timestamp,user\n0,a\n3000,a\n5999,b\n"), "--time-unit seconds", "--time-unit millis");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\r\n\r\n", "\ufeff", "time,user\n"})
    void empty_isCalledSo(String content) throws IOException {
        refused(file(content), content.startsWith("time") ? "there are no rows" : "is empty");
    }

    @Test
    void cut_isCalledSo() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(ROWS.repeat(50).getBytes(StandardCharsets.UTF_8));
        }
        refused(file(Arrays.copyOf(packed.toByteArray(), packed.size() / 2)), "cut short");
        refused(file("time,user\n2026-03-01T10:00:00Z,\"a"), "quote");
    }

    @Test
    void aMillionColumns_areTooMany() throws IOException {
        refused(
                file("time,"
                        + IntStream.range(0, 1_000_000)
                                .mapToObj(i -> Integer.toString(i, Character.MAX_RADIX))
                                .collect(Collectors.joining(","))
                        + "\n"),
                "or it is longer than 4 million characters");
        refused(
                file("time," + ",".repeat(1_000_000) + "\n"),
                "1,000,002 columns in its first line; 10,000 are the most");
    }

    @Test
    void clockThatRunsBackwards_isSortedAndTold() throws IOException {
        CommandRun run =
                replay(file("time,user\n2026-03-01T10:00:09Z,a\n2026-03-01T10:00:05Z,a\n2026-03-01T10:00:01Z,a\n"));
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("3 rows in 8 s").contains("sorted by time first");
    }

    @Test
    void yearsOutOfReach_areNamed() throws IOException {
        refused(file("time,user\n0001-01-01T00:00:00Z,a\n30000-01-01T00:00:00Z,a\n"), "'0001-01-01T00:00:00Z'", "1970");
    }

    @Test
    void terminalWithoutASize_is80ColumnsWide() {
        assertThat(TerminalSize.parse("0 0\n")).isNull();
        assertThat(TerminalSize.parse("")).isNull();
        assertThat(TerminalSize.parse("24")).isNull();
        assertThat(Terminal.width("", false)).isEqualTo(80);
        assertThat(Terminal.width("0", false)).isEqualTo(80);
        assertThat(Terminal.width("-1", false)).isEqualTo(80);
    }

    /** A manifest with an entry that a later version knows. */
    @Test
    void exportOfANewerVersion_isRefusedByTheEntry() throws IOException {
        Path manifest = Files.writeString(
                directory.resolve("newer.yaml"),
                "namespace: default\nschema: 3\nresources: {gpt-4: {limits: {rpm: {capacity: 9}}}}\n");
        Path store = directory.resolve("limits.zae");
        Map<String, byte[]> before = files();
        for (String command : List.of("plan", "diff", "apply")) {
            CommandRun run = CommandRun.of(
                    "limits", command, "-f", manifest.toString(), "--create", "--embedded", store.toString());
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).hasLineCount(1).contains("line 2", "schema", "namespace, system");
        }
        CommandRun replayed = CommandRun.of("replay", file(ROWS).toString(), "--limits", manifest.toString());
        assertThat(replayed.exitCode()).isEqualTo(2);
        assertThat(replayed.err()).contains("line 2", "schema");
        Files.delete(directory.resolve("in.csv"));
        assertThat(files().keySet()).isEqualTo(before.keySet());
    }

    /** A file of a store in a format that a later version writes. */
    @Test
    void fileOfANewerVersion_isRefusedByEveryCommand_andStays() throws IOException {
        Path store = directory.resolve("limits.zae");
        assertThat(CommandRun.of("system", "set-defaults", "-l", "rpm:5", "--create", "--embedded", store.toString())
                        .exitCode())
                .isZero();
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(store));
        CRC32C sum = new CRC32C();
        sum.update(bytes.putInt(16, 9).array(), 0, 40);
        Files.write(store, bytes.putInt(40, (int) sum.getValue()).array());
        Path rows = file(ROWS);
        Map<String, byte[]> before = files();

        for (List<String> command : List.of(
                List.of("store", "check", store.toString()),
                List.of("store", "export", store.toString()),
                List.of(
                        "store",
                        "export",
                        store.toString(),
                        "--store",
                        directory.resolve("new.zae").toString()),
                List.of("system", "get-defaults", "--embedded", store.toString()),
                List.of("limits", "export", "--embedded", store.toString()),
                List.of("replay", rows.toString(), "--from-store", store.toString()))) {
            CommandRun run = CommandRun.of(command.toArray(String[]::new));
            assertThat(run.exitCode()).as("%s: %s", command, run.err()).isEqualTo(1);
            assertThat(run.err()).as("%s", command).hasLineCount(1).contains("has version 9 of the format");
        }
        assertThat(files().keySet()).isEqualTo(before.keySet());
        assertThat(files().get("limits.zae")).isEqualTo(before.get("limits.zae"));
    }
}

package dev.zaelimiter.cli.replay;

import static dev.zaelimiter.cli.replay.Runs.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that can't be used: a message, exit code 2, and nothing on standard output. */
class BadInputTest {

    private static final String GOOD = "time,user,bytes\n2024-01-01T00:00:00Z,ada,7\n";

    @TempDir
    private Path directory;

    @Test
    void replay_emptyFile_isRefused() {
        assertRefused("", "is empty; a CSV file with a header is needed");
    }

    @Test
    void replay_blankLinesOnly_isRefused() {
        assertRefused("\n\r\n  \n", "is empty; a CSV file with a header is needed");
    }

    @Test
    void replay_byteOrderMarkOnly_isRefused() {
        assertRefused("\ufeff", "is empty; a CSV file with a header is needed");
    }

    @Test
    void replay_headerOnly_isRefused() {
        assertRefused("time,user,bytes\n", "there are no rows after the header");
    }

    @Test
    void replay_missingFile_isRefused() {
        assertRefusal(run(directory.resolve("nope.csv").toString()), "nope.csv: there is no such file");
    }

    @Test
    void replay_directory_isRefused() {
        assertRefusal(run(directory.toString()), "is a directory, not a file");
    }

    @Test
    void replay_binaryFile_isRefused() {
        byte[] binary = new byte[300];
        Arrays.fill(binary, (byte) 6);

        assertRefusal(run(ReplayFiles.write(directory, binary)), "is not text in UTF-8");
    }

    @Test
    void replay_utf16_isRefused() {
        assertRefusal(
                run(ReplayFiles.write(directory, GOOD.getBytes(StandardCharsets.UTF_16))),
                "is text in UTF-16; save it as UTF-8");
        assertRefusal(
                run(ReplayFiles.write(directory, GOOD.getBytes(StandardCharsets.UTF_16LE))), "is not text in UTF-8");
    }

    @Test
    void replay_fileUsedAsDirectory_isNamedOnce() {
        String file = ReplayFiles.write(directory, GOOD);

        CommandRun run = run(file + "/x.csv");

        assertRefusal(run, "zae-limiter replay: " + file + "/x.csv: can't be opened: ");
        assertThat(run.err().split("x\\.csv", -1)).hasSize(2);
    }

    @Test
    void replay_impossibleFileName_isRefused() {
        assertRefusal(run("a\0b.csv"), "a\\u0000b.csv: is not a file name: Nul character not allowed");
    }

    @Test
    void replay_otherSeparators_areGuessed() {
        assertRefused(
                "time;user\n1;ada\n",
                "the only column is 'time;user'",
                "is the file separated by semicolons? Only commas are understood");
        assertRefused("\"time\";\"user\"\n1;ada\n", "separated by semicolons?");
        assertRefused("sep=;\ntime;user\n1;ada\n", "separated by semicolons?");
        assertRefused("time\tuser\n1\tada\n", "separated by tabs? Only commas are understood");
        assertRefusal(
                CommandRun.of(
                        "replay", ReplayFiles.write(directory, "a;b\n1;2\n"), "--limit", "r=1/s", "--time-column", "a"),
                "--time-column: there is no column 'a'; the only column is 'a;b'; is the file separated by semicolons?");
    }

    @Test
    void replay_noCommonSeparator_givesNoAdvice() {
        CommandRun run = run(ReplayFiles.write(directory, "{\"a\": 1}\n"));

        assertRefusal(run, "no column looks like a time");
        assertThat(run.err()).doesNotContain("separated");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0001-01-01T00:00:00Z", "1969-12-31", "2200-01-01", "9999-12-31T23:59:59Z", "01/31/2024 10:00"})
    void replay_timeOutside_saysWhatIsAllowed(String time) {
        assertRefused(
                "time\n" + time + "\n",
                "line 2: time '" + time
                        + "' is not allowed. Allowed: a time in ISO-8601, or a number since 1970, in the years 1970 to 2199");
    }

    /** U+009B begins commands for terminals, U+200B is no wider than nothing, U+202E turns the text around. */
    @Test
    void replay_invisibleCharacters_areShown() {
        CommandRun run = run(ReplayFiles.write(directory, "time\u009b,user\nx\u202e,a\n2\u200b,a\n3,a\n"));

        assertRefusal(run, "time\\u009b 'x\\u202e'", "time\\u009b '2\\u200b'");
        assertRefusal(run("\u001b[31m.csv"), "\\u001b[31m.csv: there is no such file");
        assertRefusal(
                CommandRun.of("replay", "x", "--limit", "rpm=5/s\u001b[31m\nforged"),
                "--limit rpm=5/s\\u001b[31m\\u000aforged:");
        assertRefusal(CommandRun.of("replay", "x", "--\u001b[31m"), "Unknown option: '--\\u001b[31m'");
    }

    @Test
    void replay_duplicateHeader_namesTheColumn() {
        assertRefused("time,user, user\n1,2,3\n", "two columns are called 'user'; each needs its own name");
    }

    @Test
    void replay_noTimeColumn_listsTheColumns() {
        assertRefused("a,b\n1,2\n", "no column looks like a time: say which one with --time-column", "'a', 'b'");
    }

    @Test
    void replay_controlCharactersInHeader_areMadeVisible() {
        assertRefused("a\tb,\"c\nd\"\n1,2\n", "'a\\u0009b', 'c\\u000ad'");
    }

    @Test
    void replay_quoteNeverClosed_saysWhere() {
        assertRefused(
                "time,user\n1,a\n2,\"b\n3,c\n", "the row that begins on line 3 has no end: a quote is never closed");
    }

    @Test
    void replay_quoteNeverClosedInLargeFile_isNotReadIntoMemory() {
        String text = "time,user\n1,\"" + "x".repeat(6_000_000);

        assertRefused(text, "the row that begins on line 2 has no end", "or it is longer than 4 million characters");
    }

    @Test
    void replay_moreThanHalfBroken_showsTheFirst() {
        assertRefused(
                "time,user\n1,ada\nx,ada\n2, \n3\n,eve\n",
                "4 of 5 rows can't be read",
                "line 3: time 'x' is not allowed",
                "line 4: entity '' is not allowed. Allowed: a name of 1 to 2048 characters",
                "line 5: the number of columns '1' is not allowed. Allowed: as many as in the header, 2",
                "line 6: time '' is not allowed");
    }

    @Test
    void replay_emptyStandardInput_isCalledByItsName() {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(new byte[0]));
        try {
            assertRefusal(run("-"), "standard input: is empty");
        } finally {
            System.setIn(before);
        }
    }

    private void assertRefused(String text, String... messages) {
        assertRefusal(run(ReplayFiles.write(directory, text)), messages);
    }

    private static CommandRun run(String file) {
        return CommandRun.of("replay", file, "--limit", "rpm=5/s", "--json");
    }
}

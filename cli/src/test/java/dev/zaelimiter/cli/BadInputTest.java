package dev.zaelimiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Input and arguments that can't be used: a message, exit code 2, and nothing on standard output. */
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

        assertRefusal(run(Trace.write(directory, binary)), "is not text in UTF-8");
    }

    @Test
    void replay_utf16_isRefused() {
        assertRefusal(run(Trace.write(directory, GOOD.getBytes(StandardCharsets.UTF_16))), "is not text in UTF-8");
    }

    @Test
    void replay_binaryFileInGzip_isRefused() {
        assertRefusal(run(Trace.write(directory, Trace.gzip(new byte[100]))), "is not text in UTF-8");
    }

    @Test
    void replay_gzipCutShort_isRefused() {
        byte[] packed = Trace.gzip(GOOD.repeat(2_000).getBytes(StandardCharsets.UTF_8));

        for (int length : new int[] {3, 10, packed.length / 2, packed.length - 1}) {
            assertRefusal(run(Trace.write(directory, Arrays.copyOf(packed, length))), "the gzip data ends too early");
        }
    }

    @Test
    void replay_gzipDamaged_isRefused() {
        byte[] packed = Trace.gzip(GOOD.repeat(2_000).getBytes(StandardCharsets.UTF_8));
        packed[packed.length - 6] ^= 1;

        assertRefusal(run(Trace.write(directory, packed)), "the gzip data is damaged");
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
                "time,user\n1,ada\nx,ada\n2,a b\n3\n,eve\n",
                "4 of 5 rows can't be read",
                "line 3: time 'x' is not allowed",
                "line 4: entity 'a b' is not allowed",
                "line 5: the number of columns '1' is not allowed: as many as in the header, 2",
                "line 6: time '' is not allowed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--limit rpm                              | --limit 'rpm' is not allowed: NAME=AMOUNT/PERIOD[:BURST]",
                "--limit wcu=5/s                          | name 'wcu' is not allowed",
                "--limit rpm=5/s:4                        | burst '4' is not allowed",
                "--limit rpm=5/s --limit rpm=5/s          | name 'rpm' is not allowed: each limit once",
                "--limit rpm=5/s --take tpm=1             | limit 'tpm' is not allowed: a limit given with --limit: rpm",
                "--limit rpm=5/s --take rpm               | --take 'rpm' is not allowed: LIMIT=COLUMN|N",
                "--limit rpm=5/s --take rpm=              | --take 'rpm=' is not allowed: LIMIT=COLUMN|N",
                "--limit rpm=5/s --take rpm=1 --take rpm=2| limit 'rpm' is not allowed: each limit once",
                "--limit rpm=5/s --take rpm=size          | --take rpm=size: there is no column 'size'; the columns are",
                "--limit rpm=5/s --take rpm=9999999999999999| amount '9999999999999999' is not allowed: whole tokens",
                "--limit rpm=5/s --time-column when       | --time-column: there is no column 'when'; the columns are",
                "--limit rpm=5/s --entity-column who      | --entity-column: there is no column 'who'; the columns are",
                "--limit rpm=5/s --resource-column what   | --resource-column: there is no column 'what'",
                "--limit rpm=5/s --input-column in        | --input-column: there is no column 'in'",
                "--limit rpm=5/s --output-column out      | --output-column: there is no column 'out'",
                "--limit rpm=5/s --entity -x              | entity '-x' is not allowed: a letter or digit",
                "--limit rpm=5/s --resource 9             | resource '9' is not allowed: a letter",
                "--limit rpm=5/s --entity a --entity-column user     | --entity-column 'user' is not allowed: only without",
                "--limit rpm=5/s --resource a --resource-column user | --resource-column 'user' is not allowed: only without",
                "--limit rpm=5/s --time-unit days         | 'days' is not allowed: seconds, millis, micros, nanos",
                "--limit rpm=5/s --expect-output -1       | '-1' is not allowed: whole tokens, 0 to 10^15",
                "--limit rpm=5/s --per-output-token 5     | '5' is not allowed: a number with one of ns, us, ms",
                "--limit rpm=5/s --nonsense               | Unknown option: '--nonsense'",
                "--json                                   | at least one --limit is needed"
            })
    void replay_badOption_isExplained(String options, String message) {
        List<String> args = new ArrayList<>(List.of("replay", Trace.write(directory, GOOD)));
        args.addAll(List.of(options.split(" ")));

        Run run = Run.of(args.toArray(String[]::new));

        assertRefusal(run, message);
        assertThat(run.err()).doesNotContain("Usage:");
    }

    @Test
    void replay_moreThanTwentyLimits_isRefused() {
        List<String> args = new ArrayList<>(List.of("replay", Trace.write(directory, GOOD)));
        for (int i = 0; i <= 20; i++) {
            args.addAll(List.of("--limit", "l" + i + "=5/s"));
        }

        assertRefusal(Run.of(args.toArray(String[]::new)), "at most 20");
    }

    @Test
    void replay_noFile_isRefused() {
        assertRefusal(Run.of("replay", "--limit", "rpm=5/s"), "Missing required parameter: 'FILE'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--json"})
    void replay_withPicocliAlone_hasTheSameExitCodes(String option) {
        List<String> args = new ArrayList<>(List.of("replay", Trace.write(directory, "")));
        if (!option.isEmpty()) {
            args.add(option);
        }

        assertThat(Run.bare(args.toArray(String[]::new)).exitCode()).isEqualTo(2);
        args.addAll(List.of("--limit", "rpm=5/s"));
        assertRefusal(Run.bare(args.toArray(String[]::new)), "is empty");
        args.addAll(List.of("--limit", "rpm=5"));
        assertRefusal(Run.bare(args.toArray(String[]::new)), "--limit 'rpm=5' is not allowed");
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

    @Test
    void zaeLimiter_noCommand_showsTheCommands() {
        Run run = Run.of();

        assertRefusal(run, "Usage: zae-limiter [-hV] COMMAND", "replay");
    }

    @Test
    void zaeLimiter_unknownCommand_isRefused() {
        assertRefusal(Run.of("reply"), "zae-limiter: Unmatched argument at index 0: 'reply'", "replay");
    }

    private void assertRefused(String text, String... messages) {
        assertRefusal(run(Trace.write(directory, text)), messages);
    }

    private static Run run(String file) {
        return Run.of("replay", file, "--limit", "rpm=5/s", "--json");
    }

    private static void assertRefusal(Run run, String... messages) {
        assertThat(run.err()).contains(messages).doesNotContain("\tat ").doesNotContain("Exception");
        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(2);
    }
}

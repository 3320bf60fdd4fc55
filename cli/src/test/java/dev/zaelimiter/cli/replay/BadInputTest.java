package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.Run;
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
        assertRefusal(
                run(Trace.write(directory, GOOD.getBytes(StandardCharsets.UTF_16))),
                "is text in UTF-16; save it as UTF-8");
        assertRefusal(run(Trace.write(directory, GOOD.getBytes(StandardCharsets.UTF_16LE))), "is not text in UTF-8");
    }

    @Test
    void replay_gzipInsideGzip_isRefused() {
        byte[] packed = Trace.gzip(Trace.gzip(GOOD.getBytes(StandardCharsets.UTF_8)));

        assertRefusal(run(Trace.write(directory, packed)), "is gzip data inside gzip data; unpack it once");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "time,user,bytes\n1,ada,7\n", "\0\0\0\0x", "this is longer than a header of gzip"})
    void replay_somethingAfterGzip_isRefused(String rest) {
        byte[] both = concatenated(
                Trace.gzip(GOOD.repeat(2_000).getBytes(StandardCharsets.UTF_8)), rest.getBytes(StandardCharsets.UTF_8));

        assertRefusal(
                run(Trace.write(directory, both)),
                "the gzip data is damaged (something that is not gzip follows it)",
                "in the row that begins on line ");
    }

    @Test
    void replay_secondPartOfGzipDamaged_isRefused() {
        byte[] part = Trace.gzip(GOOD.repeat(2_000).getBytes(StandardCharsets.UTF_8));
        byte[] damaged = part.clone();
        damaged[0] = 0x77;

        assertRefusal(run(Trace.write(directory, concatenated(part, damaged))), "the gzip data is damaged");
    }

    @Test
    void replay_zerosAfterGzip_arePadding() {
        byte[] padded = Arrays.copyOf(Trace.gzip(GOOD.getBytes(StandardCharsets.UTF_8)), 20_000);

        assertThat(run(Trace.write(directory, padded)).exitCode()).isZero();
    }

    @Test
    void replay_noFileName_isRefused() {
        assertRefusal(run(""), "FILE '' is not allowed: the name of a file, or - for standard input");
    }

    @Test
    void replay_fileUsedAsDirectory_isNamedOnce() {
        String file = Trace.write(directory, GOOD);

        Run run = run(file + "/x.csv");

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
                Run.of("replay", Trace.write(directory, "a;b\n1;2\n"), "--limit", "r=1/s", "--time-column", "a"),
                "--time-column: there is no column 'a'; the only column is 'a;b'; is the file separated by semicolons?");
    }

    @Test
    void replay_noCommonSeparator_givesNoAdvice() {
        Run run = run(Trace.write(directory, "{\"a\": 1}\n"));

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
                        + "' is not allowed: a time in ISO-8601, or a number since 1970, in the years 1970 to 2199");
    }

    /** U+009B begins commands for terminals, U+200B is no wider than nothing, U+202E turns the text around. */
    @Test
    void replay_invisibleCharacters_areShown() {
        Run run = run(Trace.write(directory, "time\u009b,user\n1,a\u200bb\nx\u202e,a\n2,\u00a0a\n"));

        assertRefusal(run, "entity 'a\\u200bb'", "time\\u009b 'x\\u202e'", "entity '\\u00a0a'");
        assertRefusal(run("\u001b[31m.csv"), "\\u001b[31m.csv: there is no such file");
        assertRefusal(
                Run.of("replay", "x", "--limit", "rpm=5/s\u001b[31m\nforged"),
                "--limit rpm=5/s\\u001b[31m\\u000aforged:");
        assertRefusal(Run.of("replay", "x", "--\u001b[31m"), "Unknown option: '--\\u001b[31m'");
    }

    @Test
    void replay_argumentWithAt_isNoFileOfArguments() {
        String arguments = Trace.write(directory, "--help");

        assertRefusal(
                Run.of("replay", "@" + arguments, "--limit", "r=1/s"), "@" + arguments + ": there is no such file");
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
                "--limit rpm=5/0s                         | period '0s' is not allowed: s, min, h, d",
                "--limit rpm=5/99999999999999999999s      | period '99999999999999999999s' is not allowed",
                "--limit rpm=5/1000000001s                | period '1000000001s' is not allowed",
                "--limit rpm=99999999999999999999/s       | amount '99999999999999999999' is not allowed",
                "--limit rpm=5x/s                         | amount '5x' is not allowed: whole tokens, 1 to 10^15",
                "--limit rpm=5/s:                         | burst '' is not allowed",
                "--limit wcu=5/s                          | name 'wcu' is not allowed",
                "--limit rpm=5/s:4                        | burst '4' is not allowed",
                "--limit rpm=5/s --limit rpm=5/s          | name 'rpm' is not allowed: each limit once",
                "--limit rpm=5/s --take tpm=1             | limit 'tpm' is not allowed: a limit that there is: rpm",
                "--limit rpm=5/s --take rpm               | --take 'rpm' is not allowed: LIMIT=COLUMN|N",
                "--limit rpm=5/s --take rpm=              | --take 'rpm=' is not allowed: LIMIT=COLUMN|N",
                "--limit rpm=5/s --take rpm=1 --take rpm=2| limit 'rpm' is not allowed: each limit once",
                "--limit rpm=5/s --take rpm=size          | --take rpm=size: there is no column 'size'; the columns are",
                "--limit rpm=5/s --take rpm=9999999999999999| amount '9999999999999999' is not allowed: whole tokens",
                "--limit rpm=5/s --take rpm=-1            | --take rpm=-1: amount '-1' is not allowed: whole tokens",
                "--limit rpm=5/s --take rpm=1.5           | --take rpm=1.5: amount '1.5' is not allowed: whole tokens",
                "--limit rpm=5/s --take rpm=1e3           | --take rpm=1e3: amount '1e3' is not allowed: whole tokens",
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

    private static byte[] concatenated(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
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

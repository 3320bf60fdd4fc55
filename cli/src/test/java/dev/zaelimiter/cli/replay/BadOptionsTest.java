package dev.zaelimiter.cli.replay;

import static dev.zaelimiter.cli.replay.Runs.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments that can't be used: a message, exit code 2, and nothing on standard output. */
class BadOptionsTest {

    private static final String GOOD = "time,user,bytes\n2024-01-01T00:00:00Z,ada,7\n";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--limit rpm                              | --limit 'rpm' is not allowed. Allowed: NAME=AMOUNT/PERIOD[:BURST]",
                "--limit rpm=5/0s                         | period '0s' is not allowed. Allowed: s, min, h, d",
                "--limit rpm=5/99999999999999999999s      | period '99999999999999999999s' is not allowed",
                "--limit rpm=5/1000000001s                | period '1000000001s' is not allowed",
                "--limit rpm=99999999999999999999/s       | amount '99999999999999999999' is not allowed",
                "--limit rpm=5x/s                         | amount '5x' is not allowed. Allowed: whole tokens, 1 to 10^15",
                "--limit rpm=5/s:                         | burst '' is not allowed",
                "--limit wcu=5/s                          | name 'wcu' is not allowed",
                "--limit rpm=5/s:4                        | burst '4' is not allowed",
                "--limit rpm=5/s --limit rpm=5/s          | name 'rpm' is not allowed. Allowed: each limit once",
                "--limit rpm=5/s --take tpm=1             | limit 'tpm' is not allowed. Allowed: a limit that there is: rpm",
                "--limit rpm=5/s --take rpm               | --take 'rpm' is not allowed. Allowed: LIMIT=COLUMN|N",
                "--limit rpm=5/s --take rpm=              | --take 'rpm=' is not allowed. Allowed: LIMIT=COLUMN|N",
                "--limit rpm=5/s --take rpm=1 --take rpm=2| limit 'rpm' is not allowed. Allowed: each limit once",
                "--limit rpm=5/s --take rpm=size          | --take rpm=size: there is no column 'size'; the columns are",
                "--limit rpm=5/s --take rpm=9999999999999999| amount '9999999999999999' is not allowed. Allowed: whole tokens",
                "--limit rpm=5/s --take rpm=-1            | --take rpm=-1: amount '-1' is not allowed. Allowed: whole tokens",
                "--limit rpm=5/s --take rpm=1.5           | --take rpm=1.5: amount '1.5' is not allowed. Allowed: whole tokens",
                "--limit rpm=5/s --take rpm=1e3           | --take rpm=1e3: amount '1e3' is not allowed. Allowed: whole tokens",
                "--limit rpm=5/s --time-column when       | --time-column: there is no column 'when'; the columns are",
                "--limit rpm=5/s --entity-column who      | --entity-column: there is no column 'who'; the columns are",
                "--limit rpm=5/s --resource-column what   | --resource-column: there is no column 'what'",
                "--limit rpm=5/s --input-column in        | --input-column: there is no column 'in'",
                "--limit rpm=5/s --output-column out      | --output-column: there is no column 'out'",
                "--limit rpm=5/s --entity a --entity-column user     | --entity-column 'user' is not allowed. Allowed: only without",
                "--limit rpm=5/s --resource a --resource-column user | --resource-column 'user' is not allowed. Allowed: only without",
                "--limit rpm=5/s --time-unit days         | 'days' is not allowed. Allowed: seconds, millis, micros, nanos",
                "--limit rpm=5/s --expect-output -1       | '-1' is not allowed. Allowed: whole tokens, 0 to 10^15",
                "--limit rpm=5/s --per-output-token 5     | '5' is not allowed. Allowed: a number with one of ns, us, ms",
                "--limit rpm=5/s --nonsense               | Unknown option: '--nonsense'",
                "--json                                   | at least one --limit is needed"
            })
    void replay_badOption_isExplained(String options, String message) {
        List<String> args = new ArrayList<>(List.of("replay", ReplayFiles.write(directory, GOOD)));
        args.addAll(List.of(options.split(" ")));

        CommandRun run = CommandRun.of(args.toArray(String[]::new));

        assertRefusal(run, message);
        assertThat(run.err()).doesNotContain("Usage:");
    }

    @Test
    void replay_moreThanTwentyLimits_isRefused() {
        List<String> args = new ArrayList<>(List.of("replay", ReplayFiles.write(directory, GOOD)));
        for (int i = 0; i <= 20; i++) {
            args.addAll(List.of("--limit", "l" + i + "=5/s"));
        }

        assertRefusal(CommandRun.of(args.toArray(String[]::new)), "at most 20");
    }

    @Test
    void replay_noFile_isRefused() {
        assertRefusal(CommandRun.of("replay", "--limit", "rpm=5/s"), "Missing required parameter: 'FILE'");
    }

    @Test
    void replay_noFileName_isRefused() {
        assertRefusal(run(""), "FILE '' is not allowed. Allowed: the name of a file, or - for standard input");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--json"})
    void replay_withPicocliAlone_hasTheSameExitCodes(String option) {
        List<String> args = new ArrayList<>(List.of("replay", ReplayFiles.write(directory, "")));
        if (!option.isEmpty()) {
            args.add(option);
        }

        assertThat(CommandRun.bare(args.toArray(String[]::new)).exitCode()).isEqualTo(2);
        args.addAll(List.of("--limit", "rpm=5/s"));
        assertRefusal(CommandRun.bare(args.toArray(String[]::new)), "is empty");
        args.addAll(List.of("--limit", "rpm=5"));
        assertRefusal(CommandRun.bare(args.toArray(String[]::new)), "--limit 'rpm=5' is not allowed");
    }

    @Test
    void replay_argumentWithAt_isNoFileOfArguments() {
        String arguments = ReplayFiles.write(directory, "--help");

        assertRefusal(
                CommandRun.of("replay", "@" + arguments, "--limit", "r=1/s"),
                "@" + arguments + ": there is no such file");
    }

    @Test
    void zaeLimiter_noCommand_showsTheCommands() {
        CommandRun run = CommandRun.of();

        assertRefusal(run, "Usage: zae-limiter [-hV] COMMAND", "replay");
    }

    @Test
    void zaeLimiter_unknownCommand_isRefused() {
        assertRefusal(CommandRun.of("reply"), "zae-limiter: Unmatched argument at index 0: 'reply'", "replay");
    }

    private static CommandRun run(String file) {
        return CommandRun.of("replay", file, "--limit", "rpm=5/s", "--json");
    }
}

package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.ZaeLimiter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

@Tag("same-on-every-jdk")
class HelpTest {

    @Test
    void everyCommand_explainsItself() {
        explains(new CommandLine(new ZaeLimiter()), List.of());
    }

    private void explains(CommandLine command, List<String> path) {
        List<String> help = new ArrayList<>(path);
        help.add("--help");
        CommandRun run = CommandRun.of(help.toArray(String[]::new));
        assertThat(run.exitCode()).as("%s", path).isZero();
        assertThat(run.out()).as("%s", path).contains("Usage:").contains("--help");
        assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(110));
        command.getSubcommands().forEach((name, sub) -> {
            assertThat(run.out()).contains(name);
            List<String> below = new ArrayList<>(path);
            below.add(name);
            explains(sub, below);
        });
    }

    @Test
    void examples_areShownAndCanBeParsedAsTheCommandThatShowsThem() {
        CommandLine ours = new CommandLine(new ZaeLimiter());
        CommandTree.leaves().forEach((name, command) -> {
            String help = CommandRun.of((name + " --help").split(" ")).out();
            for (String example : CommandTree.manual(command).examples()) {
                assertThat(help).contains("  zae-limiter " + example + System.lineSeparator());
                String[] words = Arrays.stream(example.split(" "))
                        .map(word -> word.replace("'", ""))
                        .toArray(String[]::new);
                ParseResult parsed = ours.parseArgs(words);
                while (parsed.hasSubcommand()) {
                    parsed = parsed.subcommand();
                }
                assertThat(parsed.commandSpec().qualifiedName(" ")).isEqualTo("zae-limiter " + name);
            }
        });
    }

    @Test
    void group_alone_showsItsCommandsAndIsWrongUse() {
        CommandRun run = CommandRun.of("namespace");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("register", "purge");
    }

    @Test
    void noStore_isSaidInOneLine() {
        CommandRun run = CommandRun.of("explain", "key-1", "gpt-4");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains("--name TABLE", "--embedded FILE");
    }

    @Test
    void tableAndFile_excludeEachOther() {
        CommandRun run = CommandRun.of("status", "--embedded", "a.zae", "--region", "eu-west-1");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains("--region 'eu-west-1'");
    }

    @Test
    void version_needsNoStore() {
        CommandRun run = CommandRun.of("version", "--output", "json");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("\"client_version\"", "\"schema_version\":null");
    }

    /** A run makes the one command that it needs; nobody may see that. */
    @Test
    void commandsMadeWhenNeeded_sayTheSameAsAll() {
        CommandLine all = new CommandLine(new ZaeLimiter());
        all.setUsageHelpWidth(80);
        saysTheSame(all, List.of());
        assertThat(CommandRun.of("entit", "list").err())
                .contains("Did you mean: zae-limiter entity")
                .hasLineCount(3);
        assertThat(CommandRun.of("entity", "creat").err())
                .contains("Did you mean: entity create or")
                .hasLineCount(3);
        assertThat(CommandRun.of("completion", "bash").out()).contains("set-defaults", "--idempotency-key", "top-up");
    }

    private static void saysTheSame(CommandLine whole, List<String> path) {
        List<String> help = new ArrayList<>(path);
        help.add("--help");
        assertThat(CommandRun.of(help.toArray(String[]::new)).out())
                .as("%s", path)
                .isEqualTo(whole.getUsageMessage());
        whole.getSubcommands().forEach((name, sub) -> {
            List<String> below = new ArrayList<>(path);
            below.add(name);
            saysTheSame(sub, below);
        });
    }
}

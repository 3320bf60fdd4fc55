package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.ZaeLimiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The reference of an operator's commands is what the commands themselves say. */
class CommandReferencePageTest {

    private static final List<String> GROUPS = List.of("entity", "resource", "system", "namespace", "audit", "explain");
    private static final Set<String> EVERYWHERE =
            Set.of("--embedded", "--create", "--namespace", "--principal", "--output", "--help", "--version");

    @Test
    void page_isWhatTheCommandsSay() {
        Repository repository = Repository.here();
        String page = repository.read(repository.root().resolve("docs/operator/command-line.md"));
        List<String> expected = new ArrayList<>();
        CommandLine root = new CommandLine(new ZaeLimiter());
        for (String group : GROUPS) {
            add(expected, group, root.getSubcommands().get(group));
        }
        String reference = page.substring(page.indexOf("## Reference") + "## Reference".length())
                .strip();
        assertThat(reference).isEqualTo(String.join("\n", expected).strip());
    }

    @Test
    void page_namesTheOptionsOfAllCommands() {
        Repository repository = Repository.here();
        String page = repository.read(repository.root().resolve("docs/operator/command-line.md"));
        for (String option : EVERYWHERE) {
            assertThat(page).contains("`" + option);
        }
    }

    private static void add(List<String> lines, String path, CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        if (command.getSubcommands().isEmpty()) {
            StringBuilder title = new StringBuilder("### `" + path);
            for (PositionalParamSpec argument : spec.positionalParameters()) {
                title.append(' ')
                        .append(argument.paramLabel())
                        .append(argument.arity().isVariable() ? "..." : "");
            }
            lines.add(title + "`");
            lines.add("");
            lines.add(String.join(" ", spec.usageMessage().header()));
            lines.add("");
            spec.positionalParameters()
                    .forEach(argument -> lines.add(entry(argument.paramLabel(), argument.description())));
            for (OptionSpec option : spec.options()) {
                if (!EVERYWHERE.contains(option.longestName())) {
                    String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
                    lines.add(entry(String.join(", ", option.names()) + value, option.description()));
                }
            }
            lines.add("");
        }
        command.getSubcommands().forEach((name, sub) -> add(lines, path + " " + name, sub));
    }

    private static String entry(String what, String[] description) {
        return "- `" + what + "`: " + String.join(" ", description).replace("${DEFAULT-VALUE}", "100");
    }
}

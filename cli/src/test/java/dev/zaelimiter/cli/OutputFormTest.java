package dev.zaelimiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Programs can read what any command says. */
class OutputFormTest {

    /** What is a document itself: scripts, a log, a template, a jar. */
    private static final Set<String> DOCUMENTS =
            Set.of("cfn-template", "completion", "lambda-export", "local env", "local logs");

    /** Has the option, and more in its JSON than a list of keys can say. */
    private static final String REPORT = "replay";

    private static Map<String, CommandLine> leaves() {
        Map<String, CommandLine> leaves = new LinkedHashMap<>();
        add(leaves, List.of(), new CommandLine(new ZaeLimiter()));
        return leaves;
    }

    private static void add(Map<String, CommandLine> leaves, List<String> path, CommandLine command) {
        if (command.getSubcommands().isEmpty()) {
            leaves.put(String.join(" ", path), command);
        }
        command.getSubcommands().forEach((name, sub) -> {
            List<String> below = new ArrayList<>(path);
            below.add(name);
            add(leaves, below, sub);
        });
    }

    @Test
    void everyCommand_hasJson_andSaysItsKeys() {
        Map<String, CommandLine> leaves = leaves();
        assertThat(leaves).hasSizeGreaterThan(50);
        assertThat(leaves.keySet()).containsAll(DOCUMENTS).contains(REPORT);
        leaves.forEach((name, command) -> {
            if (!DOCUMENTS.contains(name)) {
                OptionSpec output = command.getCommandSpec().findOption("--output");
                assertThat(output).as(name).isNotNull();
                assertThat(output.type()).as(name).isEqualTo(OutputForm.class);
            }
            if (!DOCUMENTS.contains(name) && !name.equals(REPORT)) {
                Manual manual = command.getCommand().getClass().getAnnotation(Manual.class);
                assertThat(manual).as(name).isNotNull();
                assertThat(manual.keys()).as(name).isNotEmpty().doesNotHaveDuplicates();
                assertThat(manual.keys())
                        .as(name)
                        .allSatisfy(key -> assertThat(key).matches("[a-z]+[0-9]*(_[a-z]+[0-9]*)*"));
                assertThat(CommandRun.of((name + " --help").split(" ")).out())
                        .as(name)
                        .contains("--output json prints");
            }
        });
    }

    @Test
    void simulate_forPrograms_isOneObject() {
        CommandRun run = CommandRun.of("simulate", "--scenario", "one", "--output", "json");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(Json.object(run.out()).keySet())
                .containsExactly("steps", "admitted", "over_admitted", "refund_errors");
    }
}

package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.ZaeLimiter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The page says what became of each option by which the Python system deploys and looks after a stack. */
@Tag("documents")
class PythonOptionsTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z -]+)` \\| (`--[^|]*) \\| ([^|]+) \\|$");
    private static final CommandLine OURS = new CommandLine(new ZaeLimiter());
    private static final Pattern OPTION = Pattern.compile("--[a-z-]+");

    private static List<String> options(String text) {
        return OPTION.matcher(text).results().map(each -> each.group()).toList();
    }

    private static Set<String> theirs() throws IOException {
        TreeSet<String> all = new TreeSet<>();
        try (InputStream in =
                Objects.requireNonNull(PythonOptionsTest.class.getResourceAsStream("/python-options.txt"))) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> {
                        String command = line.substring(0, line.indexOf(':'));
                        options(line).forEach(option -> all.add(command + " " + option));
                    });
        }
        return all;
    }

    private static boolean isOurs(String command, String option) {
        CommandLine found = OURS;
        for (String word : command.split(" ")) {
            found = found.getSubcommands().get(word);
        }
        OptionSpec positive = found.getCommandSpec().findOption(option.replaceFirst("^--no-", "--"));
        return found.getCommandSpec().findOption(option) != null
                || (option.startsWith("--no-") && positive != null && positive.negatable());
    }

    @Test
    void eachOption_isTheSameHereOrSaidWhyNot() throws IOException {
        Repository repository = Repository.here();
        String page = repository.read(repository.root().resolve("docs/operator/beside-python.md"));
        TreeSet<String> told = new TreeSet<>();
        for (Matcher row = ROW.matcher(page); row.find(); ) {
            String command = row.group(1);
            boolean same = row.group(3).startsWith("the same");
            for (String option : options(row.group(2))) {
                assertThat(told.add(command + " " + option))
                        .as("once: %s %s", command, option)
                        .isTrue();
                if (same) {
                    assertThat(isOurs(command, option))
                            .as("%s %s", command, option)
                            .isTrue();
                } else {
                    assertThat(row.group(3)).as("%s %s", command, option).hasSizeGreaterThan(20);
                }
            }
            options(row.group(3))
                    .forEach(option -> assertThat(isOurs(command, option))
                            .as("%s %s", command, option)
                            .isTrue());
        }
        assertThat(told).isEqualTo(theirs());
    }
}

package dev.zaelimiter.tests.deploy;

import static dev.zaelimiter.tests.deploy.MadeStack.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.ZaeLimiter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The reference of the template is that of the template. */
@Tag("documents")
class CloudFormationPageTest {

    private static final Pattern PARAMETER =
            Pattern.compile("(?m)^\\| `(\\w+)` \\| (\\S*) ?\\| (?:`(--[a-z-]+)` )?\\| .+ \\|$");
    private static final Pattern CODE = Pattern.compile("`(\\w+)`");

    private final MadeStack whole = MadeStack.whole();

    private static String section(String name) throws IOException {
        String page = Files.readString(Path.of("..", "docs", "operator", "cloudformation.md"));
        return page.replaceAll("(?s).*\n## " + name + "\n(.*?)(?=\n## |$).*", "$1");
    }

    @Test
    void parameters_areListedWithTheirDefaultsAndOptions() throws IOException {
        Map<String, String> defaults = new TreeMap<>();
        CommandSpec deploy =
                new CommandLine(new ZaeLimiter()).getSubcommands().get("deploy").getCommandSpec();
        for (Matcher row = PARAMETER.matcher(section("Parameters")); row.find(); ) {
            defaults.put(row.group(1), row.group(2));
            if (row.group(3) != null) {
                assertThat(deploy.findOption(row.group(3).replaceFirst("^--no-", "--")))
                        .as(row.group(3))
                        .isNotNull();
            }
        }
        Map<String, String> expected = new TreeMap<>();
        whole.section("Parameters")
                .forEach((name, about) -> expected.put(name, (String) map(about).get("Default")));
        assertThat(defaults).isEqualTo(expected);
    }

    @Test
    void resourcesAndOutputs_areListed() throws IOException {
        Set<String> listed = new TreeSet<>();
        section("Resources")
                .lines()
                .filter(line -> line.startsWith("| `"))
                .forEach(line ->
                        CODE.matcher(line.split("\\|")[1]).results().forEach(each -> listed.add(each.group(1))));
        assertThat(listed).isEqualTo(new TreeSet<>(whole.section("Resources").keySet()));
        assertThat(CODE.matcher(section("Outputs")).results().map(each -> each.group(1)))
                .containsExactlyInAnyOrderElementsOf(whole.section("Outputs").keySet());
    }
}

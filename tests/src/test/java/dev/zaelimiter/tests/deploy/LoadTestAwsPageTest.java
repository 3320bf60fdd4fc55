package dev.zaelimiter.tests.deploy;

import static dev.zaelimiter.tests.deploy.MadeStack.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.ZaeLimiter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The page about load tests in an account says what the template has, which rights are used, and what is paid. */
@Tag("documents")
class LoadTestAwsPageTest {

    private static final Pattern PARAMETER =
            Pattern.compile("(?m)^\\| `(\\w+)` \\| (\\S*) ?\\| (?:`(--[a-z-]+)` )?\\| .+ \\|$");
    private static final Pattern CODE = Pattern.compile("`(\\w+)`");
    private static final Pattern ACTION = Pattern.compile("\"((?:cloudformation|s3|ecs|lambda):[A-Z][A-Za-z]+)\"");

    /** What makes or changes stacks, tasks and objects of a load test. */
    private static final List<String> SOURCES = List.of(
            "LoadTest.*|TaskRequests|TaskWorkers|ClusterTasks|FunctionWorkers|PageTask|RunResults",
            "StackSteps|StackWatch|Stacks|ChangeSets");

    private final MadeStack whole = MadeStack.loadTest("EnableFunction", "true", "ProgramKey", "x");

    private static String page() throws IOException {
        return Files.readString(Path.of("..", "docs", "operator", "load-test-aws.md"));
    }

    private static String section(String name) throws IOException {
        return page().replaceAll("(?s).*\n## " + name + "\n(.*?)(?=\n## |$).*", "$1");
    }

    @Test
    void parameters_areListedWithTheirDefaultsAndOptions() throws IOException {
        Map<String, String> defaults = new TreeMap<>();
        CommandSpec deploy = new CommandLine(new ZaeLimiter())
                .getSubcommands()
                .get("loadtest")
                .getSubcommands()
                .get("deploy")
                .getCommandSpec();
        for (Matcher row = PARAMETER.matcher(section("Parameters")); row.find(); ) {
            defaults.put(row.group(1), row.group(2));
            if (row.group(3) != null) {
                assertThat(deploy.findOption(row.group(3))).as(row.group(3)).isNotNull();
            }
        }
        Map<String, String> expected = new TreeMap<>();
        whole.section("Parameters")
                .forEach((name, about) ->
                        expected.put(name, String.valueOf(map(about).getOrDefault("Default", ""))));
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

    /** Each right that a call names when it is missing is one of the page, so that nobody finds them one by one. */
    @Test
    void rightsOfAnOperator_areThoseThatTheProgramAsksFor() throws IOException {
        Set<String> used = new TreeSet<>();
        Path sources = Path.of("..", "infra", "src", "main", "java", "dev", "zaelimiter", "infra");
        try (Stream<Path> files = Files.list(sources)) {
            for (Path each : files.toList()) {
                String name = each.getFileName().toString().replace(".java", "");
                if (SOURCES.stream().anyMatch(name::matches)) {
                    ACTION.matcher(Files.readString(each)).results().forEach(found -> used.add(found.group(1)));
                }
            }
        }
        Set<String> allowed = new TreeSet<>();
        ACTION.matcher(section("Security")).results().forEach(found -> allowed.add(found.group(1)));
        // Emptying a bucket, and giving a change up, are told under the name of the call before.
        allowed.removeAll(Set.of(
                "s3:ListBucketVersions",
                "s3:DeleteObject",
                "s3:DeleteObjectVersion",
                "cloudformation:DeleteChangeSet"));
        assertThat(used).hasSizeGreaterThan(10).isEqualTo(allowed);
    }

    /** From the prices that the program estimates with. */
    @Test
    void prices_areThoseOfTheProgram() throws IOException {
        String prices = Files.readString(
                Path.of("..", "infra", "src", "main", "java", "dev", "zaelimiter", "infra", "LoadTestCost.java"));
        double hour =
                price(prices, "PROCESSOR_HOUR") + 2 * price(prices, "GIGABYTE_HOUR") + price(prices, "ADDRESS_HOUR");
        double call = price(prices, "FUNCTION_GIGABYTE_SECOND") * 3600 * 1769 / 1024;
        assertThat(section("What it costs"))
                .contains(
                        "with its address | " + String.format(java.util.Locale.ROOT, "%.4f", hour) + " |",
                        "by the hour | " + String.format(java.util.Locale.ROOT, "%.4f", call) + " |",
                        "the table | " + price(prices, "MILLION_WRITES") + " |");
    }

    private static double price(String source, String name) {
        return Double.parseDouble(source.replaceAll("(?s).* " + name + " = ([0-9.]+);.*", "$1"));
    }
}

package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.testkit.Simulation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The page of faults that were found in use names tests that there are, and of each fault one that says which it holds.
 */
@Tag("documents")
class FaultsInUsePageTest {

    private static final Repository REPOSITORY = Repository.here();
    private static final Path PAGE = REPOSITORY.root().resolve("docs/contributor/faults-in-use.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([AS]\\d+(?:, [AS]\\d+)*) \\|[^|]*\\|([^|]*)\\|$");
    private static final Pattern HELD_BY = Pattern.compile("`(\\w+Test)`(?: \\(`([\\w-]+)`\\))?");
    private static final Pattern SCENARIOS = Pattern.compile("scenarios? ((?:`[\\w-]+`(?:, )?)+)");
    private static final Pattern CODE = Pattern.compile("`([\\w-]+)`");

    private static List<Matcher> rows() {
        List<Matcher> rows = new ArrayList<>();
        Matcher row = ROW.matcher(REPOSITORY.read(PAGE));
        while (row.find()) {
            Matcher copy = ROW.matcher(row.group());
            assertThat(copy.matches()).isTrue();
            rows.add(copy);
        }
        return rows;
    }

    private static List<String> faults(Matcher row) {
        return List.of(row.group(1).split(", "));
    }

    /** The sources of a row's tests, by the names of their classes. */
    private static Map<String, Path> tests(Matcher row) {
        Map<String, Path> tests = new TreeMap<>();
        // A module in brackets is that of all tests named before it, back to the last one in brackets.
        List<String> waiting = new ArrayList<>();
        Matcher test = HELD_BY.matcher(row.group(2));
        while (test.find()) {
            waiting.add(test.group(1));
            if (test.group(2) != null) {
                waiting.forEach(name -> tests.put(name, source(name, test.group(2))));
                waiting.clear();
            }
        }
        waiting.forEach(name -> tests.put(name, source(name, "tests")));
        return tests;
    }

    private static Path source(String name, String module) {
        List<Path> found = REPOSITORY.sources().stream()
                .filter(source -> source.getFileName().toString().equals(name + ".java"))
                .toList();
        assertThat(found).as(name).hasSize(1);
        Path source = found.get(0);
        // Where several tests share a bracket, one of them may be of the module that needs none.
        assertThat(Stream.of(module, "tests")
                        .anyMatch(each -> source.startsWith(
                                REPOSITORY.root().resolve(each).resolve("src/test"))))
                .as("%s is a test of %s", name, module)
                .isTrue();
        return source;
    }

    @Test
    void page_everyFault_isListed() {
        List<String> listed =
                rows().stream().flatMap(row -> faults(row).stream()).toList();

        assertThat(listed)
                .containsExactlyElementsOf(Stream.concat(
                                IntStream.rangeClosed(1, 31).mapToObj(i -> "A" + i),
                                IntStream.rangeClosed(1, 10).mapToObj(i -> "S" + i))
                        .toList());
    }

    @Test
    void page_everyFault_hasATestThatNamesIt() {
        for (Matcher row : rows()) {
            Map<String, Path> tests = tests(row);
            for (String fault : faults(row)) {
                assertThat(tests.values())
                        .as("tests of %s: %s", fault, tests.keySet())
                        .anySatisfy(
                                source -> assertThat(REPOSITORY.read(source)).containsPattern("\\b" + fault + "\\b"));
            }
        }
    }

    @Test
    void page_everyScenario_isOne() {
        List<String> named = rows().stream()
                .flatMap(row -> SCENARIOS.matcher(row.group(2)).results())
                .flatMap(found -> CODE.matcher(found.group(1)).results())
                .map(found -> found.group(1))
                .collect(Collectors.toList());

        assertThat(named).isNotEmpty();
        assertThat(Simulation.scenarios()).containsAll(named);
    }
}

package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page of field cases names the tests that there are, and there is a test for each case. */
@Tag("documents")
class FieldCasesPageTest {

    private static final Repository REPOSITORY = Repository.here();
    private static final Path PAGE = REPOSITORY.root().resolve("docs/contributor/field-cases.md");
    private static final Pattern DISPLAY_NAME = Pattern.compile("@DisplayName\\(\\s*\"([^\"]*)\"");
    private static final Pattern ROW = Pattern.compile("\\| (\\d+) \\|[^|]*\\|([^|]*)\\|");
    private static final Pattern CODE = Pattern.compile("`(\\w+)`");

    @ParameterizedTest
    @ValueSource(strings = {"case", "peer"})
    void table_ofCasesOrFaults_namesTheClassesWhoseTestsSaySo(String word) {
        assertThat(listed(word)).isEqualTo(tested(word));
    }

    @Test
    void cases_upTo24_areTested() {
        assertThat(tested("case").keySet())
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24);
    }

    @Test
    void tests_thatThePageNames_exist() {
        List<String> files = REPOSITORY.sources().stream()
                .map(source -> source.getFileName().toString())
                .toList();
        Matcher name = CODE.matcher(REPOSITORY.read(PAGE));
        while (name.find()) {
            if (name.group(1).endsWith("Test")) {
                assertThat(files).contains(name.group(1) + ".java");
            }
        }
    }

    private static Map<Integer, Set<String>> tested(String word) {
        Pattern number = Pattern.compile("\\b" + word + " (\\d+)");
        Map<Integer, Set<String>> classes = new TreeMap<>();
        for (Path source : REPOSITORY.sources()) {
            String name = source.getFileName().toString().replace(".java", "");
            if (source.startsWith(REPOSITORY.root().resolve("tests")) && name.endsWith("Test")) {
                DISPLAY_NAME
                        .matcher(REPOSITORY.read(source))
                        .results()
                        .flatMap(shown -> number.matcher(shown.group(1)).results())
                        .forEach(found -> classes.computeIfAbsent(
                                        Integer.valueOf(found.group(1)), each -> new TreeSet<>())
                                .add(name));
            }
        }
        return classes;
    }

    /** The rows of the first table for cases, of the second for faults. */
    private static Map<Integer, Set<String>> listed(String word) {
        String[] parts = REPOSITORY.read(PAGE).split("\n## ", -1);
        Map<Integer, Set<String>> classes = new TreeMap<>();
        ROW.matcher(parts[word.equals("case") ? 1 : 2])
                .results()
                .forEach(row -> classes.put(
                        Integer.valueOf(row.group(1)),
                        CODE.matcher(row.group(2))
                                .results()
                                .map(code -> code.group(1))
                                .collect(Collectors.toCollection(TreeSet::new))));
        return classes;
    }
}

package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The table of faults in {@code docs/operator/beside-python.md}: each is followed by tests, and those are there and
 * run.
 */
@Tag("documents")
class FaultsOfPythonTest {

    private static final Repository REPOSITORY = Repository.here();
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (.+?) \\| (`.+`) \\|$");
    private static final Pattern METHOD = Pattern.compile("`(\\w+)\\.(\\w+)`");
    private static final int FAULTS = 22;

    private static List<MatchResult> rows() {
        String page = REPOSITORY.read(REPOSITORY.root().resolve("docs/operator/beside-python.md"));
        int from = page.indexOf("## Faults of the original");
        return ROW.matcher(page.substring(from, page.indexOf("\n## ", from + 1)))
                .results()
                .toList();
    }

    @Test
    void table_hasItsFaults() {
        assertThat(rows()).hasSizeGreaterThanOrEqualTo(FAULTS);
        assertThat(rows().stream().map(row -> row.group(1))).doesNotHaveDuplicates();
    }

    @TestFactory
    Stream<DynamicTest> fault_isFollowedByTestsThatRun() {
        return rows().stream()
                .map(row -> DynamicTest.dynamicTest(row.group(1), () -> {
                    List<String> tests = new ArrayList<>();
                    for (Matcher method = METHOD.matcher(row.group(2)); method.find(); ) {
                        tests.add(method.group());
                        assertRuns(method.group(1), method.group(2));
                    }
                    assertThat(String.join(", ", tests))
                            .as("nothing but tests is named")
                            .isEqualTo(row.group(2));
                }));
    }

    /** There is such a method, it is a test, and nobody has switched it off. */
    private static void assertRuns(String type, String method) {
        List<Path> files = REPOSITORY.sources().stream()
                .filter(file -> file.getFileName().toString().equals(type + ".java"))
                .toList();
        assertThat(files).as(type).hasSize(1);
        String source = REPOSITORY.read(files.get(0));
        assertThat(source).as("switched off").doesNotContain("@Disabled");
        int at = source.indexOf("void " + method + "(");
        assertThat(at).as("%s has no method %s", type, method).isPositive();
        String before = source.substring(0, at);
        String annotations = before.substring(Math.max(before.lastIndexOf("    }\n"), 0));
        assertThat(annotations).as("%s is no test", method).containsPattern("@(Test|ParameterizedTest)\\b");
        int end = source.indexOf("\n    }\n", at);
        assertThat(source.substring(at, end)).as("%s asserts nothing", method).containsPattern("assert|drain|fits");
    }
}

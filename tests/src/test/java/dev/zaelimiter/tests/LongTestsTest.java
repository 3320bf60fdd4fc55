package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What CI runs in the module {@code long-tests} is what this module runs without it: none is left out there. */
@Tag("same-on-every-jdk")
class LongTestsTest {

    private static final Path SOURCES = Path.of("src/test/java");
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"(long-run|races|threads)\"\\)");
    private static final Pattern INCLUDED = Pattern.compile("<testInclude>([^<]+)</testInclude>");
    private static final Pattern EXECUTION =
            Pattern.compile("<execution>(?:(?!</execution>).)*<goals>.*?</execution>", Pattern.DOTALL);

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> executions(String pom) {
        return EXECUTION
                .matcher(pom)
                .results()
                .map(MatchResult::group)
                .map(each -> each.replaceAll("<!--.*?-->|<skip>[^<]*</skip>|\\s", ""))
                .toList();
    }

    @Test
    void taggedClasses_areCompiledThere() throws IOException {
        List<String> included = INCLUDED.matcher(read(Path.of("../long-tests/pom.xml")))
                .results()
                .map(each -> each.group(1))
                .toList();
        try (Stream<Path> all = Files.walk(SOURCES)) {
            List<String> tagged = all.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> TAG.matcher(read(path)).find())
                    .map(path -> SOURCES.relativize(path).toString().replace('\\', '/'))
                    .toList();
            assertThat(tagged).hasSizeGreaterThan(5);
            assertThat(included).containsAll(tagged).contains("dev/zaelimiter/tests/*ScenariosTest.java");
        }
    }

    @Test
    void shortForms_haveALongFormThatIsExtended() throws IOException {
        try (Stream<Path> all = Files.walk(Path.of(".."), 16)) {
            List<Path> shortened = all.filter(path -> path.toString().endsWith("Test.java"))
                    .filter(path -> read(path).contains("@Tag(\"short-form\")\n"))
                    .toList();
            assertThat(shortened).hasSizeGreaterThan(5);
            assertThat(shortened)
                    .filteredOn(path -> !read(path).contains("    @Tag(\"extended\")\n"))
                    .extracting(path -> path.getFileName().toString())
                    .containsExactly("SimulationTest.java");
        }
    }

    /** The laws are held at length by the test of another module. */
    @Test
    void seedsOfTheSimulation_areAmongThoseThatArePinned() {
        String laws = read(Path.of("../testkit/src/test/java/dev/zaelimiter/testkit/SimulationTest.java"));
        String traces = read(SOURCES.resolve("dev/zaelimiter/tests/PinnedTracesTest.java"));
        assertThat(number(laws, "FIRST_SEED")).isEqualTo(number(traces, "EACH_BUILD") + 1);
        assertThat(number(laws, "LAST_SEED")).isLessThanOrEqualTo(number(traces, "COMPARED"));
        assertThat(traces).contains("assertThat(BROKEN)", "OPEN = Set.of();");
    }

    private static int number(String source, String constant) {
        Matcher found = Pattern.compile("int " + constant + " = (\\d+);").matcher(source);
        assertThat(found.find()).as(constant).isTrue();
        return Integer.parseInt(found.group(1));
    }

    @Test
    void runs_areTheSame() {
        List<String> here = executions(read(Path.of("pom.xml")));
        assertThat(here).hasSize(5);
        assertThat(executions(read(Path.of("../long-tests/pom.xml"))))
                .filteredOn(each -> !each.contains("<testClassesDirectory>"))
                .isEqualTo(here);
    }
}

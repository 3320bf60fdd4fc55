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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What CI leaves out in modules that others wait for, the modules {@code late-tests} and {@code long-tests} run. */
@Tag("same-on-every-jdk")
class LateTestsTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern EXECUTION =
            Pattern.compile("<execution>((?:(?!</execution>).)*<goals>.*?)</execution>", Pattern.DOTALL);
    private static final Pattern ID = Pattern.compile("<id>([^<]+)</id>");
    private static final Pattern FLAGS = Pattern.compile("<argLine>([^<]+)</argLine>");

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String pom(String module) {
        return read(ROOT.resolve(module).resolve("pom.xml"));
    }

    /** The modules that leave their extended tests out. */
    static Stream<String> modules() throws IOException {
        try (Stream<Path> all = Files.list(ROOT)) {
            return all
                    .filter(module -> Files.exists(module.resolve("pom.xml")))
                    .map(module -> module.getFileName().toString())
                    .filter(module -> pom(module).contains("${tests.late},${tests.shortForms},"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static List<String> executions() {
        return Stream.of("long-tests", "late-tests")
                .flatMap(module -> EXECUTION.matcher(pom(module)).results())
                .map(MatchResult::group)
                .filter(execution -> execution.contains("<testClassesDirectory>"))
                .toList();
    }

    private static String id(String execution) {
        Matcher id = ID.matcher(execution);
        assertThat(id.find()).isTrue();
        return id.group(1);
    }

    @Test
    void modulesThatLeaveTestsOut_areThoseWhoseTestsRunLate() throws IOException {
        assertThat(modules()).contains("cli", "dynamodb");
        assertThat(executions())
                .extracting(LateTestsTest::id)
                .containsExactlyInAnyOrderElementsOf(modules().toList());
    }

    @Test
    void leftOut_isWhatIsExtended_andOnlyWithTheModuleThatRunsIt() {
        String beside = read(ROOT.resolve("pom.xml"));
        beside = beside.substring(beside.indexOf("<id>beside</id>"));
        beside = beside.substring(0, beside.indexOf("</profile>"));

        assertThat(read(ROOT.resolve("pom.xml"))).contains("<tests.late>none</tests.late>");
        assertThat(beside).contains("<module>late-tests</module>", "<tests.late>extended</tests.late>");
    }

    @ParameterizedTest
    @MethodSource("modules")
    void lateTests_runWhereAndAsTheModuleWould(String module) {
        String execution = executions().stream()
                .filter(each -> id(each).equals(module))
                .findFirst()
                .orElseThrow();

        assertThat(execution)
                .contains(
                        "<testClassesDirectory>${project.basedir}/../" + module + "/target/test-classes<",
                        "<workingDirectory>${project.basedir}/../" + module + "<",
                        "<groups>extended</groups>")
                .doesNotContain("<excludedGroups>");
        assertThat(execution.contains("<rerunFailingTestsCount>0<"))
                .isEqualTo(pom(module).contains("<tests.again>0<"));
        Matcher flags = FLAGS.matcher(pom(module));
        if (flags.find()) {
            assertThat(execution).contains(flags.group());
        } else {
            assertThat(execution).doesNotContain("<argLine>");
        }
    }
}

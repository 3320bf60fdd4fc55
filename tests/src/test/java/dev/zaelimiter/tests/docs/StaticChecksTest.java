package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks of Error Prone are off that are about libraries (docs/decisions/139): no source uses one of these. */
@Tag("documents")
class StaticChecksTest {

    private static final Repository REPOSITORY = Repository.here();

    /** What those checks look for; JUnit before its fifth generation has its classes in {@code org.junit} itself. */
    private static final Pattern LIBRARY =
            Pattern.compile("\\b(com\\.google\\.(common|protobuf|inject|errorprone|auto)\\."
                    + "|org\\.joda\\.time\\.|org\\.mockito\\.|org\\.junit\\.([A-Z]|runner|rules)|junit\\.framework\\.|junitparams\\."
                    + "|dagger\\.[a-zA-Z]|javax\\.inject\\.|android\\.[a-zA-Z]|io\\.reactivex\\.)");

    private static List<String> libraries(String name, String text) {
        List<String> found = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith("import ") && LIBRARY.matcher(line).find()) {
                found.add(name + ": " + line);
            }
        }
        return found;
    }

    @Test
    void sources_useNoLibrary_whoseChecksAreOff() {
        List<Path> files = REPOSITORY.sources().stream()
                .filter(file -> file.toString().endsWith(".java"))
                .toList();
        assertThat(files).hasSizeGreaterThan(1_500);

        List<String> found = new ArrayList<>();
        for (Path file : files) {
            found.addAll(libraries(REPOSITORY.root().relativize(file).toString(), REPOSITORY.read(file)));
        }
        assertThat(found)
                .as("take the checks of this library out of errorprone.elsewhere (pom.xml)")
                .isEmpty();
    }

    @Test
    void libraries_thatAreImported_areFound_andTodaysJUnitIsNot() {
        for (String library :
                List.of("com.google.common.collect.ImmutableList", "org.mockito.Mockito", "javax.inject.Inject")) {
            assertThat(libraries("Told", "package told;\n\nimport " + library + ";"))
                    .hasSize(1);
        }
        assertThat(libraries("Told", "import static org.junit.Assert.assertEquals;"))
                .hasSize(1);
        assertThat(libraries("Told", "import org.junit.jupiter.api.Test;\n// org.mockito.Mockito\n"))
                .isEmpty();
    }
}

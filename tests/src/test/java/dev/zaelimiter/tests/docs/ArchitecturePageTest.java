package dev.zaelimiter.tests.docs;

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

/**
 * What the page on the architecture says of classes that decide: they lie where it says, and have tests of their own if
 * it says so.
 */
@Tag("documents")
class ArchitecturePageTest {

    private static final Repository REPOSITORY = Repository.here();
    private static final Path CORE = REPOSITORY.root().resolve("core/src");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| [^|]+\\? \\| ([^|]+) \\| ([^|]+) \\| \\[[^|]+ \\|$");
    private static final Pattern CODE = Pattern.compile("`([A-Z]\\w+)`");
    private static final Pattern PACKAGE = Pattern.compile("`([a-z]+)`");
    private static final Pattern BY_SCENARIOS = Pattern.compile("\\[[^\\]]*]");

    @Test
    void deciders_ofThePage_lieInThePackageNamed() {
        for (MatchResult row : rows()) {
            // A class of another package than the row's has that package behind it.
            String packages = row.group(1) + " " + row.group(2);
            List<String> named = PACKAGE.matcher(packages)
                    .results()
                    .map(found -> found.group(1))
                    .toList();
            for (String type : words(CODE.matcher(row.group(2)))) {
                if (!type.endsWith("Test")) {
                    assertThat(files("main"))
                            .as(row.group())
                            .anyMatch(file -> named.contains(
                                            file.getParent().getFileName().toString())
                                    && file.endsWith(type + ".java"));
                }
            }
        }
    }

    @Test
    void deciders_butForThoseInBrackets_haveTestsOfTheirOwn() {
        for (MatchResult row : rows()) {
            String alone = BY_SCENARIOS.matcher(row.group(2)).replaceAll("");
            for (String type : words(CODE.matcher(alone))) {
                assertThat(files("test"))
                        .as(row.group())
                        .anyMatch(file -> file.getFileName().toString().matches(type + "\\w*\\.java"));
            }
        }
    }

    private static List<MatchResult> rows() {
        String page = REPOSITORY.read(REPOSITORY.root().resolve("docs/contributor/architecture.md"));
        List<MatchResult> rows = ROW.matcher(page).results().toList();
        assertThat(rows).hasSizeGreaterThan(10);
        return rows;
    }

    private static List<String> words(Matcher matcher) {
        return matcher.results().map(found -> found.group(1)).toList();
    }

    private static List<Path> files(String kind) {
        try (Stream<Path> all = Files.walk(CORE.resolve(kind))) {
            return all.filter(file -> kind.equals("main") || file.toString().endsWith("Test.java"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

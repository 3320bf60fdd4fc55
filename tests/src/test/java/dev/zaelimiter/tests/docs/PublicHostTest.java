package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What a public host reads of this repository: workflows, forms, owners. What they name is there. */
@Tag("documents")
class PublicHostTest {

    private static final Path ROOT = Repository.here().root();
    private static final Pattern SCRIPT = Pattern.compile("(?<![\\w/.-])(?:\\./mvnw|(?:bin|\\.ci)/[a-z-]+)(?![\\w.])");
    private static final Pattern TEST = Pattern.compile("bin/test (\\w+)");
    private static final String RELEASING = "docs/contributor/releasing.md";
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern TEXT =
            Pattern.compile("CODEOWNERS|NOTICE|.*\\.(md|xml|yml|yaml|py|java|js|html|sh|json)");
    private static final Pattern BENCHES = Pattern.compile("for name in ([^;]+);");

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(".github"))) {
            return files.filter(file -> file.toString().endsWith(".yml"))
                    .sorted()
                    .toList();
        }
    }

    private static Map<?, ?> parsed(Path file) throws IOException {
        return (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
    }

    @ParameterizedTest
    @MethodSource("files")
    void file_isYaml_andNamesScriptsAndTestsThatAreThere(Path file) throws IOException {
        assertThat(parsed(file)).isNotEmpty();
        String text = Files.readString(file);
        for (Matcher script = SCRIPT.matcher(text); script.find(); ) {
            assertThat(ROOT.resolve(script.group())).as(script.group()).isExecutable();
        }
        for (Matcher test = TEST.matcher(text); test.find(); ) {
            assertThat(Repository.here().sources())
                    .as(test.group())
                    .anyMatch(source -> source.endsWith(test.group(1) + ".java"));
        }
        String bench = Files.readString(ROOT.resolve("benchmarks/src/main/java/dev/zaelimiter/benchmarks/Bench.java"));
        for (Matcher names = BENCHES.matcher(text); names.find(); ) {
            for (String name : names.group(1).split(" ")) {
                assertThat(bench).contains('"' + name + '"');
            }
        }
    }

    @Test
    void build_runsOnEachJavaThatIsPromised() throws IOException {
        assertThat(parsed(ROOT.resolve(".github/workflows/build.yml")).toString())
                .contains("java=[17, 21, 25]");
    }

    /** What a form of GitHub must have, or the form is not shown. */
    @Test
    void forms_haveNameDescriptionAndAsksOfItsKinds() throws IOException {
        for (Path file : files()) {
            if (file.getParent().endsWith("ISSUE_TEMPLATE") && !file.endsWith("config.yml")) {
                Map<?, ?> form = parsed(file);
                assertThat(form.containsKey("name")).isTrue();
                assertThat(form.containsKey("description")).isTrue();
                for (Object ask : (List<?>) form.get("body")) {
                    assertThat(((Map<?, ?>) ask).get("type"))
                            .isIn("markdown", "textarea", "input", "dropdown", "checkboxes");
                }
            }
        }
    }

    /** Who makes the repository public changes what the table says, and forgets no file. */
    @Test
    void whatIsAssumed_standsWhereThePageSays_andNowhereElse() throws IOException {
        List<Path> files = published();
        int rows = 0;
        for (String row : Files.readAllLines(ROOT.resolve(RELEASING))) {
            String[] cells = row.split("\\|", -1);
            if (cells.length < 4 || codes(cells[1]).isEmpty() || codes(cells[2]).isEmpty()) {
                continue;
            }
            rows++;
            for (String name : codes(cells[1])) {
                assertThat(files.stream()
                                .filter(file -> Repository.here().read(file).contains(name))
                                .map(file -> ROOT.relativize(file).toString().replace('\\', '/')))
                        .as(name)
                        .containsExactlyInAnyOrderElementsOf(codes(cells[2]));
            }
        }
        assertThat(rows).isEqualTo(4);
    }

    private static List<String> codes(String cell) {
        return CODE.matcher(cell).results().map(code -> code.group(1)).toList();
    }

    /** What others read: no tests, nothing that is made, and not the page that lists the names. */
    private static List<Path> published() throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes about) {
                return Set.of("target", ".git", "test", "node_modules").contains(String.valueOf(folder.getFileName()))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes about) {
                if (TEXT.matcher(String.valueOf(file.getFileName())).matches() && !file.endsWith(RELEASING)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    @Test
    void owners_nameFoldersThatAreThere() throws IOException {
        for (String line : Files.readAllLines(ROOT.resolve(".github/CODEOWNERS"))) {
            if (line.startsWith("/")) {
                assertThat(ROOT.resolve(line.substring(1).split("\\s+")[0])).exists();
            }
        }
    }
}

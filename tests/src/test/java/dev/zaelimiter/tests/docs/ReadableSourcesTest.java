package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.assertj.core.api.Assertions;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What can be counted of whether sources are read with ease: a method fits on a screen, a comment into its columns. */
@Tag("documents")
class ReadableSourcesTest {

    private static final Repository REPOSITORY = Repository.here();
    private static final int LONGEST_METHOD = 40;
    private static final int WIDEST_COMMENT = 120;

    /**
     * The first characters of a line that is a comment: in the middle of a block, at its beginning, or a single one.
     */
    private static final Pattern COMMENT = Pattern.compile(" *(\\* |/\\*|//).*");

    private static List<Path> java(String folder) {
        return REPOSITORY.sources().stream()
                .filter(file -> file.toString().endsWith(".java"))
                .filter(file -> file.toString().replace('\\', '/').contains(folder))
                .toList();
    }

    private static List<MethodLengths.Length> tooLong(Iterable<? extends JavaFileObject> sources) throws IOException {
        return MethodLengths.of(sources).stream()
                .filter(method -> method.lines() > LONGEST_METHOD)
                .toList();
    }

    private static List<String> tooWide(String name, String text) {
        List<String> found = new ArrayList<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.length() > WIDEST_COMMENT && COMMENT.matcher(line).matches()) {
                found.add(name + ":" + number + ": " + line.length() + " columns");
            }
        }
        return found;
    }

    @Test
    void methods_ofMainSources_fitOnAScreen() throws IOException {
        List<Path> files = java("/src/main/java/");
        assertThat(files).hasSizeGreaterThan(1_000);
        try (StandardJavaFileManager manager =
                ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            assertThat(tooLong(manager.getJavaFileObjectsFromPaths(files)))
                    .as("methods of more than " + LONGEST_METHOD + " lines: give their steps names")
                    .isEmpty();
        }
    }

    @Test
    void comments_ofAllSources_keepWithinTheirColumns() {
        List<String> found = new ArrayList<>();
        for (Path file : java("/src/")) {
            found.addAll(tooWide(REPOSITORY.root().relativize(file).toString(), REPOSITORY.read(file)));
        }
        assertThat(found).isEmpty();
    }

    @Test
    void methods_oneLineTooLong_areFound() throws IOException {
        String body = "\n;".repeat(LONGEST_METHOD - 2) + "\n}";
        String text = "class Told {"
                + "@Deprecated\n@Override\npublic\nint fits() {" + body
                + "int tooLong() {\n" + body
                + "Told(int one,\n int two) {" + body
                + "Told() {" + body
                + "static {\n" + body
                + "Runnable anonymous = new Runnable() { public void run() {\n" + body + "};"
                + "}";

        assertThat(tooLong(List.of(new Text(text))))
                .extracting(MethodLengths.Length::name, MethodLengths.Length::lines)
                .containsExactlyInAnyOrder(tuple("tooLong"), tuple("<init>"), tuple("{}"), tuple("run"));
    }

    private static Tuple tuple(String name) {
        return Assertions.tuple(name, LONGEST_METHOD + 1L);
    }

    @Test
    void methods_ofWhatIsNoJava_areNotCalledShort() {
        assertThatThrownBy(() -> tooLong(List.of(new Text("class Told { int"))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void comments_oneColumnTooWide_areFound_andCodeIsNot() {
        String wide = "x".repeat(WIDEST_COMMENT);
        for (String begin : List.of("// ", " * ", "/** ", "    /* ")) {
            assertThat(tooWide("Told", begin + wide.substring(begin.length() - 1)))
                    .hasSize(1);
            assertThat(tooWide("Told", begin + wide.substring(begin.length()))).isEmpty();
        }
        assertThat(tooWide("Told", "String text = " + wide)).isEmpty();
    }

    /** A source that no file holds. */
    private static final class Text extends SimpleJavaFileObject {

        private final String text;

        private Text(String text) {
            super(URI.create("string:///Told.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}

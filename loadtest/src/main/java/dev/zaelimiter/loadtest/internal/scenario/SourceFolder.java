package dev.zaelimiter.loadtest.internal.scenario;

import dev.zaelimiter.InvalidInputException;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Compiles scenarios that are given as sources. */
public final class SourceFolder {

    private static final int MOST_SHOWN = 5;

    private SourceFolder() {}

    /**
     * Whether a path is a folder of sources, and no jar or folder of classes.
     *
     * @param path any
     * @return true if there is a file of Java in it
     * @throws IOException if it can't be read
     */
    public static boolean is(Path path) throws IOException {
        return Files.isDirectory(path) && !sources(path).isEmpty();
    }

    private static List<Path> sources(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    /**
     * Compiles all of it.
     *
     * @param folder of sources
     * @param libraries jars that they need, beside what this process has
     * @param classes a folder for what comes of it, which is made
     * @throws InvalidInputException if there is no compiler, or it finds an error; it is told with its file and line
     * @throws IOException if something can't be read or written
     */
    public static void compile(Path folder, List<String> libraries, Path classes) throws IOException {
        compile(folder, libraries, classes, ToolProvider.getSystemJavaCompiler());
    }

    static void compile(Path folder, List<String> libraries, Path classes, @Nullable JavaCompiler compiler)
            throws IOException {
        if (compiler == null) {
            throw new InvalidInputException(
                    "code",
                    folder,
                    "a jar or a folder of classes, since this Java (" + System.getProperty("java.home")
                            + ") has no compiler: it is no JDK, or lacks the module jdk.compiler");
        }
        Files.createDirectories(classes);
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        String path = String.join(System.getProperty("path.separator"), libraries);
        String classPath = System.getProperty("java.class.path")
                + (path.isEmpty() ? "" : System.getProperty("path.separator") + path);
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8)) {
            boolean done = compiler.getTask(
                            new StringWriter(),
                            manager,
                            found,
                            List.of("-d", classes.toString(), "-cp", classPath, "-proc:none"),
                            null,
                            manager.getJavaFileObjectsFromPaths(sources(folder)))
                    .call();
            if (!done) {
                throw new InvalidInputException("code", folder, "sources that compile: " + errors(found));
            }
        }
    }

    private static String errors(DiagnosticCollector<JavaFileObject> found) {
        List<Diagnostic<? extends JavaFileObject>> errors = found.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .toList();
        String rest = errors.size() > MOST_SHOWN ? "; and " + (errors.size() - MOST_SHOWN) + " more" : "";
        return errors.stream().limit(MOST_SHOWN).map(SourceFolder::text).collect(Collectors.joining("; ")) + rest;
    }

    private static String text(Diagnostic<? extends JavaFileObject> error) {
        JavaFileObject source = error.getSource();
        String file = source == null ? "" : Path.of(source.toUri()).getFileName() + ":" + error.getLineNumber() + ": ";
        return file + error.getMessage(Locale.ROOT).replaceAll("\\s+", " ");
    }
}

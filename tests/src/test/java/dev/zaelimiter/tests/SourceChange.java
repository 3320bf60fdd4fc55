package dev.zaelimiter.tests;

import java.io.IOException;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A few lines of one class changed: a copy of the class is compiled from the changed source, and comes before the right
 * one in a class loader that shares no class of the limiter with the tests, and all others.
 *
 * @param name what is wrong
 * @param type the simple name of the class, wherever in the core, the embedded stores or the aggregator it lies
 * @param edits what is changed
 */
record SourceChange(String name, String type, List<Edit> edits) {

    private static final List<Path> SOURCES = List.of(
            Path.of("../core/src/main/java/dev/zaelimiter"),
            Path.of("../embedded/src/main/java/dev/zaelimiter"),
            Path.of("../aggregator/src/main/java/dev/zaelimiter"));

    /** Tests of a module see what it hides. */
    private static final List<Path> TESTS = List.of(
            Path.of("../core/target/test-classes"),
            Path.of("../embedded/target/test-classes"),
            Path.of("../aggregator/target/test-classes"));

    private static final JavaCompiler COMPILER =
            Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK is needed");

    /**
     * One for all changes, one after the other, since it has the jars of the class path open; that is the JVM's own.
     */
    private static final StandardJavaFileManager FILES =
            COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8);

    private static final ClassLoader OF_OTHERS = new ClassLoader(SourceChange.class.getClassLoader()) {
        @Override
        protected Class<?> loadClass(String type, boolean resolve) throws ClassNotFoundException {
            if (type.startsWith("dev.zaelimiter.")) {
                throw new ClassNotFoundException(type);
            }
            return super.loadClass(type, resolve);
        }
    };

    /**
     * One change.
     *
     * @param right a piece of the source, found exactly once
     * @param wrong what stands there instead
     */
    record Edit(String right, String wrong) {}

    static SourceChange of(String name, String type, String right, String wrong) {
        return new SourceChange(name, type, List.of(new Edit(right, wrong)));
    }

    SourceChange and(String right, String wrong) {
        List<Edit> more = new ArrayList<>(edits);
        more.add(new Edit(right, wrong));
        return new SourceChange(name, type, more);
    }

    /** Compiles it, and hands over the loader of a limiter with it. */
    ClassLoader plant(Path scratch) throws IOException {
        Path file = file();
        String source = Files.readString(file);
        for (Edit edit : edits) {
            int at = source.indexOf(edit.right);
            if (at < 0 || source.indexOf(edit.right, at + 1) >= 0) {
                throw new IllegalStateException(
                        name + ": found not once in " + type + ", so renew the mutant: " + edit.right);
            }
            source = source.substring(0, at) + edit.wrong + source.substring(at + edit.right.length());
        }
        Path changed = scratch.resolve("src").resolve(file.getFileName());
        Files.createDirectories(changed.getParent());
        Files.writeString(changed, source);
        Path classes = Files.createDirectories(scratch.resolve("classes"));
        compile(changed, classes);
        return loader(List.of(classes));
    }

    /** The loader of a limiter that nothing is changed in. */
    static ClassLoader unchanged() throws MalformedURLException {
        return loader(List.of());
    }

    private static ClassLoader loader(List<Path> changed) throws MalformedURLException {
        List<URL> path = new ArrayList<>();
        for (Path classes : changed) {
            path.add(url(classes));
        }
        for (Path tests : TESTS) {
            path.add(url(tests));
        }
        for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            path.add(url(Path.of(entry)));
        }
        return new URLClassLoader(path.toArray(URL[]::new), OF_OTHERS);
    }

    private Path file() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path root : SOURCES) {
            try (Stream<Path> all = Files.walk(root)) {
                all.filter(path -> path.endsWith(type + ".java")).forEach(found::add);
            }
        }
        if (found.size() != 1) {
            throw new IllegalStateException(name + ": not one class " + type + ": " + found);
        }
        return found.get(0);
    }

    private static URL url(Path path) throws MalformedURLException {
        return path.toUri().toURL();
    }

    private void compile(Path source, Path classes) {
        StringWriter said = new StringWriter();
        boolean done;
        synchronized (FILES) {
            done = COMPILER.getTask(
                            said,
                            FILES,
                            null,
                            List.of("-proc:none", "-nowarn", "-d", classes.toString()),
                            null,
                            FILES.getJavaFileObjects(source))
                    .call();
        }
        if (!done) {
            throw new IllegalStateException(name + " does not compile: " + said);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}

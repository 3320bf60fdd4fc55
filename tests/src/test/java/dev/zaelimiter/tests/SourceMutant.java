package dev.zaelimiter.tests;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * The limiter with one line of it changed: a copy of the class is compiled from the changed source, and comes before the right
 * one in a class loader that shares no class of the limiter with the tests.
 *
 * @param name what is wrong
 * @param type the simple name of the class, wherever in the core it lies
 * @param right a piece of the source, found exactly once
 * @param wrong what stands there instead
 * @param scenario in which it must be caught
 * @param most seeds that are tried
 */
record SourceMutant(String name, String type, String right, String wrong, String scenario, int most) {

    private static final Path SOURCES = Path.of("../core/src/main/java/dev/zaelimiter");
    private static final String RUN = "dev.zaelimiter.testkit.Simulation";
    /** Tests of the core see what it hides. */
    private static final Path TESTS_OF_THE_CORE = Path.of("../core/target/test-classes");

    /** The laws that a seed breaks; none if it breaks none. */
    interface Seeds extends LongFunction<List<String>> {}

    /** Compiles it, and hands over what runs seeds with it. */
    Seeds seeds(Path scratch) throws IOException {
        ClassLoader loader = plant(scratch);
        return seed -> violations(loader, seed);
    }

    /** Compiles it, and hands over the loader of a limiter with it. */
    ClassLoader plant(Path scratch) throws IOException {
        Path file = file();
        String source = Files.readString(file);
        int at = source.indexOf(right);
        if (at < 0 || source.indexOf(right, at + 1) >= 0) {
            throw new IllegalStateException(name + ": found not once in " + type + ", so renew the mutant: " + right);
        }
        Path changed = scratch.resolve("src").resolve(file.getFileName());
        Files.createDirectories(changed.getParent());
        Files.writeString(changed, source.substring(0, at) + wrong + source.substring(at + right.length()));
        Path classes = Files.createDirectories(scratch.resolve("classes"));
        compile(changed, classes);
        List<URL> path = new ArrayList<>(List.of(url(classes), url(TESTS_OF_THE_CORE)));
        for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            path.add(url(Path.of(entry)));
        }
        return new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private Path file() throws IOException {
        try (Stream<Path> all = Files.walk(SOURCES)) {
            List<Path> found = all.filter(path -> path.endsWith(type + ".java")).toList();
            if (found.size() != 1) {
                throw new IllegalStateException(name + ": not one class " + type + ": " + found);
            }
            return found.get(0);
        }
    }

    private static URL url(Path path) throws MalformedURLException {
        return path.toUri().toURL();
    }

    private void compile(Path source, Path classes) {
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK is needed");
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int result = compiler.run(
                null,
                said,
                said,
                "-proc:none",
                "-nowarn",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                source.toString());
        if (result != 0) {
            throw new IllegalStateException(name + " does not compile: " + said.toString(StandardCharsets.UTF_8));
        }
    }

    /** By reflection: to its loader, these are other classes than those of the test. */
    private List<String> violations(ClassLoader loader, long seed) {
        try {
            Class<?> simulation = loader.loadClass(RUN);
            Object run = simulation
                    .getMethod("of", String.class, long.class, boolean.class)
                    .invoke(null, scenario, seed, false);
            Object report = simulation.getMethod("run").invoke(run);
            List<String> laws = new ArrayList<>();
            for (Object violation :
                    (List<?>) report.getClass().getMethod("violations").invoke(report)) {
                String text = String.valueOf(violation);
                laws.add(text.substring(0, text.indexOf(':')));
            }
            return laws;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(name + " can't be run", e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}

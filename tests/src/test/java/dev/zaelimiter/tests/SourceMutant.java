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
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * The limiter with one line of it changed: a copy of the class is compiled from the changed source, and comes before the right
 * one in a class loader that shares no class of the limiter with the tests.
 *
 * @param name what is wrong
 * @param file below {@code core/src/main/java/dev/zaelimiter}
 * @param right a piece of the source, found exactly once
 * @param wrong what stands there instead
 * @param scenario in which it must be caught
 * @param seeds so many at most
 */
record SourceMutant(String name, String file, String right, String wrong, String scenario, int seeds) {

    private static final Path SOURCES = Path.of("../core/src/main/java/dev/zaelimiter");
    private static final String RUN = "dev.zaelimiter.testkit.Simulation";

    /** The laws that a seed breaks; none if it breaks none. */
    interface Seeds extends LongFunction<List<String>> {}

    /** Compiles it, and hands over what runs seeds with it. */
    Seeds plant(Path scratch) throws IOException {
        String source = Files.readString(SOURCES.resolve(file));
        int at = source.indexOf(right);
        if (at < 0 || source.indexOf(right, at + 1) >= 0) {
            throw new IllegalStateException(name + ": found not once in " + file + ", so renew the mutant: " + right);
        }
        Path changed = scratch.resolve("src").resolve(Path.of(file).getFileName());
        Files.createDirectories(changed.getParent());
        Files.writeString(changed, source.substring(0, at) + wrong + source.substring(at + right.length()));
        Path classes = Files.createDirectories(scratch.resolve("classes"));
        compile(changed, classes);
        List<URL> path = new ArrayList<>(List.of(url(classes)));
        for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            path.add(url(Path.of(entry)));
        }
        URLClassLoader loader = new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        return seed -> violations(loader, seed);
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

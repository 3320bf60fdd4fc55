package dev.zaelimiter.aggregator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The aggregator with a few lines of it changed: copies of the classes are compiled from the changed source, and come before
 * the right ones in a class loader that shares no class with the tests.
 *
 * @param name what is wrong
 * @param edits what is changed, in one class
 */
record PlantedBug(String name, List<Edit> edits) {

    private static final List<Path> SOURCES =
            List.of(Path.of("src/main/java/dev/zaelimiter"), Path.of("../core/src/main/java/dev/zaelimiter"));

    /**
     * One change.
     *
     * @param type the simple name of the class
     * @param right a piece of its source, found exactly once
     * @param wrong what stands there instead
     */
    record Edit(String type, String right, String wrong) {}

    static PlantedBug of(String name, String type, String right, String wrong) {
        return new PlantedBug(name, List.of(new Edit(type, right, wrong)));
    }

    PlantedBug and(String right, String wrong) {
        List<Edit> more = new ArrayList<>(edits);
        more.add(new Edit(edits.get(0).type(), right, wrong));
        return new PlantedBug(name, more);
    }

    /** Compiles it, and hands over what runs the law of a seed with it: what it breaks, or null. */
    IntFunction<@Nullable Throwable> plant(Path scratch) throws IOException, ReflectiveOperationException {
        Path file = file(edits.get(0).type());
        String source = Files.readString(file);
        for (Edit edit : edits) {
            int at = source.indexOf(edit.right());
            if (at < 0 || source.indexOf(edit.right(), at + 1) >= 0) {
                throw new IllegalStateException(name + ": found not once in " + file + ": " + edit.right());
            }
            source = source.substring(0, at)
                    + edit.wrong()
                    + source.substring(at + edit.right().length());
        }
        Path changed = scratch.resolve("src").resolve(file.getFileName());
        Files.createDirectories(changed.getParent());
        Files.writeString(changed, source);
        Path classes = Files.createDirectories(scratch.resolve("classes"));
        compile(changed, classes);
        List<URL> path = new ArrayList<>(List.of(classes.toUri().toURL()));
        for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            path.add(Path.of(entry).toUri().toURL());
        }
        Class<?> law = new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())
                .loadClass(AggregationLawTest.class.getName());
        Constructor<?> made = law.getDeclaredConstructor();
        made.setAccessible(true);
        Method test = law.getDeclaredMethod("usage_ofRandomTakesDeliveredAnyhow_isWhatWasConsumed", int.class);
        test.setAccessible(true);
        return seed -> broken(made, test, seed);
    }

    private @Nullable Throwable broken(Constructor<?> made, Method test, int seed) {
        try {
            test.invoke(made.newInstance(), seed);
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(name + " can't be run", e);
        }
    }

    private static Path file(String type) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path root : SOURCES) {
            try (Stream<Path> all = Files.walk(root)) {
                all.filter(path -> path.endsWith(type + ".java")).forEach(found::add);
            }
        }
        if (found.size() != 1) {
            throw new IllegalStateException("not one class " + type + ": " + found);
        }
        return found.get(0);
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

    @Override
    public String toString() {
        return name;
    }
}

package dev.zaelimiter.benchmarks.sweep;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * The engine with one constant changed: one source file of it is compiled anew, and all classes are loaded a second
 * time with it. So a constant can be measured and stays a constant.
 *
 * @param name for the table
 * @param source the file, below the sources of the module {@code core}
 * @param constant its text there, which must occur once
 * @param instead what is to stand there
 */
record Variant(String name, String source, String constant, String instead) {

    /** Loads this engine. The loader is closed by who asks for it. */
    URLClassLoader load() throws IOException {
        String text = changed();
        Path directory = Files.createTempDirectory("variant");
        Path file = directory.resolve("sources").resolve(source);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Path classes = Files.createDirectory(directory.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int failed = compiler.run(
                null,
                null,
                null,
                "-nowarn",
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                file.toString());
        if (failed != 0) {
            throw new IllegalStateException(source + " with '" + instead + "' does not compile");
        }
        List<URL> urls = new ArrayList<>(List.of(classes.toUri().toURL()));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        // Nothing of the class path is shared; otherwise the second classes would find the unchanged ones there.
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    /** The source with the change. */
    String changed() throws IOException {
        String text = Files.readString(root().resolve("core/src/main/java").resolve(source));
        if (text.indexOf(constant) < 0 || text.indexOf(constant) != text.lastIndexOf(constant)) {
            throw new IllegalStateException("'" + constant + "' does not stand once in " + source);
        }
        return text.replace(constant, instead);
    }

    private static Path root() {
        try {
            Path here = Path.of(Variant.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path at = here;
            while (at != null && !Files.isDirectory(at.resolve("core/src/main/java"))) {
                at = at.getParent();
            }
            if (at == null) {
                throw new IllegalStateException("no sources above " + here);
            }
            return at;
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}

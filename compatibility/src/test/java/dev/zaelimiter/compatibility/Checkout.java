package dev.zaelimiter.compatibility;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The checkout that this test runs in, and its modules as the poms name them. */
final class Checkout {

    static final Path ROOT = root();

    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

    /** Published to be run, not to build with: of these only the commands and their exit codes are promised. */
    private static final Set<String> APPLICATIONS = Set.of("cli", "aggregator-lambda");

    private Checkout() {}

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve(".mvn"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    static List<String> modules() {
        Matcher module = MODULE.matcher(read(ROOT.resolve("pom.xml")));
        return Stream.iterate(module, Matcher::find, each -> each)
                .map(each -> each.group(1))
                .toList();
    }

    /** Those that a release brings, apart from the list of versions. */
    static List<String> publishedModules() {
        return modules().stream()
                .filter(module -> !pom(module).contains("<maven.deploy.skip>true"))
                .filter(module -> !module.equals("bom"))
                .toList();
    }

    /** Those of them that have classes. */
    static List<String> publishedJars() {
        return publishedModules().stream()
                .filter(module -> !pom(module).contains("<packaging>pom</packaging>"))
                .toList();
    }

    /** Those that programs of others are built with. */
    static List<String> libraries() {
        return publishedJars().stream()
                .filter(module -> !APPLICATIONS.contains(module))
                .toList();
    }

    static String pom(String module) {
        return read(ROOT.resolve(module).resolve("pom.xml"));
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

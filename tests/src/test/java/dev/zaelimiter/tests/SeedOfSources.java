package dev.zaelimiter.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * A number that is another with each change of the limiter or its simulation, and the same for whoever runs the same
 * ones.
 */
final class SeedOfSources {

    private static final List<Path> SOURCES =
            List.of(Path.of("../core/src/main/java"), Path.of("../testkit/src/main/java"));

    private static final long VALUE = ofAllFiles();

    private SeedOfSources() {}

    /** 0 to 2^32 - 1. */
    static long value() {
        return VALUE;
    }

    private static long ofAllFiles() {
        CRC32 sum = new CRC32();
        for (Path root : SOURCES) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    // Lines, since line ends are not the same everywhere.
                    Files.readAllLines(file).forEach(line -> sum.update(line.getBytes(StandardCharsets.UTF_8)));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return sum.getValue();
    }
}

package dev.zaelimiter.cli.admin.aggregator;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.cli.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Tries whether something can be written, before hours of work depend on it. What permissions say is not enough: a file
 * system may be read-only, and the superuser may write everything until it is tried. Nothing is left behind.
 */
final class Writable {

    private Writable() {}

    /**
     * Refuses a file to which no line can be appended.
     *
     * @param option where it was given
     * @param given as it was given
     * @param file which
     * @throws InvalidInputException if it can't be written
     */
    static void requireFile(String option, String given, Path file) {
        Path parent = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || parent == null || !Files.isDirectory(parent)) {
            throw new InvalidInputException(option, given, "a file in a directory that exists");
        }
        try {
            if (Files.isRegularFile(file)) {
                Files.newOutputStream(file, StandardOpenOption.APPEND).close();
            } else if (!Files.exists(file)) {
                tryIn(parent);
            }
        } catch (IOException e) {
            throw new InvalidInputException(option, given, "a file that can be written: " + WholeFile.reason(e));
        }
    }

    /**
     * Refuses a folder that is none, or in which nothing can be made. One that is not there is made when it is needed.
     *
     * @param option where it was given
     * @param given as it was given
     * @param folder which
     * @throws InvalidInputException if it can't be used
     */
    static void requireFolder(String option, String given, Path folder) {
        Path there = folder.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there)) {
            throw new InvalidInputException(option, given, "a directory, or a new name for one");
        }
        try {
            tryIn(there);
        } catch (IOException e) {
            throw new InvalidInputException(
                    option, given, "a directory in which files can be made: " + WholeFile.reason(e));
        }
    }

    private static void tryIn(Path folder) throws IOException {
        Files.delete(Files.createTempFile(folder, ".zae-limiter-", ".try"));
    }
}

package dev.zaelimiter.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * The file of a store that a command is about. Standard input is kept in a temporary file, which is this user's alone,
 * until this is closed: a store is read in more than one pass.
 */
final class StoreInput implements AutoCloseable {

    static final String STANDARD_INPUT = "-";

    private final Path path;
    private final @Nullable Path temporary;

    private StoreInput(Path path, @Nullable Path temporary) {
        this.path = path;
        this.temporary = temporary;
    }

    /**
     * Finds it.
     *
     * @param file its name, or - for standard input
     * @throws BadInputException if that is no name; the message follows it
     */
    static StoreInput of(String file) {
        return file.equals(STANDARD_INPUT) ? keep(System.in) : new StoreInput(named(file), null);
    }

    private static StoreInput keep(InputStream in) {
        try {
            Path temporary = Files.createTempFile("zae-limiter", ".zae");
            try {
                Files.copy(in, temporary, StandardCopyOption.REPLACE_EXISTING);
                return new StoreInput(temporary, temporary);
            } catch (IOException | RuntimeException e) {
                Files.deleteIfExists(temporary);
                throw e;
            }
        } catch (IOException e) {
            throw new BadInputException(
                    "is standard input, which can't be kept in a temporary file: " + WholeFile.reason(e), e);
        }
    }

    static Path named(String file) {
        try {
            if (file.isEmpty()) {
                throw new BadInputException("is not a file name: it is empty");
            }
            return Path.of(file);
        } catch (InvalidPathException e) {
            throw new BadInputException("is not a file name: " + e.getReason(), e);
        }
    }

    Path path() {
        return path;
    }

    /** How many bytes there are; 0 if nobody knows. */
    long length() {
        try {
            return Files.size(path);
        } catch (IOException unknown) {
            // Whoever reads it says so.
            return 0;
        }
    }

    @Override
    public void close() {
        if (temporary != null) {
            try {
                Files.deleteIfExists(temporary);
            } catch (IOException e) {
                // It is empty of use, and the system's to clean up.
            }
        }
    }
}

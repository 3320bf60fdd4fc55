package dev.zaelimiter.loadtest.internal.plan;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a file so that whoever reads it sees all of it or the one before. */
public final class WrittenWhole {

    private WrittenWhole() {}

    /**
     * Writes it.
     *
     * @param file where
     * @param text all that it is to hold
     * @throws IOException if it can't be written; an older one is as it was
     */
    public static void write(Path file, String text) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(part, text);
        try {
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}

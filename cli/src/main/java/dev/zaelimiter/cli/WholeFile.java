package dev.zaelimiter.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Objects;
import java.util.UUID;

/** Writes files that are there as a whole, or not at all. */
public final class WholeFile {

    private WholeFile() {}

    /**
     * Writes a text in UTF-8. What was there is replaced when all is written, and keeps its permissions; a link leads
     * to the file that is replaced. A pipe or a device, as {@code /dev/stdout}, is written to, and not replaced.
     *
     * @param file where to
     * @param text all of it
     * @throws IOException if it can't be written; what was there is as it was
     */
    public static void write(Path file, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        boolean exists = Files.exists(file);
        if (exists && !Files.isRegularFile(file)) {
            Files.write(file, bytes, StandardOpenOption.WRITE);
            return;
        }
        Path target = exists ? file.toRealPath() : file.toAbsolutePath();
        Path part = target.resolveSibling("." + UUID.randomUUID() + ".part");
        try {
            Files.write(part, bytes, StandardOpenOption.CREATE_NEW);
            if (exists) {
                keepPermissions(target, part);
            }
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /**
     * Why a file can't be read or written, in words that do not name it again.
     *
     * @param failure what was thrown
     * @return the end of a sentence
     */
    public static String reason(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "there is no such file or folder";
        } else if (failure instanceof AccessDeniedException) {
            return "this user may not do that";
        } else if (failure instanceof FileSystemException other) {
            return Objects.requireNonNullElse(other.getReason(), other.toString());
        }
        return Objects.requireNonNullElse(failure.getMessage(), failure.toString());
    }

    private static void keepPermissions(Path from, Path to) throws IOException {
        PosixFileAttributeView old = Files.getFileAttributeView(from, PosixFileAttributeView.class);
        PosixFileAttributeView made = Files.getFileAttributeView(to, PosixFileAttributeView.class);
        if (old != null && made != null) {
            made.setPermissions(old.readAttributes().permissions());
        }
    }
}

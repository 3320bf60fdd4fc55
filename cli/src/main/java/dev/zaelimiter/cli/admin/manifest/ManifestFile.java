package dev.zaelimiter.cli.admin.manifest;

import dev.zaelimiter.admin.manifest.Manifest;
import dev.zaelimiter.admin.manifest.ManifestException;
import dev.zaelimiter.cli.BadInputException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A manifest's file, named on the command line. */
final class ManifestFile {

    private static final long LARGEST = 10_000_000;

    private ManifestFile() {}

    static Manifest read(String name) {
        Path path = path(name);
        try {
            if (Files.isDirectory(path)) {
                throw new BadInputException("--file '" + name + "' is a directory; a YAML file is needed");
            }
            if (Files.size(path) > LARGEST) {
                throw new BadInputException("--file '" + name + "' is larger than " + LARGEST + " bytes");
            }
            return Manifest.parse(Files.readString(path));
        } catch (ManifestException e) {
            throw new BadInputException(name + ": " + e.getMessage(), e);
        } catch (NoSuchFileException e) {
            throw new BadInputException("--file '" + name + "' does not exist", e);
        } catch (CharacterCodingException e) {
            throw new BadInputException("--file '" + name + "' is not UTF-8", e);
        } catch (IOException e) {
            throw new BadInputException("--file '" + name + "' can't be read: " + e.getMessage(), e);
        }
    }

    /** Writes a whole file, or leaves what was there. */
    static void write(String name, String text, boolean replace) {
        Path path = path(name);
        if (!replace && Files.exists(path)) {
            throw new BadInputException("--file '" + name + "' exists: name another, or give --force to replace it");
        }
        Path folder = Objects.requireNonNullElse(path.toAbsolutePath().getParent(), path.toAbsolutePath());
        Path part = null;
        try {
            part = Files.createTempFile(folder, ".limits", ".part");
            Files.writeString(part, text);
            Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            remove(part, e);
            throw new BadInputException("--file '" + name + "' can't be written: " + e.getMessage(), e);
        }
    }

    private static void remove(@Nullable Path part, IOException why) {
        try {
            if (part != null) {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }

    private static Path path(String name) {
        try {
            if (name.isEmpty()) {
                throw new BadInputException("--file '' is no name of a file");
            }
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new BadInputException("--file is no name of a file: " + e.getReason(), e);
        }
    }
}

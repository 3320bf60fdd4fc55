package dev.zaelimiter.cli.admin.manifest;

import dev.zaelimiter.admin.manifest.Manifest;
import dev.zaelimiter.admin.manifest.ManifestException;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.Text;
import dev.zaelimiter.cli.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A manifest's file, named on the command line. */
final class ManifestFile {

    static final String STANDARD_INPUT = "-";

    private static final int LARGEST = 10_000_000;

    private ManifestFile() {}

    static Manifest read(String name) {
        String shown = name.equals(STANDARD_INPUT) ? "standard input" : "--file '" + name + "'";
        try (InputStream in = open(name)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new BadInputException(shown + " is larger than " + Text.count(LARGEST) + " bytes");
            }
            return Manifest.parse(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (ManifestException e) {
            throw new BadInputException((name.equals(STANDARD_INPUT) ? shown : name) + ": " + e.getMessage(), e);
        } catch (CharacterCodingException e) {
            throw new BadInputException(shown + " is not UTF-8", e);
        } catch (IOException e) {
            throw new BadInputException(shown + " can't be read: " + WholeFile.reason(e), e);
        }
    }

    private static InputStream open(String name) throws IOException {
        if (name.equals(STANDARD_INPUT)) {
            return System.in;
        }
        Path path = path(name);
        if (Files.isDirectory(path)) {
            throw new BadInputException("--file '" + name + "' is a directory; a YAML file is needed");
        } else if (!Files.exists(path)) {
            throw new BadInputException("--file '" + name + "' does not exist");
        }
        return Files.newInputStream(path);
    }

    /** Writes a whole file, or leaves what was there. */
    static void write(String name, String text, boolean replace) {
        Path path = path(name);
        if (!replace && Files.exists(path)) {
            throw new BadInputException("--file '" + name + "' exists: name another, or give --force to replace it");
        }
        try {
            WholeFile.write(path, text);
        } catch (IOException e) {
            throw new BadInputException("--file '" + name + "' can't be written: " + WholeFile.reason(e), e);
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

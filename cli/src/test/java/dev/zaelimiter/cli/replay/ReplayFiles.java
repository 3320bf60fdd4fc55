package dev.zaelimiter.cli.replay;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Files to replay. */
final class ReplayFiles {

    /** The trace that comes with the project. */
    static final Path AZURE = Path.of("..", "examples", "traces", "azure-llm-code.csv");

    private ReplayFiles() {}

    static String write(Path directory, String text) {
        return write(directory, text.getBytes(StandardCharsets.UTF_8));
    }

    static String write(Path directory, byte[] bytes) {
        try {
            return Files.write(Files.createTempFile(directory, "trace", ".csv"), bytes)
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}

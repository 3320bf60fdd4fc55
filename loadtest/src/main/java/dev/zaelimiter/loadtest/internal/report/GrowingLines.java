package dev.zaelimiter.loadtest.internal.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A file of lines that somebody may still be writing: each reading gives those that have come since the last one, so
 * that who watches a long run reads no line twice. For one thread.
 */
final class GrowingLines {

    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private long position;

    GrowingLines(Path file) {
        this.file = file;
    }

    /**
     * Hands on all lines that are whole by now, without their ends. A file that is not there has none.
     *
     * @throws IOException if it can't be read; what was handed on is not handed on again
     */
    void read(Consumer<String> line) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            InputStream in = Channels.newInputStream(channel.position(position));
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
                position += read;
                split(buffer, read, line);
            }
        } catch (NoSuchFileException e) {
            // Nobody has begun to write it.
        }
    }

    private void split(byte[] bytes, int length, Consumer<String> line) {
        int from = 0;
        for (int i = 0; i < length; i++) {
            if (bytes[i] == '\n') {
                begun.write(bytes, from, i - from);
                from = i + 1;
                String whole = begun.toString(StandardCharsets.UTF_8);
                begun.reset();
                line.accept(whole);
            }
        }
        begun.write(bytes, from, length - from);
    }

    /** What stands behind the last whole line: of a file that nobody writes any more, one that was cut short. */
    String rest() {
        return begun.toString(StandardCharsets.UTF_8);
    }

    Path file() {
        return file;
    }
}

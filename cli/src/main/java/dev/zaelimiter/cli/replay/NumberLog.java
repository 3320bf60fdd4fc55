package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.BadInputException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whole numbers, written once and read many times: small ones take one byte. What goes beyond {@value #MEMORY} bytes
 * lies in a temporary file, which is deleted at {@link #close}. Not thread-safe.
 */
final class NumberLog implements Closeable {

    private static final int CHUNK = 1 << 16;
    private static final int MEMORY = 48 << 20;
    private static final int LONGEST_NUMBER = 10;

    private final int chunksInMemory;
    private final List<byte[]> full = new ArrayList<>();
    private byte[] chunk = new byte[CHUNK + LONGEST_NUMBER];
    private int used;
    private @Nullable Path file;
    private @Nullable OutputStream out;

    NumberLog() {
        this(MEMORY);
    }

    /** With that many bytes of memory. */
    NumberLog(int memory) {
        this.chunksInMemory = memory / CHUNK;
    }

    /** Adds a number of 0 or more. */
    void add(long number) {
        long rest = number;
        while (rest >= 0x80) {
            chunk[used++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        chunk[used++] = (byte) rest;
        if (used >= CHUNK) {
            put(used);
            used = 0;
        }
    }

    /** Reads from the first number on; nothing may be added meanwhile. */
    Numbers read() {
        try {
            if (out != null) {
                out.flush();
            }
            return new Numbers(file == null ? null : new BufferedInputStream(Files.newInputStream(file), CHUNK));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void close() {
        try {
            if (out != null) {
                out.close();
            }
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Keeps a chunk; each begins with its length. */
    private void put(int length) {
        if (full.size() < chunksInMemory) {
            full.add(java.util.Arrays.copyOf(chunk, length));
            return;
        }
        try {
            if (out == null) {
                file = Files.createTempFile("zae-limiter-replay", ".tmp");
                file.toFile().deleteOnExit();
                out = Files.newOutputStream(file);
            }
            out.write(length >>> 16);
            out.write(length >>> 8);
            out.write(length);
            out.write(chunk, 0, length);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static BadInputException failed(IOException e) {
        return new BadInputException("a temporary file for --suggest failed: " + e.getMessage(), e);
    }

    /** The numbers in the order in which they were added. */
    final class Numbers implements Closeable {

        private final @Nullable InputStream rest;
        private byte[] current = new byte[0];
        private int at;
        private int end;
        private int next;

        private Numbers(@Nullable InputStream rest) {
            this.rest = rest;
        }

        /** The next number; there has to be one. */
        long next() {
            long number = 0;
            for (int shift = 0; ; shift += 7) {
                if (at == end) {
                    load();
                }
                byte b = current[at++];
                number |= (b & 0x7fL) << shift;
                if (b >= 0) {
                    return number;
                }
            }
        }

        @Override
        public void close() {
            try {
                if (rest != null) {
                    rest.close();
                }
            } catch (IOException e) {
                throw failed(e);
            }
        }

        private void load() {
            at = 0;
            if (next < full.size()) {
                current = full.get(next++);
                end = current.length;
                return;
            }
            try {
                int length = rest == null ? -1 : rest.read();
                if (length >= 0 && rest != null) {
                    int size = length << 16 | rest.read() << 8 | rest.read();
                    current = rest.readNBytes(size);
                    end = current.length;
                    if (end < size) {
                        throw new EOFException("it is cut short");
                    }
                    return;
                }
            } catch (IOException e) {
                throw failed(e);
            }
            current = chunk;
            end = used;
            if (next++ > full.size()) {
                throw new UncheckedIOException(new EOFException("no number is left"));
            }
        }
    }
}

package dev.zaelimiter.cli.replay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads one sorted part of a temporary file of {@link RowSorter}. Not thread-safe. */
final class RunReader implements Comparable<RunReader> {

    private final int number;
    private final RowForm form;
    private final List<EntityResource> names;
    private final FileChannel channel;
    private final ByteBuffer buffer;
    private final Row row;
    private long at;
    private final long end;

    /**
     * A reader at the beginning of a part.
     *
     * @param number of the part; of rows at one instant those of the lowest come first
     * @param form of its rows
     * @param names those that rows refer to
     * @param channel the file
     * @param start where the part begins
     * @param end where it ends
     * @param size of the buffer, in bytes
     */
    RunReader(
            int number, RowForm form, List<EntityResource> names, FileChannel channel, long start, long end, int size) {
        this.number = number;
        this.form = form;
        this.names = names;
        this.channel = channel;
        this.at = start;
        this.end = end;
        this.buffer = ByteBuffer.allocate(size).limit(0);
        this.row = new Row(form.fixed().length);
        row.answered = form.answered();
        System.arraycopy(form.fixed(), 0, row.amounts(), 0, form.fixed().length);
    }

    /** The row that was read last; the same object for each. */
    Row row() {
        return row;
    }

    /** Reads the next row; false at the end. */
    boolean next() throws IOException {
        if (!buffer.hasRemaining() && at == end) {
            return false;
        }
        row.millis += get();
        long name = get();
        if ((name & 1) == 1) {
            row.entity = text();
            row.resource = text();
        } else {
            EntityResource id = names.get((int) (name >>> 1));
            row.entity = id.entity();
            row.resource = id.resource();
        }
        for (int place : form.varying()) {
            row.amounts()[place] = get();
        }
        if (form.answered()) {
            row.outputTokens = get();
            row.totalTokens = get();
        }
        return true;
    }

    private String text() throws IOException {
        byte[] bytes = new byte[(int) get()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = oneByte();
        }
        return new String(bytes, StandardCharsets.UTF_16BE);
    }

    private long get() throws IOException {
        long number = 0;
        for (int shift = 0; ; shift += 7) {
            byte b = oneByte();
            number |= (b & 0x7fL) << shift;
            if (b >= 0) {
                return number;
            }
        }
    }

    private byte oneByte() throws IOException {
        if (!buffer.hasRemaining()) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), end - at));
            while (buffer.hasRemaining()) {
                int read = channel.read(buffer, at);
                if (read < 0) {
                    throw new IOException("it is cut short");
                }
                at += read;
            }
            buffer.flip();
        }
        return buffer.get();
    }

    @Override
    public int compareTo(RunReader other) {
        int byTime = Long.compare(row.millis, other.row.millis);
        return byTime != 0 ? byTime : Integer.compare(number, other.number);
    }
}

package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.BadInputException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Puts rows in the order of their times; those of one instant stay in the order of the file, or in its reverse. Some
 * are sorted in memory, written to a temporary file, and all of these runs are merged. Memory is bounded by
 * {@value #MEMORY} bytes a run and {@value #NAMES} pairs of names; the names of further pairs are written with their
 * rows. Not thread-safe.
 */
final class RowSorter implements Closeable {

    private static final int MEMORY = 48 << 20;
    private static final int MOST_ROWS = 1 << 20;
    private static final int FEWEST_ROWS = 1 << 12;
    private static final int INDEX_BITS = 20;
    private static final int NAMES = 1 << 18;
    private static final int MERGE_MEMORY = 32 << 20;
    private static final int LARGEST_BUFFER = 1 << 18;
    private static final int LEAST_BUFFER = 1 << 13;

    private final RowForm form;
    private final boolean newestFirst;
    private final int rowsOfRun;
    private long[] keys;
    private long[] fields;
    private final Map<EntityResource, Integer> known = new HashMap<>();
    private final List<EntityResource> names = new ArrayList<>();
    private final List<EntityResource> unknown = new ArrayList<>();
    private final List<Run> runs = new ArrayList<>();
    private int size;
    private long rows;
    private @Nullable Path file;
    private @Nullable FileChannel channel;

    /** A sorted part of the temporary file. */
    private record Run(long start, long end) {}

    /**
     * An empty sorter.
     *
     * @param takes what each limit takes of a row
     * @param answered what {@link Row#answered} is for each row
     * @param newestFirst whether the file runs backwards, so that of one instant the last row came first
     */
    RowSorter(List<Take> takes, boolean answered, boolean newestFirst) {
        this(takes, answered, newestFirst, MOST_ROWS);
    }

    /** With runs of that many rows at most. */
    RowSorter(List<Take> takes, boolean answered, boolean newestFirst, int mostRows) {
        this.newestFirst = newestFirst;
        long[] fixed = new long[takes.size()];
        int[] varying = new int[takes.size()];
        int count = 0;
        for (int i = 0; i < fixed.length; i++) {
            if (takes.get(i) instanceof Take.Fixed take) {
                fixed[i] = take.amount();
            } else {
                varying[count++] = i;
            }
        }
        this.form = new RowForm(Arrays.copyOf(varying, count), fixed, answered);
        this.rowsOfRun = Math.min(Math.min(mostRows, MOST_ROWS), MEMORY / Long.BYTES / (form.width() + 1));
        int room = Math.min(rowsOfRun, FEWEST_ROWS);
        this.keys = new long[room];
        this.fields = new long[room * form.width()];
    }

    /** How many rows there are. */
    long rows() {
        return rows;
    }

    /** Whether rows of an entity on a resource are among those that were added; perhaps not if there are very many. */
    boolean knows(Row row) {
        return known.containsKey(new EntityResource(row.entity, row.resource));
    }

    /** Adds a row. */
    void add(Row row) {
        if (size == rowsOfRun) {
            flush();
        }
        if (size == keys.length) {
            int room = Math.min(rowsOfRun, 2 * size);
            keys = Arrays.copyOf(keys, room);
            fields = Arrays.copyOf(fields, room * form.width());
        }
        keys[size] = row.millis << INDEX_BITS | (newestFirst ? MOST_ROWS - 1 - size : size);
        int at = size * form.width();
        fields[at++] = name(row);
        for (int place : form.varying()) {
            fields[at++] = row.amounts()[place];
        }
        if (form.answered()) {
            fields[at++] = row.outputTokens;
            fields[at] = row.totalTokens;
        }
        size++;
        rows++;
    }

    /** Numbers of pairs that are remembered are even, those of pairs that this run alone knows are odd. */
    private long name(Row row) {
        EntityResource id = new EntityResource(row.entity, row.resource);
        Integer number = known.get(id);
        if (number != null) {
            return 2L * number;
        }
        if (names.size() < NAMES) {
            known.put(id, names.size());
            names.add(id);
            return 2L * (names.size() - 1);
        }
        unknown.add(id);
        return 2L * (unknown.size() - 1) + 1;
    }

    /** What gets the rows in their order. */
    interface Sorted {
        /** One row, the same object for each. */
        void row(Row row);
    }

    /** Gives all rows in the order of their times, once. */
    void forEach(Sorted sorted) {
        flush();
        try {
            int buffer = Math.max(LEAST_BUFFER, Math.min(LARGEST_BUFFER, MERGE_MEMORY / Math.max(1, runs.size())));
            PriorityQueue<RunReader> readers = new PriorityQueue<>();
            for (int i = 0; i < runs.size(); i++) {
                Run run = runs.get(i);
                RunReader reader =
                        new RunReader(newestFirst ? -i : i, form, names, channel(), run.start(), run.end(), buffer);
                if (reader.next()) {
                    readers.add(reader);
                }
            }
            for (RunReader first = readers.poll(); first != null; first = readers.poll()) {
                RunReader second = readers.peek();
                // Rows of one run come one after another as long as no other is earlier: the queue is left alone.
                boolean more;
                do {
                    sorted.row(first.row());
                    more = first.next();
                } while (more && (second == null || first.compareTo(second) < 0));
                if (more) {
                    readers.add(first);
                }
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private void flush() {
        if (size == 0) {
            return;
        }
        Arrays.sort(keys, 0, size);
        try {
            FileChannel out = channel();
            long start = out.position();
            ByteBuffer buffer = ByteBuffer.allocate(LARGEST_BUFFER);
            long lastMillis = 0;
            for (int i = 0; i < size; i++) {
                long millis = keys[i] >>> INDEX_BITS;
                int place = (int) (keys[i] & (1 << INDEX_BITS) - 1);
                int index = newestFirst ? MOST_ROWS - 1 - place : place;
                if (buffer.remaining() < 10 * (form.width() + 3)) {
                    write(out, buffer);
                }
                put(buffer, millis - lastMillis);
                lastMillis = millis;
                int at = index * form.width();
                put(buffer, fields[at]);
                if ((fields[at] & 1) == 1) {
                    EntityResource id = unknown.get((int) (fields[at] >>> 1));
                    putText(out, buffer, id.entity());
                    putText(out, buffer, id.resource());
                }
                for (int j = 1; j < form.width(); j++) {
                    put(buffer, fields[at + j]);
                }
            }
            write(out, buffer);
            runs.add(new Run(start, out.position()));
        } catch (IOException e) {
            throw failed(e);
        }
        size = 0;
        unknown.clear();
    }

    private FileChannel channel() throws IOException {
        FileChannel open = channel;
        if (open == null) {
            Path made = Files.createTempFile("zae-limiter-replay", ".tmp");
            made.toFile().deleteOnExit();
            file = made;
            open = FileChannel.open(made, StandardOpenOption.READ, StandardOpenOption.WRITE);
            channel = open;
        }
        return open;
    }

    private static void put(ByteBuffer buffer, long number) {
        long rest = number;
        while (rest >= 0x80) {
            buffer.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        buffer.put((byte) rest);
    }

    private static void putText(FileChannel out, ByteBuffer buffer, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_16BE);
        if (buffer.remaining() < bytes.length + 300) {
            write(out, buffer);
        }
        put(buffer, bytes.length);
        buffer.put(bytes);
    }

    private static void write(FileChannel out, ByteBuffer buffer) throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            out.write(buffer);
        }
        buffer.clear();
    }

    private static BadInputException failed(IOException e) {
        return new BadInputException("a temporary file to sort the rows by time failed: " + e.getMessage(), e);
    }
}

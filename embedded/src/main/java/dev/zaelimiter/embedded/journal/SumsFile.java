package dev.zaelimiter.embedded.journal;

import dev.zaelimiter.store.Key;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The sums of a store that is open, in memory that belongs to a file: what is added there survives the end of the
 * process, however it ends, as what is written does. Rows may be used by many threads; the rest is for one.
 *
 * <p>The file is always a new one, so a thread of an earlier life that comes late adds to nobody's sums.
 */
public final class SumsFile {

    private static final int CHUNK = 64 * 1024;

    private final Path path;
    private final ByteBuffer bytes;

    private SumsFile(Path path, ByteBuffer bytes) {
        this.path = path;
        this.bytes = bytes;
    }

    /**
     * Makes the file, all of it: no page of it has to be found a place for later, when there may be none.
     *
     * @param store the file of the store
     * @param fileId the number of that file
     * @param batches how many batches are in it
     * @return sums, none of which is in use
     * @throws IOException if it can't be made, or something else is in its place
     */
    public static SumsFile create(Path store, long fileId, long batches) throws IOException {
        Path place = SumsFormat.beside(store);
        clear(place);
        FileMode.of(store).create(place);
        try (RandomAccessFile file = new RandomAccessFile(place.toFile(), "rw")) {
            file.write(head(fileId));
            byte[] zeros = new byte[CHUNK];
            for (int at = SumsFormat.HEAD; at < SumsFormat.SIZE; at += CHUNK) {
                file.write(zeros, 0, Math.min(CHUNK, SumsFormat.SIZE - at));
            }
            ByteBuffer bytes = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, SumsFormat.SIZE);
            SumsFile sums = new SumsFile(place, bytes.order(ByteOrder.LITTLE_ENDIAN));
            sums.belongTo(fileId, batches);
            return sums;
        } catch (IOException | RuntimeException | Error e) {
            Files.deleteIfExists(place);
            throw e;
        }
    }

    /** What another program put there is not ours to delete. */
    private static void clear(Path place) throws IOException {
        if (!Files.exists(place)) {
            return;
        }
        if (!Files.isRegularFile(place)) {
            // To open a pipe, say, would wait for somebody who writes to it.
            throw new IOException(place + " is in the way: it is no file; move it");
        }
        byte[] start;
        try (InputStream in = new FileInputStream(place.toFile())) {
            start = in.readNBytes(SumsFormat.MAGIC.length);
        }
        if (start.length > 0 && !Arrays.equals(start, SumsFormat.MAGIC)) {
            throw new IOException(place + " is in the way: it is no file of ours; move it");
        }
        Files.delete(place);
    }

    private static byte[] head(long fileId) {
        ByteBuffer head = ByteBuffer.allocate(SumsFormat.HEAD).order(ByteOrder.LITTLE_ENDIAN);
        head.put(SumsFormat.MAGIC)
                .putInt(SumsFormat.VERSION)
                .putInt(SumsFormat.ROWS)
                .putLong(fileId);
        head.putInt(Crc.of(head.array(), 0, SumsFormat.HEAD_CRC_AT));
        return head.array();
    }

    /**
     * From now on these are the sums of another file. No row is in use.
     *
     * @param fileId the number of that file
     * @param batches how many batches are in it
     */
    public void belongTo(long fileId, long batches) {
        bytes.put(0, head(fileId));
        VarHandle.fullFence();
        SumsFormat.LONGS.setVolatile(bytes, SumsFormat.FILE_ID_AGAIN_AT, fileId);
        logged(batches);
    }

    /**
     * Says how many batches the file has, before any row ends whose changes are in the last of them: a copy of the file
     * that is older than that, and lacks them, can be told.
     *
     * @param batches how many
     */
    public void logged(long batches) {
        SumsFormat.LONGS.setVolatile(bytes, SumsFormat.BATCHES_AT, batches);
    }

    /**
     * Deletes what is left of sums that count no more, if that is possible: it does no harm.
     *
     * @param store the file of the store
     */
    public static void discard(Path store) {
        try {
            clear(SumsFormat.beside(store));
        } catch (IOException stays) {
            // Where files in use can't be deleted, say. Whoever needs the place next says so.
        }
    }

    /**
     * How many rows there are.
     *
     * @return constant
     */
    public static int rows() {
        return SumsFormat.ROWS;
    }

    /**
     * One row.
     *
     * @param index from 0 on
     * @return the row, to be used by one account at a time
     */
    public Row row(int index) {
        return new Row(bytes, SumsFormat.HEAD + index * SumsFormat.ROW, index);
    }

    @Override
    public String toString() {
        return path.toString();
    }

    /** The sums of one account. Threads add in a line each, if they can. */
    public static final class Row {
        private final ByteBuffer bytes;
        private final int at;
        private final int index;

        private Row(ByteBuffer bytes, int at, int index) {
            this.bytes = bytes;
            this.at = at;
            this.index = index;
        }

        /**
         * Which one it is.
         *
         * @return from 0 on
         */
        public int index() {
            return index;
        }

        /**
         * How many lines there are: one for the whole, and others for parts.
         *
         * @return constant
         */
        public static int lines() {
            return SumsFormat.LINES;
        }

        /**
         * Begins to count. Nobody may be in the row.
         *
         * @param key of the item
         * @param firstBatch the first batch of the file in which a change of the item may be that comes later
         * @param mark what the mark becomes if anything is added
         * @param slots of the mark, then of balances, then of counters, among the item's whole numbers
         * @return false if there is no room for such an item
         */
        public boolean open(Key key, long firstBatch, long mark, int[] slots) {
            byte[] pk = key.pk().getBytes(StandardCharsets.UTF_8);
            byte[] sk = key.sk().getBytes(StandardCharsets.UTF_8);
            int count = (slots.length - 1) / 2;
            boolean fits = count <= SumsFormat.MOST_SUMS
                    && pk.length + sk.length <= SumsFormat.MOST_KEY
                    && Arrays.stream(slots).allMatch(slot -> slot <= Short.MAX_VALUE)
                    && key.equals(
                            Key.of(new String(pk, StandardCharsets.UTF_8), new String(sk, StandardCharsets.UTF_8)));
            if (!fits) {
                return false;
            }
            ByteBuffer row = ByteBuffer.allocate(SumsFormat.LINES_AT).order(ByteOrder.LITTLE_ENDIAN);
            row.putLong(0).putLong(firstBatch).putLong(mark).putInt(count).putInt(0);
            for (int slot : slots) {
                row.putShort((short) slot);
            }
            row.putInt(SumsFormat.PK_LENGTH_AT, pk.length).putInt(SumsFormat.SK_LENGTH_AT, sk.length);
            row.position(SumsFormat.KEY_AT).put(pk).put(sk);
            row.putInt(SumsFormat.ROW_CRC_AT, SumsFormat.rowCrc(row.array()));
            clearSums();
            bytes.put(
                    at + SumsFormat.FIRST_AT,
                    row.array(),
                    SumsFormat.FIRST_AT,
                    SumsFormat.LINES_AT - SumsFormat.FIRST_AT);
            SumsFormat.LONGS.setVolatile(bytes, at, SumsFormat.OPEN);
            return true;
        }

        private void clearSums() {
            for (int line = 0; line < SumsFormat.LINES; line++) {
                for (int sum = 0; sum < SumsFormat.MOST_SUMS; sum++) {
                    bytes.putLong(line(line) + SumsFormat.SUMS_AT + sum * Long.BYTES, 0);
                    bytes.putLong(line(line) + SumsFormat.AGAINST_AT + sum * Long.BYTES, 0);
                }
            }
        }

        private int line(int line) {
            return at + SumsFormat.LINES_AT + line * SumsFormat.LINE;
        }

        /** Its sums count no more: what they say is logged, or nothing. */
        public void end() {
            SumsFormat.LONGS.setVolatile(bytes, at, 0L);
        }

        /**
         * A thread is about to change something, and to add it here.
         *
         * @param line which it will use
         */
        public void enter(int line) {
            long unused = (long) SumsFormat.LONGS.getAndAdd(bytes, line(line), 1L);
        }

        /**
         * It has done so, or not.
         *
         * @param line as above
         */
        public void leave(int line) {
            long unused = (long) SumsFormat.LONGS.getAndAdd(bytes, line(line), -1L);
        }

        /**
         * Whether no thread is in it.
         *
         * @return true if so at this moment
         */
        public boolean isIdle() {
            long inside = 0;
            for (int line = 0; line < SumsFormat.LINES; line++) {
                inside += (long) SumsFormat.LONGS.getVolatile(bytes, line(line));
            }
            return inside == 0;
        }

        /**
         * Adds a change, twice: if one of the two is damaged, the other one tells.
         *
         * @param line in which
         * @param seen balances before
         * @param next balances after
         */
        public void add(int line, long[] seen, long[] next) {
            int sums = line(line) + SumsFormat.SUMS_AT;
            int against = line(line) + SumsFormat.AGAINST_AT;
            for (int i = 0; i < next.length; i++) {
                long change = next[i] - seen[i];
                if (change != 0) {
                    long unused = (long) SumsFormat.LONGS.getAndAdd(bytes, sums + i * Long.BYTES, change);
                    long unusedToo = (long) SumsFormat.LONGS.getAndAdd(bytes, against + i * Long.BYTES, -change);
                }
            }
        }
    }
}

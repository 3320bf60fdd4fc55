package dev.zaelimiter.embedded.journal;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file of sums says, while the file that it belongs to is read from its begin: of an item that has changed
 * since, a row says nothing any more. For one thread.
 */
public final class StoredSums {

    private final Path path;
    private final Map<Key, List<Row>> rows = new HashMap<>();
    private long fileId;
    private long fileIdAgain;
    private long batchesKnown;
    private @Nullable String problem;
    private @Nullable IOException unreadable;
    private long batches;

    private StoredSums(Path path) {
        this.path = path;
    }

    /**
     * Reads the sums of a store's file, which is to be read afterwards.
     *
     * @param store the file
     * @return what is there; anything else than sums that are as they should be is told by {@link #problem}
     */
    public static StoredSums read(Path store) {
        StoredSums sums = new StoredSums(SumsFormat.beside(store));
        if (!Files.isRegularFile(sums.path)) {
            sums.problem = "is not there";
            return sums;
        }
        try (InputStream in = new FileInputStream(sums.path.toFile())) {
            sums.problem = sums.load(in.readNBytes(SumsFormat.SIZE + 1));
        } catch (IOException e) {
            // Of no matter if the file does without.
            sums.unreadable = e;
        }
        return sums;
    }

    private @Nullable String load(byte[] bytes) {
        if (bytes.length < SumsFormat.MAGIC.length
                || !Arrays.equals(SumsFormat.MAGIC, Arrays.copyOf(bytes, SumsFormat.MAGIC.length))) {
            return "is something else";
        }
        if (bytes.length != SumsFormat.SIZE) {
            return "has " + bytes.length + " bytes or more, not " + SumsFormat.SIZE;
        }
        ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (all.getInt(SumsFormat.HEAD_CRC_AT) != Crc.of(bytes, 0, SumsFormat.HEAD_CRC_AT)) {
            return "is damaged in its head";
        }
        if (all.getInt(SumsFormat.VERSION_AT) != SumsFormat.VERSION
                || all.getInt(SumsFormat.ROWS_AT) != SumsFormat.ROWS) {
            return "is of a later version";
        }
        fileId = all.getLong(SumsFormat.FILE_ID_AT);
        fileIdAgain = all.getLong(SumsFormat.FILE_ID_AGAIN_AT);
        batchesKnown = all.getLong(SumsFormat.BATCHES_AT);
        for (int i = 0; i < SumsFormat.ROWS; i++) {
            int at = SumsFormat.HEAD + i * SumsFormat.ROW;
            long state = all.getLong(at);
            Row row = state == SumsFormat.OPEN ? Row.of(Arrays.copyOfRange(bytes, at, at + SumsFormat.ROW)) : null;
            if (row != null) {
                rows.computeIfAbsent(row.key, key -> new ArrayList<>(1)).add(row);
            } else if (state != 0) {
                return "is damaged in row " + i;
            }
        }
        return null;
    }

    /** The next batch begins. */
    public void batch() {
        batches++;
    }

    /**
     * An item is changed in the batch that has begun last.
     *
     * @param key of the item
     */
    public void changed(Key key) {
        if (rows.isEmpty()) {
            return;
        }
        List<Row> its = rows.get(key);
        if (its != null) {
            its.removeIf(row -> row.firstBatch < batches);
            if (its.isEmpty()) {
                rows.remove(key);
            }
        }
    }

    /**
     * What is wrong with the sums of a file that needs them.
     *
     * @param head of the file, which has been read to its end
     * @return a sentence that follows the name of the store's file; null if all is well
     * @throws IOException if they can't be read
     */
    public @Nullable String problem(FileHead head) throws IOException {
        if (!head.hasSums()) {
            return null;
        }
        if (unreadable != null) {
            throw unreadable;
        }
        String what = problem;
        if (what == null && (fileId != head.fileId() || fileIdAgain != fileId)) {
            what = "belongs to another file";
        }
        boolean later = batchesKnown > batches
                || rows.values().stream()
                        .flatMap(List::stream)
                        .anyMatch(row -> row.firstBatch > batches && row.holdsAny());
        if (what == null && later) {
            what = "is of a later moment than the file";
        }
        return what == null ? null : told(what);
    }

    private String told(String what) {
        return "was in use, and " + path.getFileName() + ", which says what was taken last, " + what;
    }

    /**
     * The keys of items to which something has to be added.
     *
     * @return in any order
     */
    public Collection<Key> keys() {
        return List.copyOf(rows.keySet());
    }

    /**
     * Whether anything is to be added to an item.
     *
     * @param key of the item
     * @return false if its rows say nothing
     */
    public boolean holdsAny(Key key) {
        return rows.getOrDefault(key, List.of()).stream().anyMatch(Row::holdsAny);
    }

    /**
     * What is wrong if there is no item that a row is of.
     *
     * @param key of the row
     * @return a sentence that follows the name of the store's file
     */
    public String noSuchItem(Key key) {
        return told("is of an item that is not there, or is another, " + key);
    }

    /**
     * Adds to an item what its rows say.
     *
     * @param item as the file has it
     * @return the item as it was left; null if the rows are not of such an item
     */
    public @Nullable Item left(Item item) {
        Item left = item;
        for (Row row : rows.getOrDefault(item.key(), List.of())) {
            if (left != null && row.holdsAny()) {
                left = row.left(left);
            }
        }
        return left;
    }

    /** Of one account. */
    private record Row(Key key, long firstBatch, long mark, int[] slots, long[] sums) {

        /** Reads a row that counts, or gives null if it is damaged. */
        static @Nullable Row of(byte[] bytes) {
            ByteBuffer row = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            int count = row.getInt(SumsFormat.COUNT_AT);
            int pk = row.getInt(SumsFormat.PK_LENGTH_AT);
            int sk = row.getInt(SumsFormat.SK_LENGTH_AT);
            if (rowCrc(bytes) != row.getInt(SumsFormat.ROW_CRC_AT)
                    || count < 0
                    || count > SumsFormat.MOST_SUMS
                    || pk < 0
                    || sk < 0
                    || pk > SumsFormat.MOST_KEY
                    || sk > SumsFormat.MOST_KEY - pk) {
                return null;
            }
            int[] slots = new int[1 + 2 * count];
            for (int i = 0; i < slots.length; i++) {
                slots[i] = row.getShort(SumsFormat.SLOTS_AT + i * Short.BYTES);
            }
            return new Row(
                    Key.of(text(bytes, SumsFormat.KEY_AT, pk), text(bytes, SumsFormat.KEY_AT + pk, sk)),
                    row.getLong(SumsFormat.FIRST_AT),
                    row.getLong(SumsFormat.MARK_AT),
                    slots,
                    sums(row, count));
        }

        private static int rowCrc(byte[] bytes) {
            return SumsFormat.rowCrc(Arrays.copyOf(bytes, SumsFormat.LINES_AT));
        }

        private static String text(byte[] bytes, int at, int length) {
            return new String(bytes, at, length, StandardCharsets.UTF_8);
        }

        /** Where the two of a sum differ, a thread was between them, or one is damaged: the lower one counts. */
        private static long[] sums(ByteBuffer row, int count) {
            long[] sums = new long[count];
            for (int line = 0; line < SumsFormat.LINES; line++) {
                int at = SumsFormat.LINES_AT + line * SumsFormat.LINE;
                for (int i = 0; i < count; i++) {
                    long sum = row.getLong(at + SumsFormat.SUMS_AT + i * Long.BYTES);
                    long against = row.getLong(at + SumsFormat.AGAINST_AT + i * Long.BYTES);
                    sums[i] = added(sums[i], Math.min(sum, -against));
                }
            }
            return sums;
        }

        /** A sum that is damaged beyond all bounds must not come round. */
        private static long added(long sum, long more) {
            long added = sum + more;
            return ((sum ^ added) & (more ^ added)) < 0 ? Long.MIN_VALUE : added;
        }

        boolean holdsAny() {
            return Arrays.stream(sums).anyMatch(sum -> sum != 0);
        }

        @Nullable
        Item left(Item item) {
            long[] wholes = item.copyWholes();
            if (Arrays.stream(slots).anyMatch(slot -> slot < 0 || slot >= wholes.length)) {
                return null;
            }
            for (int i = 0; i < sums.length; i++) {
                wholes[slots[1 + i]] = added(wholes[slots[1 + i]], sums[i]);
                wholes[slots[1 + sums.length + i]] -= sums[i];
            }
            wholes[slots[0]] = mark;
            return item.withWholes(wholes);
        }
    }
}

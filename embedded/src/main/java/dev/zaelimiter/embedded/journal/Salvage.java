package dev.zaelimiter.embedded.journal;

import dev.zaelimiter.store.Key;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is left of a damaged file: each batch that is whole in itself, wherever it stands. An item in a batch that
 * is not may come out as it was before, or be missing; one that was deleted there may be back.
 */
public final class Salvage {

    private static final int WINDOW = 64 * 1024;

    /** A batch up to this size is summed as it is read. */
    private static final int SMALL = 8 * 1024;

    private final RandomAccessFile file;
    private final long length;
    private final List<Gap> gaps = new ArrayList<>();
    private @Nullable Long fileId;
    private long lastNumber = -1;
    private @Nullable PartSums sums;

    private Salvage(RandomAccessFile file) throws IOException {
        this.file = file;
        this.length = file.length();
    }

    /**
     * Bytes that can't be read as batches.
     *
     * @param from the first, counted from the start
     * @param to after the last
     */
    public record Gap(long from, long to) {}

    /**
     * Reads a file.
     *
     * @param path the file
     * @param visitor is told of each entry that is readable
     * @return what is not readable, in order; empty if all is
     * @throws IOException if the file can't be read
     */
    public static List<Gap> read(Path path, JournalVisitor visitor) throws IOException {
        try (HeldFiles.Reading reading = HeldFiles.read(path)) {
            Salvage salvage = new Salvage(reading.file());
            salvage.identify();
            salvage.walk(visitor);
            return salvage.gaps;
        }
    }

    /** Whether there is a batch anywhere in the file. */
    static boolean holdsBatches(RandomAccessFile file) throws IOException {
        Salvage salvage = new Salvage(file);
        return salvage.next(0) != null;
    }

    private void identify() throws IOException {
        if (length >= FileHead.SIZE) {
            byte[] bytes = new byte[FileHead.SIZE];
            file.seek(0);
            file.readFully(bytes);
            FileHead head = FileHead.isOurs(bytes) ? FileHead.decode(bytes) : null;
            if (head != null) {
                fileId = head.fileId();
            }
        }
    }

    private void walk(JournalVisitor visitor) throws IOException {
        long at = Math.min(length, FileHead.SIZE);
        while (at < length) {
            Found found = next(at);
            if (found == null) {
                gaps.add(new Gap(at, length));
                return;
            }
            if (found.at > at) {
                gaps.add(new Gap(at, found.at));
            }
            take(found, visitor);
            at = found.at + BatchHead.SIZE + found.head.length();
        }
    }

    /** A batch of another file, or of an earlier time, does not belong here. */
    private void take(Found found, JournalVisitor visitor) {
        if (fileId == null) {
            fileId = found.head.fileId();
        }
        Kept kept = new Kept();
        boolean belongs = found.head.fileId() == fileId && found.head.number() > lastNumber;
        if (belongs && kept.decode(found.content)) {
            kept.entries.forEach(entry -> entry.accept(visitor));
            lastNumber = found.head.number();
        } else {
            gaps.add(new Gap(found.at, found.at + BatchHead.SIZE + found.head.length()));
        }
    }

    /** The next batch that is whole in itself. */
    private @Nullable Found next(long from) throws IOException {
        // Mostly one follows the other.
        Found adjacent = at(from);
        if (adjacent != null) {
            return adjacent;
        }
        byte[] window = new byte[WINDOW + BatchHead.MAGIC.length];
        for (long start = from; start < length; start += WINDOW) {
            int size = (int) Math.min(window.length, length - start);
            file.seek(start);
            file.readFully(window, 0, size);
            for (int i = 0; i < Math.min(WINDOW, size); i++) {
                Found found = startsMagic(window, i, size) ? at(start + i) : null;
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static boolean startsMagic(byte[] window, int at, int size) {
        if (size - at < BatchHead.MAGIC.length) {
            return false;
        }
        for (int i = 0; i < BatchHead.MAGIC.length; i++) {
            if (window[at + i] != BatchHead.MAGIC[i]) {
                return false;
            }
        }
        return true;
    }

    private @Nullable Found at(long position) throws IOException {
        if (length - position < BatchHead.SIZE) {
            return null;
        }
        byte[] bytes = new byte[BatchHead.SIZE];
        file.seek(position);
        file.readFully(bytes);
        BatchHead head = BatchHead.decode(bytes);
        if (head == null || length - position - BatchHead.SIZE < head.length()) {
            return null;
        }
        long start = position + BatchHead.SIZE;
        if (head.length() > SMALL && sums().of(start, start + head.length()) != head.content()) {
            return null;
        }
        byte[] content = new byte[head.length()];
        file.seek(start);
        file.readFully(content);
        return Crc.of(content, 0, content.length) == head.content() ? new Found(position, head, content) : null;
    }

    private PartSums sums() throws IOException {
        if (sums == null) {
            sums = new PartSums(file, length);
        }
        return sums;
    }

    private record Found(long at, BatchHead head, byte[] content) {}

    private interface KeptEntry {
        void accept(JournalVisitor visitor);
    }

    /** Collects a batch, so that one which makes no sense half-way leaves nothing. */
    private static final class Kept implements JournalVisitor {
        private final List<KeptEntry> entries = new ArrayList<>();

        boolean decode(byte[] content) {
            try {
                new BatchDecoder(this).decode(content, 0, content.length);
                return true;
            } catch (MalformedBatchException e) {
                return false;
            }
        }

        @Override
        public void put(Key key, StoredItem item) {
            entries.add(visitor -> visitor.put(key, item));
        }

        @Override
        public void remove(Key key) {
            entries.add(visitor -> visitor.remove(key));
        }

        @Override
        public void token(SpentToken token) {
            entries.add(visitor -> visitor.token(token));
        }
    }
}

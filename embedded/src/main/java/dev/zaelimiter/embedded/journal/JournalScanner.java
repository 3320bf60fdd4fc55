package dev.zaelimiter.embedded.journal;

import dev.zaelimiter.embedded.journal.JournalScan.Damage;
import dev.zaelimiter.embedded.journal.UnreadableHeadException.Kind;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file from end to end and checks every byte of it, without changing any. It stops at the first damage.
 *
 * <p>What was killed in the middle of a write looks different from what was damaged: it has the <em>beginning</em> of
 * one more batch after its mark. Only after a power cut on a synchronised file may anything follow, since a disk writes
 * the sectors of a batch in any order.
 */
public final class JournalScanner {

    private static final int LOOKS_AT_A_LIVE_HEAD = 5;

    private final RandomAccessFile file;
    private final BatchDecoder decoder;
    private final Window window;
    private final long length;
    private FileHead head;
    private Mark mark;
    private long at = FileHead.SIZE;
    private long batches;
    private int chain;
    private @Nullable Damage damage;

    private JournalScanner(RandomAccessFile file, JournalVisitor visitor) throws IOException, UnreadableHeadException {
        this.file = file;
        this.decoder = new BatchDecoder(visitor);
        byte[] bytes = readHead(file);
        this.head = head(file, bytes);
        this.mark = mark(file, bytes);
        // After the head: what a running process adds meanwhile must not look like less than the mark says.
        this.length = file.length();
        this.window = new Window(file, length);
        this.chain = head.chainStart();
    }

    /**
     * Reads a file.
     *
     * @param path the file
     * @param visitor is told of each entry, up to the damage if there is any
     * @return what was found
     * @throws IOException if the file can't be read
     * @throws UnreadableHeadException if it is no store file that this version can read
     */
    public static JournalScan scan(Path path, JournalVisitor visitor) throws IOException, UnreadableHeadException {
        return scan(path, visitor, at -> {});
    }

    /**
     * Reads a file, and says how far it has come.
     *
     * @param path the file
     * @param visitor is told of each entry, up to the damage if there is any
     * @param progress is told after each batch how many bytes are read
     * @return what was found
     * @throws IOException if the file can't be read
     * @throws UnreadableHeadException if it is no store file that this version can read
     */
    public static JournalScan scan(Path path, JournalVisitor visitor, LongConsumer progress)
            throws IOException, UnreadableHeadException {
        try (HeldFiles.Reading reading = HeldFiles.read(path)) {
            JournalScanner scanner = new JournalScanner(reading.file(), visitor);
            while (scanner.damage == null && scanner.batch()) {
                progress.accept(scanner.at);
            }
            if (scanner.damage == null) {
                scanner.checkEnd();
            }
            return scanner.result();
        }
    }

    private JournalScan result() {
        Mark end = new Mark(at, batches, chain, mark.state(), mark.snapshotLength());
        return new JournalScan(head, end, length, damage);
    }

    private static byte[] readHead(RandomAccessFile file) throws IOException, UnreadableHeadException {
        long length = file.length();
        if (length == 0) {
            throw new UnreadableHeadException(Kind.FOREIGN, "is empty, and a store file never is");
        }
        byte[] bytes = new byte[(int) Math.min(length, FileHead.SIZE)];
        file.seek(0);
        file.readFully(bytes);
        if (bytes.length < FileHead.SIZE) {
            boolean ours = FileHead.isOurs(bytes);
            throw new UnreadableHeadException(
                    ours ? Kind.DAMAGED : Kind.FOREIGN,
                    ours
                            ? "is damaged: it ends after " + length + " bytes, within its head of " + FileHead.SIZE
                            : "is no store file of zae-limiter: " + length + " bytes of something else");
        }
        return bytes;
    }

    private static FileHead head(RandomAccessFile file, byte[] bytes) throws IOException, UnreadableHeadException {
        FileHead head = FileHead.decode(bytes);
        if (!FileHead.isOurs(bytes)) {
            if (head == null && !Salvage.holdsBatches(file)) {
                throw new UnreadableHeadException(Kind.FOREIGN, "is no store file of zae-limiter, but something else");
            }
            throw new UnreadableHeadException(Kind.DAMAGED, "is damaged in its first bytes, which say what it is");
        }
        if (head == null) {
            throw new UnreadableHeadException(Kind.DAMAGED, "is damaged in its head, in the first 44 bytes");
        }
        if (!head.isReadable()) {
            throw new UnreadableHeadException(
                    Kind.NEWER,
                    "has version " + head.version() + " of the format; this program reads version 1 to "
                            + FileHead.NEWEST_VERSION);
        }
        if (!FileHead.restIsZero(bytes)) {
            throw new UnreadableHeadException(
                    Kind.DAMAGED, "is damaged in its head, in bytes that should be zero (44 to 511)");
        }
        return head;
    }

    /** A process that is at work may be writing the mark this very moment, so one that is wrong is read again. */
    private static Mark mark(RandomAccessFile file, byte[] first) throws IOException, UnreadableHeadException {
        byte[] bytes = first;
        for (int look = 1; ; look++) {
            Mark mark = Mark.decode(bytes);
            if (mark != null) {
                return mark;
            }
            if (look == LOOKS_AT_A_LIVE_HEAD) {
                throw new UnreadableHeadException(
                        Kind.DAMAGED, "is damaged in its mark (bytes 64 to 99), which says where it ends");
            }
            bytes = readHead(file);
        }
    }

    /** Reads the next batch. False if there is none that is whole. */
    private boolean batch() throws IOException {
        BatchHead next = nextHead();
        if (next == null || length - at - BatchHead.SIZE < next.length()) {
            return false;
        }
        int start = window.locate(at + BatchHead.SIZE, next.length());
        int end = start + next.length();
        if (Crc.of(window.array(), start, end) != next.content()) {
            // Otherwise checkEnd judges what follows the mark as a whole.
            if (at < mark.length()) {
                damage = new Damage(at, "the batch of " + next.length() + " bytes here is not as it was written");
            }
            return false;
        }
        try {
            decoder.decode(window.array(), start, end);
        } catch (MalformedBatchException e) {
            damage = new Damage(at, "the batch here makes no sense: " + e.getMessage());
            return false;
        }
        at += BatchHead.SIZE + next.length();
        batches++;
        chain = next.sum();
        return true;
    }

    private @Nullable BatchHead nextHead() throws IOException {
        if (length - at < BatchHead.SIZE) {
            return null;
        }
        int start = window.locate(at, BatchHead.SIZE);
        BatchHead next = BatchHead.decode(Arrays.copyOfRange(window.array(), start, start + BatchHead.SIZE));
        return next != null && next.follows(head.fileId(), batches, chain) ? next : null;
    }

    private void checkEnd() throws IOException {
        if (length < mark.length()) {
            damage = new Damage(length, (mark.length() - length) + " bytes are missing at the end");
        } else if (at < mark.length()) {
            damage = new Damage(at, "there should be a batch here, and is none");
        } else if (at == mark.length() && (batches != mark.batches() || chain != mark.chain())) {
            damage = new Damage(Mark.AT, "the mark belongs to another state of the file");
        } else if (at < length && !mayFollow()) {
            damage = new Damage(at, (length - at) + " bytes follow that do not belong to the file");
        }
    }

    private boolean mayFollow() throws IOException {
        if (mark.state() != Mark.State.OPEN) {
            return mark.state() == Mark.State.OPEN_SYNCHRONISED;
        }
        int size = (int) Math.min(length - at, BatchHead.SIZE);
        byte[] bytes = new byte[size];
        file.seek(at);
        file.readFully(bytes);
        if (size < BatchHead.SIZE) {
            return BatchHead.mayBegin(bytes, size, head.fileId(), batches, chain);
        }
        BatchHead next = BatchHead.decode(bytes);
        return next != null
                && next.follows(head.fileId(), batches, chain)
                && length - at - BatchHead.SIZE < next.length();
    }
}

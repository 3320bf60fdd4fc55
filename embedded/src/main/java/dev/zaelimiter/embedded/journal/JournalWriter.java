package dev.zaelimiter.embedded.journal;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * Appends batches to a file. After a failure the file is as it was before the call, or will be made so by the next one.
 * Not for use by several threads.
 *
 * <p>It writes through {@link RandomAccessFile}, since a channel would be closed by an interrupt of the thread.
 */
public final class JournalWriter implements Closeable {

    private final LockedFile locked;
    private final RandomAccessFile file;
    private FileHead head;
    private final boolean synchronised;
    private Mark mark;
    private boolean deferred;
    private boolean remains;
    private boolean headInDoubt;

    private JournalWriter(LockedFile locked, FileHead head, Mark mark, boolean synchronised) {
        this.locked = locked;
        this.file = locked.file();
        this.head = head;
        this.mark = mark;
        this.synchronised = synchronised;
    }

    /**
     * Starts a new file.
     *
     * @param path where; there must be nothing
     * @param mode who may read and write it
     * @param fileId a number that no other file has
     * @param createdMillis the time, in milliseconds since the epoch
     * @param synchronised whether each batch is brought to the disk before {@link #append} returns
     * @return a writer
     * @throws IOException if the file can't be written
     */
    public static JournalWriter create(Path path, FileMode mode, long fileId, long createdMillis, boolean synchronised)
            throws IOException {
        LockedFile locked = LockedFile.create(path, mode);
        FileHead head = FileHead.made(fileId, createdMillis);
        Mark mark = new Mark(FileHead.SIZE, 0, head.chainStart(), open(synchronised), FileHead.SIZE);
        try {
            locked.file().write(FileHead.encode(head, mark));
        } catch (IOException | RuntimeException | Error e) {
            locked.close();
            throw e;
        }
        return new JournalWriter(locked, head, mark, synchronised);
    }

    /**
     * Goes on where a file ends. The beginning of a batch that nobody was told of is cut off.
     *
     * @param locked the file, which is closed with the writer
     * @param scan what was found in it: {@link JournalScan#isWhole whole}
     * @param synchronised whether each batch is brought to the disk before {@link #append} returns
     * @return a writer
     * @throws IOException if the file can't be written; it is still open then
     */
    public static JournalWriter resume(LockedFile locked, JournalScan scan, boolean synchronised) throws IOException {
        Mark mark = scan.end().in(open(synchronised));
        JournalWriter writer = new JournalWriter(locked, scan.head(), mark, synchronised);
        writer.file.setLength(mark.length());
        writer.write(mark);
        if (synchronised) {
            writer.file.getFD().sync();
        }
        return writer;
    }

    private static Mark.State open(boolean synchronised) {
        return synchronised ? Mark.State.OPEN_SYNCHRONISED : Mark.State.OPEN;
    }

    /**
     * Appends a batch.
     *
     * @param batch not empty; unchanged but for its head
     * @throws IOException if it could not be written: then it is not in the file
     */
    public void append(BatchEncoder batch) throws IOException {
        if (remains) {
            file.setLength(mark.length());
            remains = false;
        }
        byte[] bytes = batch.array();
        int size = batch.length();
        int sum = BatchHead.fill(bytes, size, head.fileId(), mark.batches(), mark.chain());
        try {
            file.seek(mark.length());
            file.write(bytes, 0, size);
            if (synchronised && !deferred) {
                file.getFD().sync();
            }
            write(new Mark(mark.length() + size, mark.batches() + 1, sum, mark.state(), mark.snapshotLength()));
        } catch (IOException | RuntimeException | Error e) {
            remains = true;
            throw e;
        }
    }

    /**
     * Makes the file one that keeps changes, which programs of before refuse. The bytes lie within one sector. Nothing
     * is done if it is one.
     *
     * @throws IOException if that can't be written: then it is to be called again
     */
    public void keepChanges() throws IOException {
        if (!head.keepsChanges()) {
            write(head.keepingChanges());
        }
    }

    private void write(FileHead newHead) throws IOException {
        headInDoubt = true;
        file.seek(0);
        file.write(FileHead.encodeStart(newHead));
        head = newHead;
        headInDoubt = false;
    }

    /**
     * Makes the file one that is not whole without its sums, or one that is. Nothing is done if it is so.
     *
     * @param sums whether it needs them from now on; only if {@link #hasTimes}
     * @throws IOException if that can't be written: then it is not known which it is, and to be called again
     */
    public void needsSums(boolean sums) throws IOException {
        if (headInDoubt || head.hasSums() != sums) {
            write(head.withSums(sums));
        }
    }

    /**
     * The number of the file.
     *
     * @return constant
     */
    public long fileId() {
        return head.fileId();
    }

    /**
     * How many batches are in the file.
     *
     * @return 0 or more
     */
    public long batches() {
        return mark.batches();
    }

    /**
     * Says that all written so far is what is held, and no history.
     *
     * @throws IOException if that can't be written
     */
    public void snapshotEnds() throws IOException {
        write(new Mark(mark.length(), mark.batches(), mark.chain(), mark.state(), mark.length()));
    }

    /** Leaves batches to the operating system until {@link #sync}. */
    public void deferSync() {
        deferred = true;
    }

    /**
     * Brings all that was written to the disk, and each batch from now on.
     *
     * @throws IOException if that fails
     */
    public void sync() throws IOException {
        file.getFD().sync();
        deferred = false;
    }

    /**
     * Marks the file as closed, brings it to the disk and closes it.
     *
     * @throws IOException if that fails: then it is as after a kill
     */
    public void finish() throws IOException {
        try (this) {
            if (remains) {
                file.setLength(mark.length());
            }
            needsSums(false);
            write(mark.in(Mark.State.CLOSED));
            sync();
        }
    }

    private void write(Mark newMark) throws IOException {
        file.seek(Mark.AT);
        file.write(newMark.encode());
        mark = newMark;
    }

    /**
     * Whether batches should say when they are written.
     *
     * @return false for a file of an earlier version
     */
    public boolean hasTimes() {
        return head.hasTimes();
    }

    /**
     * How long the file is.
     *
     * @return bytes
     */
    public long length() {
        return mark.length();
    }

    /**
     * How long the file was when it was last written from the start.
     *
     * @return bytes
     */
    public long snapshotLength() {
        return mark.snapshotLength();
    }

    /**
     * Where the file was opened.
     *
     * @return its path
     */
    public Path path() {
        return locked.path();
    }

    /**
     * Whether a name leads to the file that is written, and not to another or to none.
     *
     * @param name the name
     * @return true if so
     */
    public boolean isAt(Path name) {
        return locked.isAt(name);
    }

    @Override
    public void close() throws IOException {
        locked.close();
    }
}

package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import dev.zaelimiter.embedded.StoreFileException.Reason;
import dev.zaelimiter.embedded.journal.BatchEncoder;
import dev.zaelimiter.embedded.journal.Directories;
import dev.zaelimiter.embedded.journal.FileMode;
import dev.zaelimiter.embedded.journal.JournalWriter;
import dev.zaelimiter.embedded.journal.SpentToken;
import dev.zaelimiter.embedded.journal.StoredChange;
import dev.zaelimiter.store.Item;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a file that a store can open, beside its place first: it appears whole or not at all. For one thread. */
final class NewStoreFile {

    /** A batch. */
    private static final int LARGE = 64 * 1024;

    private final JournalWriter writer;
    private final BatchEncoder batch = new BatchEncoder();

    private NewStoreFile(JournalWriter writer) {
        this.writer = writer;
    }

    /** Puts what the file is to hold. */
    interface Source {
        void writeTo(NewStoreFile file) throws IOException;
    }

    /** Who may read the file. */
    interface Mode {
        FileMode mode() throws IOException;
    }

    /** Nothing is overwritten. */
    static void requireAbsent(Path target) {
        if (Files.exists(target)) {
            throw new StoreFileException(
                    target,
                    Reason.INACCESSIBLE,
                    "is there already, and nothing is overwritten; give another name",
                    null);
        }
    }

    static void write(Path target, Mode mode, Source source) {
        Path place = target.toAbsolutePath();
        Path beside = Directories.beside(place);
        try {
            Directories.clear(beside);
            try (JournalWriter writer = JournalWriter.create(
                    beside,
                    mode.mode(),
                    Environment.system().random().nextLong(),
                    Environment.system().wallMillis(),
                    false)) {
                NewStoreFile file = new NewStoreFile(writer);
                source.writeTo(file);
                file.flush();
                writer.snapshotEnds();
                writer.finish();
            } catch (IOException | RuntimeException | Error e) {
                Files.deleteIfExists(beside);
                throw e;
            }
            Files.move(beside, place);
        } catch (FileAlreadyExistsException e) {
            throw new StoreFileException(target, Reason.INACCESSIBLE, "is there already", e);
        } catch (IOException e) {
            throw new StoreFileException(target, Reason.INACCESSIBLE, "can't be written: " + e.getMessage(), e);
        }
    }

    /** The latest time that the store had seen. */
    void time(long millis) {
        batch.time(millis);
    }

    void token(SpentToken token) {
        batch.token(token);
    }

    /** What somebody follows and is not done with. */
    void changes(ReplayedChanges replayed) throws IOException {
        if (replayed.next() > 1) {
            writer.keepChanges();
            batch.afresh(replayed.next());
            for (StoredChange each : replayed.undone()) {
                batch.kept(each.decode());
                flushIfLarge();
            }
        }
    }

    void put(Item item) throws IOException {
        batch.put(item);
        flushIfLarge();
    }

    private void flushIfLarge() throws IOException {
        if (batch.length() >= LARGE) {
            writer.append(batch);
            batch.reset();
        }
    }

    private void flush() throws IOException {
        if (!batch.isEmpty()) {
            writer.append(batch);
        }
    }
}

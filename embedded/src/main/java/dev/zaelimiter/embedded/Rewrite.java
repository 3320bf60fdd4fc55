package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import dev.zaelimiter.embedded.journal.BatchEncoder;
import dev.zaelimiter.embedded.journal.Directories;
import dev.zaelimiter.embedded.journal.FileMode;
import dev.zaelimiter.embedded.journal.JournalWriter;
import dev.zaelimiter.embedded.journal.KeptChange;
import dev.zaelimiter.embedded.journal.SpentToken;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.store.Item;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file that is being written anew with what is held, and with all that is appended meanwhile.
 *
 * <p>A slice holds items as they are in memory. Memory is never behind what was appended before the slice, and what is
 * appended after it replaces it. But memory may be <em>ahead</em> of the file by changes that are staged: the new file
 * may take the place of the old one only when these are in it too. So it does so one call after the last slice. Until
 * then an image in it may be ahead of the changes that follow: so changes that somebody follows are written into it
 * anew, with both images, just before.
 */
final class Rewrite {

    private static final SafeLog LOG = SafeLog.of(Rewrite.class);

    /** What a batch of callers may have to wait for. */
    private static final int SLICE = 64 * 1024;

    private final JournalWriter fresh;
    private final Environment environment;
    private final Durability durability;
    private final Iterator<Cell> cells;
    private final Iterator<SpentToken> tokens;
    private @Nullable Iterator<KeptChange> undone;
    private boolean mayBeInPlace;

    private Rewrite(
            JournalWriter fresh,
            Environment environment,
            Durability durability,
            Iterator<Cell> cells,
            Iterator<SpentToken> tokens) {
        this.fresh = fresh;
        this.environment = environment;
        this.durability = durability;
        this.cells = cells;
        this.tokens = tokens;
    }

    static Rewrite start(
            Path path, Environment environment, Durability durability, Iterator<Cell> cells, List<SpentToken> tokens)
            throws IOException {
        Path beside = Directories.beside(path);
        Directories.clear(beside);
        JournalWriter fresh = JournalWriter.create(
                beside,
                FileMode.of(path),
                environment.random().nextLong(),
                environment.wallMillis(),
                durability == Durability.POWER_LOSS);
        fresh.deferSync();
        return new Rewrite(fresh, environment, durability, cells, tokens.iterator());
    }

    void append(BatchEncoder batch) throws IOException {
        fresh.append(batch);
    }

    /** Writes the next few items. False if the last ones were written by the call before. */
    boolean slice(BatchEncoder encoder) throws IOException {
        if (!cells.hasNext() && !tokens.hasNext()) {
            return false;
        }
        encoder.reset();
        while (encoder.length() < SLICE && tokens.hasNext()) {
            encoder.token(tokens.next());
        }
        while (encoder.length() < SLICE && cells.hasNext()) {
            Item item = cells.next().peek();
            if (item != null) {
                encoder.put(item);
            }
        }
        if (!encoder.isEmpty()) {
            encoder.time(environment.wallMillis());
            fresh.append(encoder);
        }
        return true;
    }

    /**
     * Writes the next few changes that somebody follows and is not done with. To be called when nothing is to be sliced
     * any more: only from then on the images before a change are in this file. False if there are no more.
     */
    boolean carry(BatchEncoder encoder, Followed followed) throws IOException {
        Iterator<KeptChange> left = undone;
        encoder.reset();
        if (left == null) {
            if (!followed.isUsed()) {
                return false;
            }
            Followed.Kept kept = followed.kept();
            fresh.keepChanges();
            encoder.afresh(kept.next());
            if (kept.feed() != null) {
                encoder.follow(kept.feed());
            }
            left = kept.undone().iterator();
            undone = left;
        }
        while (encoder.length() < SLICE && left.hasNext()) {
            encoder.kept(left.next());
        }
        fresh.append(encoder);
        return left.hasNext();
    }

    /**
     * Puts the new file in the place of the old one, and gives its writer. Then the new one is there, which its
     * directory may have forgotten after a power cut. If anything is thrown, the old one is, unless
     * {@link #mayBeInPlace}.
     */
    JournalWriter replace(Path path, Disk disk) throws IOException {
        fresh.snapshotEnds();
        if (durability == Durability.POWER_LOSS) {
            disk.sync(fresh);
        }
        mayBeInPlace = true;
        try {
            disk.move(fresh.path(), path);
        } catch (IOException | RuntimeException | Error e) {
            // Not whoever moves it says where it is: what is written to a file without a name is lost.
            if (!fresh.isAt(path)) {
                throw e;
            }
            LOG.warn("{} is in its place, though moving it there failed: {}", fresh.path(), e.toString());
        }
        return fresh;
    }

    /** Whether the new file may be in the place of the old one: to move it there was tried at least. */
    boolean mayBeInPlace() {
        return mayBeInPlace;
    }

    void abandon() {
        try {
            fresh.close();
            Files.deleteIfExists(fresh.path());
        } catch (IOException | RuntimeException | Error e) {
            LOG.warn("{} is left over and could not be deleted: {}", fresh.path(), e.toString());
        }
    }
}

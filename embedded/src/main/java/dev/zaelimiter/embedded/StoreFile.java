package dev.zaelimiter.embedded;

import dev.zaelimiter.embedded.StoreFileException.Reason;
import dev.zaelimiter.embedded.journal.FileGuard;
import dev.zaelimiter.embedded.journal.FileMode;
import dev.zaelimiter.embedded.journal.JournalScan;
import dev.zaelimiter.embedded.journal.JournalScanner;
import dev.zaelimiter.embedded.journal.LockedFile;
import dev.zaelimiter.embedded.journal.Salvage;
import dev.zaelimiter.embedded.journal.SpentToken;
import dev.zaelimiter.embedded.journal.StoredSums;
import dev.zaelimiter.embedded.journal.UnreadableHeadException;
import dev.zaelimiter.store.Item;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the file of a {@link FileStore} without opening it as a store: what is it, is it whole, what is in it. Never
 * changes it, and needs no lock: of a file that is in use it sees what is acknowledged at that moment, by the name by
 * which it was opened.
 */
public final class StoreFile {

    /** A file that is in use may be put in the place of another, and its sums with it, while both are read. */
    private static final int MOST_LOOKS = 5;

    private final Path path;
    private final LongConsumer progress;
    private StoreImage image = new StoreImage(0);

    private StoreFile(Path path, LongConsumer progress) {
        this.path = path;
        this.progress = progress;
    }

    /**
     * Checks every byte of a file.
     *
     * @param path the file
     * @return what was found
     * @throws StoreFileException if it can't be read, or is in use by another of its names
     */
    public static StoreFileReport check(Path path) {
        return check(path, bytes -> {});
    }

    /**
     * Checks every byte of a file, and says how far it has come.
     *
     * @param path the file
     * @param progress is told now and then how many bytes are read; on this thread
     * @return what was found
     * @throws StoreFileException if it can't be read, or is in use by another of its names
     */
    public static StoreFileReport check(Path path, LongConsumer progress) {
        return new StoreFile(path, progress).look();
    }

    /**
     * Reads the items of a file, those of a damaged one as far as they are readable: an item whose last batch is not
     * readable is as it was before, or missing, and one that was deleted there is back.
     *
     * @param path the file
     * @param items is given each item, in the order of keys
     * @return what was found
     * @throws StoreFileException if it can't be read, or is in use by another of its names
     */
    public static StoreFileReport read(Path path, Consumer<Item> items) {
        return read(path, bytes -> {}, items);
    }

    /**
     * Reads the items of a file as the other method does, and says how far it has come.
     *
     * @param path the file
     * @param progress is told now and then how many bytes are read; on this thread
     * @param items is given each item, in the order of keys, when all is read
     * @return what was found
     * @throws StoreFileException if it can't be read, or is in use by another of its names
     */
    public static StoreFileReport read(Path path, LongConsumer progress, Consumer<Item> items) {
        StoreFile file = new StoreFile(path, progress);
        StoreFileReport report = file.look();
        file.image.items().forEach(items);
        return report;
    }

    /**
     * Writes what is readable of a file into a new one, which a store can open. If that fails there is no new file.
     *
     * @param path the file
     * @param target the new file; there must be nothing yet
     * @return what was found in the old one
     * @throws StoreFileException if the old one can't be read or is in use by another of its names, has nothing in it
     *     that is readable, or the new one can't be written
     */
    public static StoreFileReport copy(Path path, Path target) {
        return copy(path, target, bytes -> {});
    }

    /**
     * Copies what is readable as the other method does, and says how far it has come.
     *
     * @param path the file
     * @param target the new file; there must be nothing yet
     * @param progress is told now and then how many bytes are read; on this thread
     * @return what was found in the old one
     * @throws StoreFileException if the old one can't be read or is in use by another of its names, has nothing in it
     *     that is readable, or the new one can't be written
     */
    public static StoreFileReport copy(Path path, Path target, LongConsumer progress) {
        NewStoreFile.requireAbsent(target);
        StoreFile file = new StoreFile(path, progress);
        StoreFileReport report = file.look();
        if (report.state() == StoreFileReport.State.NEWER) {
            throw new StoreFileException(path, Reason.NEWER, String.valueOf(report.problem()), null);
        }
        boolean hopeless = report.state() == StoreFileReport.State.FOREIGN
                || (report.state() == StoreFileReport.State.DAMAGED && report.items() == 0);
        if (hopeless) {
            throw new StoreFileException(path, Reason.FOREIGN, "has nothing in it that could be copied", null);
        }
        file.writeTo(target);
        return report;
    }

    /**
     * Makes a new file of items from elsewhere, which a store can open. If that fails there is no new file.
     *
     * @param target the new file; there must be nothing yet
     * @param source is given where to put the items, and returns when there are no more; what it throws is thrown on
     * @throws StoreFileException if the file can't be written
     */
    public static void create(Path target, Consumer<Consumer<Item>> source) {
        NewStoreFile.requireAbsent(target);
        NewStoreFile.write(target, () -> FileMode.PRIVATE, sink -> {
            try {
                source.accept(item -> {
                    try {
                        sink.put(item);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        });
    }

    private StoreFileReport look() {
        try {
            for (int looks = 1; ; looks++) {
                StoreFileReport report = lookOnce(looks == MOST_LOOKS);
                if (report != null) {
                    return report;
                }
            }
        } catch (NoSuchFileException e) {
            throw problem("is not there", e);
        } catch (AccessDeniedException e) {
            throw problem("may not be read by this user", e);
        } catch (IOException e) {
            throw problem("can't be read: " + e.getMessage(), e);
        }
    }

    /** What is there; null if its sums are not its own, and this is not the last look. */
    private @Nullable StoreFileReport lookOnce(boolean last) throws IOException {
        long length = Files.size(path);
        if (!Files.isRegularFile(path)) {
            throw problem("is no file", null);
        }
        // Before the file, so that what was logged meanwhile is not missed. They are beside the file that links lead
        // to.
        image = new StoreImage(0, StoredSums.read(path.toRealPath()));
        try {
            JournalScan scan = JournalScanner.scan(path, image, progress);
            JournalScan.Damage damage = scan.damage();
            if (damage != null) {
                return salvage(length, "is damaged at byte " + damage.offset() + ": " + damage.what());
            }
            String lacking = image.sumsProblem(scan.head());
            if (lacking != null) {
                return last ? withoutItsSums(length, lacking) : null;
            }
            image.addSums(scan.head());
            return StoreFileReport.whole(scan.length(), image.size(), scan.unfinished());
        } catch (UnreadableHeadException e) {
            String what = String.valueOf(e.getMessage());
            return switch (e.kind()) {
                case DAMAGED -> salvage(length, what);
                case FOREIGN -> StoreFileReport.unreadable(StoreFileReport.State.FOREIGN, length, what);
                case NEWER -> StoreFileReport.unreadable(StoreFileReport.State.NEWER, length, what);
            };
        }
    }

    /** A file that is in use has its sums beside the name by which it was opened. */
    private StoreFileReport withoutItsSums(long length, String lacking) throws IOException {
        if (LockedFile.names(path) > 1 && LockedFile.isHeldByAnybody(path)) {
            throw new StoreFileException(
                    path,
                    Reason.IN_USE,
                    "is in use by " + FileGuard.ownerDespiteGuard(path)
                            + ", by another of its names (hard links); look at it by that one",
                    null);
        }
        return StoreFileReport.damaged(length, image.size(), lacking, 0);
    }

    private StoreFileReport salvage(long length, String damage) throws IOException {
        image.clear();
        List<Salvage.Gap> gaps = Salvage.read(path, image);
        long lost = gaps.stream().mapToLong(gap -> gap.to() - gap.from()).sum();
        return StoreFileReport.damaged(length, image.size(), damage, lost);
    }

    private void writeTo(Path target) {
        NewStoreFile.write(target, () -> FileMode.of(path), sink -> {
            if (image.latestMillis() != Long.MIN_VALUE) {
                sink.time(image.latestMillis());
            }
            for (SpentToken token : image.tokens()) {
                sink.token(token);
            }
            sink.changes(image.changes());
            Iterator<Item> items = image.items().iterator();
            while (items.hasNext()) {
                sink.put(items.next());
            }
        });
    }

    private StoreFileException problem(String what, @Nullable Throwable cause) {
        return new StoreFileException(path, Reason.INACCESSIBLE, what, cause);
    }
}

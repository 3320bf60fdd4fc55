package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import dev.zaelimiter.embedded.StoreFileException.Reason;
import dev.zaelimiter.embedded.journal.BatchEncoder;
import dev.zaelimiter.embedded.journal.Directories;
import dev.zaelimiter.embedded.journal.FileGuard;
import dev.zaelimiter.embedded.journal.FileMode;
import dev.zaelimiter.embedded.journal.JournalScan;
import dev.zaelimiter.embedded.journal.JournalScanner;
import dev.zaelimiter.embedded.journal.JournalWriter;
import dev.zaelimiter.embedded.journal.LockedFile;
import dev.zaelimiter.embedded.journal.SpentToken;
import dev.zaelimiter.embedded.journal.StoredSums;
import dev.zaelimiter.embedded.journal.SumsFile;
import dev.zaelimiter.embedded.journal.UnreadableHeadException;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.store.Item;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Opens a file store: takes the lock, checks the whole file, and only then changes anything. Open for disks that fail.
 */
class FileOpening {

    private static final SafeLog LOG = SafeLog.of(FileOpening.class);

    /** If the clock was set back by more than this, it was so wrong before that its time is not continued. */
    static final long MOST_AHEAD_MILLIS = TimeUnit.DAYS.toMillis(1);

    private static final int LARGE = 64 * 1024;

    private final Path given;
    private final Durability durability;
    private final SteadyClock environment;
    private final long slack;
    private int maxItems = Room.usual();
    private int atHand = AtHand.USUAL;
    private Disk disk = new Disk();

    FileOpening(Path path, Durability durability, Environment environment, long slack) {
        this.given = Objects.requireNonNull(path, "path");
        this.durability = Objects.requireNonNull(durability, "durability");
        this.environment = new SteadyClock(Objects.requireNonNull(environment, "environment"));
        this.slack = slack;
    }

    FileOpening holding(int most) {
        maxItems = most;
        return this;
    }

    /** With the number of items that are not packed. */
    FileOpening atHand(int most) {
        atHand = most;
        return this;
    }

    FileOpening on(Disk another) {
        disk = another;
        return this;
    }

    FileStore open() {
        try {
            Path path = realPath();
            FileGuard guard = FileGuard.take(path);
            if (guard == null) {
                throw inUse(FileGuard.owner(path));
            }
            return open(path, guard);
        } catch (IOException e) {
            throw inaccessible(e);
        }
    }

    private FileStore open(Path path, FileGuard guard) throws IOException {
        LockedFile locked = null;
        boolean opened = false;
        try {
            if (!Files.exists(path)) {
                create(path);
            } else if (!Files.isWritable(path)) {
                throw new AccessDeniedException(path.toString());
            }
            locked = LockedFile.take(path);
            if (locked == null) {
                throw inUse(FileGuard.ownerDespiteGuard(path));
            }
            FileStore store = load(path, locked, guard);
            opened = true;
            return store;
        } finally {
            if (!opened) {
                if (locked != null) {
                    locked.close();
                }
                guard.withdraw();
            }
        }
    }

    private StoreFileException inUse(String owner) {
        return problem(
                Reason.IN_USE,
                "is in use by " + owner + "; one process at a time can have it open, by whichever name",
                null);
    }

    /** The file behind any links: it is what a new one would have to replace. */
    private Path realPath() throws IOException {
        if (Files.exists(given)) {
            if (!Files.isRegularFile(given)) {
                throw problem(Reason.FOREIGN, "is no file; give the name of a file", null);
            }
            return given.toRealPath();
        }
        Path name = given.getFileName();
        if (name == null || Files.isSymbolicLink(given)) {
            throw problem(Reason.INACCESSIBLE, "leads to no file", null);
        }
        Path parent = given.toAbsolutePath().getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw problem(Reason.INACCESSIBLE, "can't be made: there is no directory " + parent, null);
        }
        return parent.toRealPath().resolve(name);
    }

    /** Makes a new file under another name and renames it, so that a kill leaves either no file or a whole one. */
    private void create(Path path) throws IOException {
        Path beside = Directories.beside(path);
        Directories.clear(beside);
        try (JournalWriter writer = JournalWriter.create(
                beside,
                FileMode.PRIVATE,
                environment.random().nextLong(),
                environment.wallMillis(),
                isSynchronised())) {
            writer.finish();
        }
        disk.move(beside, path);
        disk.syncEntry(path);
    }

    private FileStore load(Path path, LockedFile locked, FileGuard guard) throws IOException {
        StoreImage image = new StoreImage(Files.size(path), StoredSums.read(path));
        JournalScan scan = scan(path, image);
        if (scan.unfinished() > 0) {
            LOG.info(
                    "{} was left in the middle of a write; its last {} bytes, of which nobody was told, are cut off",
                    path,
                    scan.unfinished());
        }
        List<Item> left = image.addSums(scan.head());
        startClock(path, image.latestMillis());
        if (isSynchronised()) {
            // Whoever gave it its name may not have come to that: a copy, or a process that was killed.
            disk.syncEntry(path);
        }
        JournalWriter writer = JournalWriter.resume(locked, scan, isSynchronised());
        logSums(path, left, writer);
        return assemble(writer, image, guard);
    }

    /** From now on the file is whole without its sums. */
    private static void logSums(Path path, List<Item> left, JournalWriter writer) throws IOException {
        BatchEncoder batch = new BatchEncoder();
        for (Item item : left) {
            batch.put(item);
            if (batch.length() >= LARGE) {
                writer.append(batch);
                batch.reset();
            }
        }
        if (!batch.isEmpty()) {
            writer.append(batch);
        }
        writer.needsSums(false);
        SumsFile.discard(path);
    }

    /**
     * When a store is opened again its time must not be earlier than before, or nothing would refill until it is
     * reached.
     */
    private void startClock(Path path, long latestMillis) {
        long nowMillis = environment.wallMillis();
        if (latestMillis <= nowMillis) {
            return;
        }
        long aheadMillis = latestMillis - nowMillis;
        if (aheadMillis > MOST_AHEAD_MILLIS || aheadMillis < 0) {
            LOG.warn(
                    "{} was last written at {}, which is further ahead of this host's clock than {} h: the clock was wrong"
                            + " then, or is now. Limits go on from the host's time",
                    path,
                    Instant.ofEpochMilli(latestMillis),
                    TimeUnit.MILLISECONDS.toHours(MOST_AHEAD_MILLIS));
            return;
        }
        LOG.warn(
                "{} was last written {} ms ahead of this host's clock, which has been set back: limits go on from the time in"
                        + " the file, and what is recorded is ahead by as much",
                path,
                aheadMillis);
        environment.startAt(latestMillis);
    }

    private JournalScan scan(Path path, StoreImage image) throws IOException {
        JournalScan scan;
        try {
            scan = JournalScanner.scan(path, image);
        } catch (UnreadableHeadException e) {
            throw problem(reason(e), e.getMessage() + advice(e), null);
        }
        JournalScan.Damage damage = scan.damage();
        if (damage != null) {
            throw problem(
                    Reason.DAMAGED,
                    "is damaged at byte " + damage.offset() + ": " + damage.what() + ". It was left as it is; "
                            + "'zae-limiter store export' saves what is readable",
                    null);
        }
        String lacking = image.sumsProblem(scan.head());
        if (lacking != null) {
            throw problem(
                    Reason.DAMAGED,
                    lacking
                            + ". It was left as it is; put both back as they were, or save what is in it with 'zae-limiter"
                            + " store export --store'",
                    null);
        }
        return scan;
    }

    private static Reason reason(UnreadableHeadException e) {
        return switch (e.kind()) {
            case FOREIGN -> Reason.FOREIGN;
            case DAMAGED -> Reason.DAMAGED;
            case NEWER -> Reason.NEWER;
        };
    }

    private static String advice(UnreadableHeadException e) {
        return switch (e.kind()) {
            case FOREIGN -> ". It was left as it is; give another name, or move it away";
            case DAMAGED -> ". It was left as it is; 'zae-limiter store export' saves what is readable";
            case NEWER -> ". It was left as it is; open it with the version that wrote it";
        };
    }

    private boolean isSynchronised() {
        return durability == Durability.POWER_LOSS;
    }

    private FileStore assemble(JournalWriter writer, StoreImage image, FileGuard guard) {
        JournalFile file = journalFile(writer, environment, durability, slack);
        file.liesOn(disk);
        Audience audience = new Audience(new Feeds(environment::wallMillis), new Followed(image.changes()));
        file.tells(audience.followed());
        Journal journal = new Journal(environment, file, audience);
        FileAccounts accounts =
                isSynchronised() ? null : new FileAccounts(environment, journal, () -> !audience.isThere());
        if (accounts != null) {
            file.settles(accounts);
        }
        Content content = new Content(environment, journal, image, maxItems, new AtHand(atHand));
        file.holds(content.table());
        for (SpentToken token : image.tokens()) {
            content.log().restore(token);
            file.remember(token);
        }
        return new FileStore(environment, audience, accounts, content, journal, guard);
    }

    JournalFile journalFile(JournalWriter writer, Environment env, Durability durable, long allowed) {
        return new JournalFile(writer, env, durable, allowed);
    }

    private StoreFileException inaccessible(IOException e) {
        String reason = e instanceof AccessDeniedException
                ? "this user may not read and write it, or its directory"
                : e instanceof FileSystemException failure && failure.getReason() != null
                        ? failure.getReason()
                        : String.valueOf(e.getMessage());
        return problem(Reason.INACCESSIBLE, "can't be opened: " + reason, e);
    }

    private StoreFileException problem(Reason reason, String what, @Nullable Throwable cause) {
        return new StoreFileException(given, reason, what, cause);
    }
}

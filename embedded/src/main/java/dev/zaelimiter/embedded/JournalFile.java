package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import dev.zaelimiter.embedded.journal.BatchEncoder;
import dev.zaelimiter.embedded.journal.JournalWriter;
import dev.zaelimiter.embedded.journal.LockedFile;
import dev.zaelimiter.embedded.journal.SpentToken;
import dev.zaelimiter.embedded.journal.SumsFile;
import dev.zaelimiter.embedded.journal.WriteDigest;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.store.Write;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The file that the journal writes, and its growth: when the history in it is larger than what is held, a second file
 * is written, a slice after each batch, which then takes its place. Not for use by several threads.
 */
class JournalFile {

    private static final SafeLog LOG = SafeLog.of(JournalFile.class);

    /** A file may grow by its size when it was last written anew, plus this. */
    static final long USUAL_SLACK = 16L * 1024 * 1024;

    /** At most so many replaced files that still have another name stay locked. */
    static final int MOST_SUPERSEDED = 16;

    private static final long TOKEN_MILLIS = TimeUnit.NANOSECONDS.toMillis(TransactionLog.KEPT_NANOS);

    private final Path path;
    private final Environment environment;
    private final Durability durability;
    private final long slack;
    private final Deque<SpentToken> tokens = new ArrayDeque<>();
    private JournalWriter writer;
    private @Nullable Table table;
    private Followed followed = new Followed();
    private @Nullable Rewrite rewrite;
    private @Nullable FileAccounts accounts;
    private final List<JournalWriter> superseded = new ArrayList<>();
    private Disk disk = new Disk();
    private boolean entryInDoubt;
    private long notBefore;
    private long stampedMillis = Long.MIN_VALUE;
    private int tokenWrites;
    private volatile FileStoreStatistics statistics;

    JournalFile(JournalWriter writer, Environment environment, Durability durability, long slack) {
        this.path = writer.path();
        this.writer = writer;
        this.environment = environment;
        this.durability = durability;
        this.slack = slack;
        this.statistics = new FileStoreStatistics(0, 0, writer.length(), 0);
    }

    /** What was done so far. May be asked for by any thread. */
    FileStoreStatistics statistics() {
        return statistics;
    }

    /** Sets what is held, from which a new file is made. To be called before anything is written. */
    void holds(Table held) {
        table = held;
    }

    /** Sets who may follow the changes. To be called before anything is written. */
    void tells(Followed changes) {
        followed = changes;
    }

    /** Sets the accounts. To be called before anything is written. */
    void settles(FileAccounts changedInPlace) {
        accounts = changedInPlace;
    }

    /** Sets the disk. To be called before anything is written. */
    void liesOn(Disk another) {
        disk = another;
    }

    /** Begins a batch. */
    void begin(BatchEncoder batch) throws IOException {
        followed.open(batch, environment.wallMillis());
        if (followed.isUsed()) {
            writer.keepChanges();
        }
    }

    /** Whether programs that read the file know of changes that are kept. */
    boolean keepsChanges() {
        return followed.isUsed();
    }

    Path path() {
        return path;
    }

    /** Makes the token of a transaction that is to be written. */
    SpentToken spend(String token, List<Write> writes) {
        SpentToken spent = new SpentToken(token, WriteDigest.of(writes), environment.wallMillis(), writes.size());
        remember(spent);
        return spent;
    }

    /** Keeps a token, so that it is in the file when that is written anew; forgets those that are too old. */
    void remember(SpentToken spent) {
        tokens.add(spent);
        tokenWrites += spent.writes();
        long oldest = environment.wallMillis() - TOKEN_MILLIS;
        while (!tokens.isEmpty()
                && (tokens.element().wallMillis() < oldest || tokenWrites > TransactionLog.MOST_WRITES)) {
            tokenWrites -= tokens.remove().writes();
        }
    }

    /** Says in a batch when it is written, so that time does not run back when the file is opened again. */
    void stampTime(BatchEncoder batch) {
        long nowMillis = environment.wallMillis();
        if (writer.hasTimes() && nowMillis != stampedMillis) {
            batch.time(nowMillis);
            stampedMillis = nowMillis;
        }
    }

    /** Appends a batch. It is acknowledged by the file in use; the new one gets it too, or is given up. */
    void append(BatchEncoder batch) throws IOException {
        settleEntry();
        writer.append(batch);
        followed.written();
        if (accounts != null) {
            accounts.appended(writer);
        }
        count(1, batch.length(), 0);
        if (rewrite != null) {
            try {
                rewrite.append(batch);
            } catch (IOException | RuntimeException | Error e) {
                giveUp(rewrite, e);
            }
        }
    }

    /**
     * What comes now is written to one of two files, the new one or the one that it was to replace, and both have all
     * that came before. The name must lead to that one; and until the directory is on the disk, a power cut may make it
     * lead to the other.
     */
    private void settleEntry() throws IOException {
        if (!entryInDoubt) {
            return;
        }
        if (!writer.isAt(path)) {
            throw new IOException("it was to be written anew, and the name leads to another file now, or to none, or"
                    + " can't be looked up: move it back, or restart");
        }
        if (durability == Durability.POWER_LOSS) {
            try {
                disk.syncEntry(path);
            } catch (IOException e) {
                throw new IOException(
                        "it was written anew, and its directory could not be brought to the disk: " + e.getMessage(),
                        e);
            }
        }
        entryInDoubt = false;
        accountsGoOn();
    }

    /** What is mapped can't be used any more. */
    void faulted(InternalError fault) {
        if (accounts != null) {
            accounts.broken(fault);
        }
    }

    private void count(int commits, long bytes, int rewrites) {
        FileStoreStatistics before = statistics;
        statistics = new FileStoreStatistics(
                before.commits() + commits,
                before.bytesWritten() + bytes,
                writer.length(),
                before.rewrites() + rewrites);
    }

    /** Whether there is something to do although nothing is to be written. */
    boolean hasWork() {
        return rewrite != null || (table != null && isDue()) || (accounts != null && accounts.wantsFile());
    }

    private boolean isDue() {
        return writer.length() > 2 * writer.snapshotLength() + slack && writer.length() >= notBefore;
    }

    /** Does a part of the work. To be called after all that was staged when it was called last has been written. */
    void work(BatchEncoder encoder) {
        Rewrite current = rewrite;
        if (current == null && accounts != null && accounts.wantsFile()) {
            accounts.make(path, writer);
        }
        try {
            if (current == null) {
                Table held = table;
                if (held != null && isDue()) {
                    requireReplaceable();
                    rewrite = Rewrite.start(path, environment, durability, held.allCells(), List.copyOf(tokens));
                }
            } else if (!current.slice(encoder) && accountsRest() && !current.carry(encoder, followed)) {
                replace(current);
            }
        } catch (IOException e) {
            giveUp(current, e);
        } catch (RuntimeException | Error e) {
            // What was just taken from its lists may not be in the new file: gone on with, it would lack that.
            giveUp(current, e);
            throw e;
        }
    }

    /** Whether all that was changed in place is in both files, and nothing is changed so for the moment. */
    private boolean accountsRest() {
        return accounts == null || accounts.rest();
    }

    private void replace(Rewrite current) throws IOException {
        requireReplaceable();
        boolean hasOtherNames = LockedFile.names(path) > 1;
        JournalWriter old = writer;
        // By another name it may be opened one day, and is whole.
        old.needsSums(false);
        try {
            writer = current.replace(path, disk);
        } finally {
            // Even if it was not there when it was looked for: the disk that could not move it may not have shown it.
            entryInDoubt |= current.mayBeInPlace();
        }
        rewrite = null;
        entryInDoubt = durability == Durability.POWER_LOSS;
        count(0, writer.length(), 1);
        if (hasOtherNames) {
            superseded.add(old);
        } else {
            closeQuietly(old);
        }
        accountsGoOn();
    }

    /** What is changed in place waits for no batch, and so for no name: while that is in doubt nothing is. */
    private void accountsGoOn() {
        try {
            if (accounts != null && !entryInDoubt) {
                accounts.goOn(writer);
            }
        } catch (IOException e) {
            LOG.warn("{} could not be told to need its sums; nothing is changed in place: {}", path, e.toString());
        }
    }

    /**
     * The name must lead to the file that is being written: if it was moved away and another put in its place, that one
     * is not ours to replace. And a replaced file that still has another name stays locked: otherwise a process that
     * opens it by that name would hand out its tokens a second time.
     */
    private void requireReplaceable() throws IOException {
        if (!writer.isAt(path)) {
            throw new IOException(
                    "the name leads to another file now, or to none; what is written goes to the file that had it");
        }
        if (superseded.size() >= MOST_SUPERSEDED && LockedFile.names(path) > 1) {
            throw new IOException("it has other names (hard links), as had " + MOST_SUPERSEDED
                    + " earlier files since it was opened; copy it instead of linking it");
        }
    }

    private void giveUp(@Nullable Rewrite current, Throwable why) {
        LOG.warn("{} could not be written anew and goes on growing: {}", path, why.toString());
        notBefore = writer.length() + slack;
        boolean inPlace = rewrite != current;
        rewrite = null;
        if (current != null) {
            if (!inPlace) {
                current.abandon();
            }
            accountsGoOn();
        }
    }

    /** Closes the file, marked as closed if all was written. */
    void close(boolean written) {
        if (rewrite != null) {
            rewrite.abandon();
            rewrite = null;
        }
        for (JournalWriter old : superseded) {
            closeQuietly(old);
        }
        superseded.clear();
        if (!written && accounts != null) {
            accounts.abandon();
        }
        try {
            if (written) {
                boolean hasSums = accounts != null && accounts.isUsed() && writer.isAt(path);
                writer.finish();
                if (hasSums) {
                    SumsFile.discard(path);
                }
            } else {
                writer.close();
            }
        } catch (IOException e) {
            LOG.warn("{} could not be closed in order; it will be opened as after a kill: {}", path, e.toString());
        }
    }

    private void closeQuietly(JournalWriter old) {
        try {
            disk.close(old);
        } catch (IOException | RuntimeException | Error e) {
            LOG.warn("a file that {} was before it was written anew could not be closed: {}", path, e.toString());
        }
    }
}

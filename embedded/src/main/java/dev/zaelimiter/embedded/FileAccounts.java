package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import dev.zaelimiter.embedded.journal.JournalWriter;
import dev.zaelimiter.embedded.journal.SumsFile;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The accounts of a file. Each has a row of sums to itself until what it has left is in the file, and no thread can
 * come late any more. Safe for use by many threads; what is said to be the journal's is for the task that commits.
 *
 * <p>Sums are those of one file, and say what is to be added to it. So there are no accounts at the moment at which
 * another file takes its place, and their file is made when somebody asks for the first one.
 */
final class FileAccounts implements CellAccount.Opener {

    private static final SafeLog LOG = SafeLog.of(FileAccounts.class);

    /** When all rows are taken, so many accounts have to go: those that were opened first, more or less. */
    private static final int EVICTED = 32;

    private static final long RETRY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Environment environment;
    private final Journal journal;
    private final BooleanSupplier allowed;

    private final AtomicReferenceArray<@Nullable FileAccount> open = new AtomicReferenceArray<>(SumsFile.rows());
    private final AtomicInteger hand = new AtomicInteger();
    /**
     * What accounts have left that is not in the file yet: there is no other account of it, whose base would be lost.
     */
    private final Map<Key, FileAccount> unwritten = new ConcurrentHashMap<>();

    private final FreeRows free = new FreeRows();

    private final AtomicInteger forbidden = new AtomicInteger();
    private volatile @Nullable SumsFile sums;
    private volatile boolean wanted;
    private volatile boolean resting;
    /** Counts how often the accounts were closed for a new file. */
    private final AtomicInteger files = new AtomicInteger();
    /** How many batches are in the file. */
    private volatile long batches;

    private volatile boolean ended;
    private volatile boolean abandoned;
    private volatile boolean broken;

    /** The file whose sums they are. */
    private long fileId;

    /** When it failed, it is tried again after that. */
    private volatile long notBeforeNanos = Long.MIN_VALUE;

    /** With whether there may be accounts just now: each change that somebody must hear of is a write. */
    FileAccounts(Environment environment, Journal journal, BooleanSupplier allowed) {
        this.environment = environment;
        this.journal = journal;
        this.allowed = () -> !ended && forbidden.get() == 0 && allowed.getAsBoolean();
    }

    @Override
    public @Nullable FileAccount open(Item item, Account.Attributes attributes, long mark) {
        int file = files.get();
        if (sums == null) {
            ask();
        }
        boolean mayBe =
                sums != null && !broken && !resting && allowed.getAsBoolean() && !unwritten.containsKey(item.key());
        int[] slots = mayBe ? slots(item, attributes) : null;
        SumsFile.Row row = slots == null ? null : take();
        if (slots == null || row == null) {
            return null;
        }
        // Whatever comes later is in this batch or in one after it, and the item as it is in one before.
        if (!begin(row, item, mark, slots)) {
            release(row);
            return null;
        }
        FileAccount account = new FileAccount(this, numbers(item, slots, mark), row);
        open.set(row.index(), account);
        if (resting || files.get() != file || !allowed.getAsBoolean()) {
            // Whoever forbade it may have closed all others before this one was there.
            account.close();
            return null;
        }
        return account;
    }

    private boolean begin(SumsFile.Row row, Item item, long mark, int[] slots) {
        try {
            return row.open(item.key(), batches, mark, slots);
        } catch (InternalError e) {
            broken(e);
            return false;
        }
    }

    /** Somebody has cut the file of sums short while it is in use. */
    void broken(InternalError failure) {
        if (!broken) {
            broken = true;
            LOG.error(
                    "the sums can't be used any more, so that each change waits for a commit: {}", failure.toString());
        }
    }

    private static MemoryAccount numbers(Item item, int[] slots, long mark) {
        int count = (slots.length - 1) / 2;
        int[] balances = new int[count];
        int[] counters = new int[count];
        System.arraycopy(slots, 1, balances, 0, count);
        System.arraycopy(slots, 1 + count, counters, 0, count);
        return new MemoryAccount(closed -> {}, item, balances, counters, slots[0], mark);
    }

    /** The slots of the mark, of balances, of counters; null if one of them is none of a whole number. */
    private static int @Nullable [] slots(Item item, Account.Attributes attributes) {
        int[] balances = Accounts.slots(item, attributes.balances());
        int[] counters = Accounts.slots(item, attributes.counters());
        int marked = item.layout().wholeSlot(attributes.mark());
        if (balances == null || counters == null || marked < 0) {
            return null;
        }
        int[] slots = new int[1 + 2 * balances.length];
        slots[0] = marked;
        System.arraycopy(balances, 0, slots, 1, balances.length);
        System.arraycopy(counters, 0, slots, 1 + balances.length, counters.length);
        return slots;
    }

    /** Has the task that commits make the file of sums, which is no work for whoever asks. */
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it
    private void ask() {
        if (!wanted && !rests() && allowed.getAsBoolean()) {
            wanted = true;
            journal.note(this);
        }
    }

    private boolean rests() {
        long notBefore = notBeforeNanos;
        return notBefore != Long.MIN_VALUE && environment.monotonicNanos() - notBefore < 0;
    }

    private SumsFile.@Nullable Row take() {
        SumsFile.Row row;
        try {
            row = free.take();
        } catch (InternalError e) {
            broken(e);
            return null;
        }
        if (row == null) {
            evict();
        }
        return row;
    }

    private void evict() {
        int evicted = 0;
        for (int looked = 0; looked < open.length() && evicted < EVICTED; looked++) {
            FileAccount account = open.get(Math.floorMod(hand.getAndIncrement(), open.length()));
            if (account != null && account.isOpen()) {
                account.close();
                evicted++;
            }
        }
    }

    /** Its sums count no more. A thread that has not come out of it may still add there. */
    private void release(SumsFile.Row row) {
        if (broken) {
            return;
        }
        try {
            row.end();
            free.add(row);
        } catch (InternalError e) {
            broken(e);
        }
    }

    /** What a closed account has left is staged, once, and before anybody goes on from it. */
    @SuppressWarnings("ReferenceEquality") // an item that was not changed is the very same
    void settle(FileAccount account, Item left) {
        if (left != account.base()) {
            journal.stageOnce(this, account, left);
        } else if (open.compareAndSet(account.row().index(), account, null)) {
            account.settled();
            release(account.row());
        } else {
            account.settled();
        }
    }

    /** What it has left is staged, under the lock of the journal. */
    void staged(FileAccount account) {
        unwritten.put(account.key(), account);
        account.settled();
    }

    /** What it has left is in the file. */
    void written(FileAccount account) {
        unwritten.remove(account.key(), account);
        open.compareAndSet(account.row().index(), account, null);
        release(account.row());
    }

    /** Throws if what was just added may be lost, since the store was closed before all of it was in the file. */
    boolean isKept() {
        if (abandoned) {
            throw new IllegalStateException("the store was closed before all was written");
        }
        return true;
    }

    void closeAll() {
        for (int i = 0; i < open.length(); i++) {
            FileAccount account = open.get(i);
            if (account != null) {
                account.close();
            }
        }
    }

    /** Whether there was ever an account. */
    boolean isUsed() {
        return sums != null;
    }

    /** From now on there are none, until it is allowed as often as it was forbidden. */
    void forbid() {
        forbidden.incrementAndGet();
        closeAll();
    }

    void allow() {
        forbidden.decrementAndGet();
    }

    /** The store is about to be closed. */
    void end() {
        ended = true;
        closeAll();
    }

    /** The store is closed, and what accounts have left may not be in the file. */
    void abandon() {
        abandoned = true;
    }

    /** Whether the file of sums is to be made. The journal's, as all that follows. */
    boolean wantsFile() {
        return wanted && sums == null;
    }

    /** Makes the file of sums. */
    void make(Path path, JournalWriter writer) {
        if (rests()) {
            wanted = false;
            return;
        }
        try {
            if (writer.hasTimes() && writer.isAt(path)) {
                SumsFile made = SumsFile.create(path, writer.fileId(), writer.batches());
                writer.needsSums(true);
                free.addAll(made);
                batches = writer.batches();
                fileId = writer.fileId();
                sums = made;
                return;
            }
        } catch (IOException | RuntimeException | Error e) {
            LOG.warn("{} gets no sums, so that each change waits for a commit: {}", path, e.toString());
        }
        notBeforeNanos = environment.monotonicNanos() + RETRY_NANOS;
        wanted = false;
    }

    /** A batch is in the file. */
    void appended(JournalWriter writer) {
        batches = writer.batches();
        SumsFile known = sums;
        if (known != null && !broken) {
            logged(known, writer.batches());
        }
    }

    private void logged(SumsFile known, long inFile) {
        try {
            known.logged(inFile);
        } catch (InternalError e) {
            broken(e);
        }
    }

    /** Has all accounts closed. False if that was begun by this call: then it is over after the next batch. */
    boolean rest() {
        if (sums == null || resting) {
            return true;
        }
        resting = true;
        files.incrementAndGet();
        closeAll();
        return false;
    }

    /** From now on there may be accounts again, of this file. */
    void goOn(JournalWriter writer) throws IOException {
        SumsFile known = sums;
        if (known != null && resting && !broken) {
            try {
                belongTo(known, writer);
            } catch (InternalError e) {
                // The task that commits must go on, whatever was done to the sums.
                broken(e);
                return;
            }
            batches = writer.batches();
            writer.needsSums(true);
            resting = false;
        }
    }

    private void belongTo(SumsFile known, JournalWriter writer) {
        if (fileId != writer.fileId()) {
            known.belongTo(writer.fileId(), writer.batches());
            fileId = writer.fileId();
        }
    }
}

package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import dev.zaelimiter.embedded.journal.FileGuard;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.Expendables;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.LastingFeed;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.StoreTraits;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in one file, for one process at a time. All items are in memory too: the file is what brings them back. It
 * does what {@link InMemoryStore} does, and what it has answered survives the end of the process, kill -9 included; a
 * power cut as well if it was opened for {@link Durability#POWER_LOSS}.
 *
 * <p>Nothing is told to anybody before it is in the file: neither by the answer to a write, nor by a read, a refusal or
 * the change feed. Writes to any number of keys share a commit. Futures complete on a thread of the environment's
 * executor, or immediately if nothing had to be written.
 *
 * <p>What is changed in place ({@link #account}) is in memory of the system's that is a file ({@code NAME.sums}), and
 * so as safe from the end of the process; that file is there while such changes may be, and without it {@code NAME}
 * can't be opened after a kill.
 *
 * <p>The file grows to twice what it holds, and 16 MiB, and is then written anew into a second file ({@code NAME.new})
 * while the store works on. {@code NAME.lock} keeps other processes out, and stays. When the disk is full, calls under
 * way fail as {@link StoreException.Uncertain}, further ones as {@link StoreException.Unreachable}, and the store goes
 * on when there is room.
 *
 * <p>Transactions are remembered for ten minutes of the wall clock across an end of the process, for the last 50,000
 * writes at most. A change feed begins when it is opened; one that {@link #follow follows} the changes goes on where
 * the one before had come to, whatever ended that. Values of foreign types must be strings.
 */
public final class FileStore implements ItemStore {

    private static final SafeLog LOG = SafeLog.of(FileStore.class);

    /** A write that failed as uncertain may still be in the queue of the journal. */
    private static final StoreTraits TRAITS = new StoreTraits("file", true, true, 0);

    private final SteadyClock clock;
    private final Audience audience;
    private final @Nullable FileAccounts accounts;
    private final Content content;
    private final Journal journal;
    private final FileGuard guard;
    private final AtomicBoolean closed = new AtomicBoolean();

    FileStore(
            SteadyClock clock,
            Audience audience,
            @Nullable FileAccounts accounts,
            Content content,
            Journal journal,
            FileGuard guard) {
        this.clock = clock;
        this.audience = audience;
        this.accounts = accounts;
        this.content = content;
        this.journal = journal;
        this.guard = guard;
    }

    /**
     * Opens a file, or makes it if there is none. Every byte of it is checked before any is changed.
     *
     * @param path the file, in a directory that exists; on a local disk, since locks and renames on others are not to
     *     be relied upon
     * @param durability what a write has to survive
     * @param environment tells the time, and runs the task that writes
     * @return an open store
     * @throws StoreFileException if the file is in use, damaged or something else; then nothing was changed
     */
    public static FileStore open(Path path, Durability durability, Environment environment) {
        return open(path, durability, environment, Room.usual());
    }

    /**
     * Opens a file for a number of items.
     *
     * @param path as above
     * @param durability as above
     * @param environment as above
     * @param maxItems the most items that there may be when a new bucket is made: as for {@link InMemoryStore}. What is
     *     in the file is read, however much that is
     * @return an open store
     * @throws StoreFileException as above
     */
    public static FileStore open(Path path, Durability durability, Environment environment, int maxItems) {
        return new FileOpening(path, durability, environment, JournalFile.USUAL_SLACK)
                .holding(Room.atLeastOne(maxItems))
                .open();
    }

    /** As with a store over a network, answers come later, and a failed write may still land. */
    @Override
    public StoreTraits traits() {
        return TRAITS;
    }

    /**
     * The wall clock as it was when the store was opened, or when the file was last written if that is later by up to a
     * day, counted on by the monotonic clock.
     */
    @Override
    public LongSupplier clock() {
        return clock::wallMillis;
    }

    @Override
    public void expendables(Expendables expendables) {
        content.room().expendables(Objects.requireNonNull(expendables, "expendables"));
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        try {
            requireOpen();
            Storable.check(write);
            return journal.answer(content.write(write));
        } catch (StoreException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        return answer(() -> {
            writes.forEach(Storable::check);
            return content.transact(writes, token);
        });
    }

    @Override
    public CompletableFuture<@Nullable Item> get(Key key) {
        return answer(() -> content.get(key));
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        return answer(() -> content.batchGet(keys));
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return answer(() -> content.query(query));
    }

    @Override
    public ChangeFeed changes() {
        Feed feed = audience.feeds().open();
        if (accounts != null) {
            accounts.closeAll();
        }
        if (closed.get()) {
            feed.close();
        }
        requireOpen();
        return feed;
    }

    /** The file keeps what its reader is not done with, for as many changes as any feed holds. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // told by the one that is returned
    public CompletableFuture<LastingFeed> follow(String name) {
        CompletableFuture<LastingFeed> answer = new CompletableFuture<>();
        FileAccounts inPlace = accounts;
        if (inPlace == null || closed.get()) {
            follow(name, answer);
            return answer;
        }
        // What was changed in place was changed before: it must not count as changed from now on.
        inPlace.forbid();
        journal.note(this).whenComplete((noted, failure) -> {
            try {
                if (failure == null) {
                    follow(name, answer);
                } else {
                    answer.completeExceptionally(failure);
                }
            } finally {
                inPlace.allow();
            }
        });
        return answer;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // told by the one that is given
    private void follow(String name, CompletableFuture<LastingFeed> answer) {
        try {
            requireOpen();
            FollowedFeed feed = new FollowedFeed(audience.followed().open(name), journal);
            journal.note(feed).whenComplete((noted, failure) -> {
                if (failure == null) {
                    answer.complete(feed);
                } else {
                    feed.close();
                    answer.completeExceptionally(failure);
                }
            });
        } catch (StoreException e) {
            answer.completeExceptionally(e);
        }
    }

    @Override
    public boolean changesInPlace() {
        return accounts != null;
    }

    /**
     * For what survives the end of the process; what has to survive a power cut waits for the disk in any case. There
     * are none while a feed is open, which must tell of each change.
     */
    @Override
    public @Nullable Account account(Item item, Account.Attributes attributes, long mark) {
        FileAccounts inPlace = accounts;
        return closed.get() || inPlace == null ? null : content.account(inPlace, item, attributes, mark);
    }

    /** Writes what is under way, closes the file and lets others have it. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the end of the journal waits for it
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        if (accounts != null) {
            accounts.end();
        }
        if (audience.followed().isUsed()) {
            // What is done is not to be found by the next reader.
            journal.note(this);
        }
        journal.end();
        audience.followed().close();
        audience.feeds().close();
        content.clear();
        try {
            guard.close();
        } catch (IOException e) {
            LOG.warn("the lock of the store file could not be given back: {}", e.toString());
        }
    }

    /**
     * What the store has done since it was opened.
     *
     * @return figures of one moment
     */
    public FileStoreStatistics statistics() {
        return journal.statistics();
    }

    /** How many items are held, including expired ones that were not removed yet. */
    int size() {
        return content.table().size();
    }

    private <T extends @Nullable Object> CompletableFuture<T> answer(Supplier<T> work) {
        try {
            requireOpen();
            return journal.answer(work.get());
        } catch (StoreException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void requireOpen() {
        if (closed.get()) {
            throw Errors.misuse("the store is closed");
        }
        journal.requireWorking();
    }
}

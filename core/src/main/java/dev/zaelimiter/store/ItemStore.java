package dev.zaelimiter.store;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A store of items: the port that every database sits behind.
 *
 * <p>Every call returns immediately; a future may be complete already. Futures complete with an answer or with a
 * {@link StoreException}, never with anything else, on a thread of the store that the caller must not block. A call on
 * a closed store fails with {@link StoreException.Misuse}. Implementations are safe for use by many threads.
 *
 * <p><b>Consistency.</b> Writes to one key take place one after another. {@link #write} answers with the item as that
 * write left or found it. {@link #get} and {@link #batchGet} see every write that was answered before they were called.
 * Queries of an index may lag.
 *
 * <p><b>Time to live.</b> An item whose attribute {@code ttl} is a whole number of seconds since the epoch may vanish
 * at any moment after that instant has passed, and never before. Until then it reads and writes like any other.
 *
 * <p><b>Idempotence.</b> None, unless a condition makes it so: a write that is sent twice may be applied twice.
 *
 * <p><b>Limits.</b> A transaction with the same key twice or with more than 100 writes, and a key attribute in an
 * update, are {@link StoreException.Misuse}. So is a sum outside a {@code long}, unless the store's own numbers are
 * wider: then it is kept exactly, as a {@link AttributeValue.Decimal}.
 */
public interface ItemStore extends AutoCloseable {

    /** The most writes in a transaction. */
    int MAX_TRANSACTION = 100;

    /**
     * What the engine should know to plan well.
     *
     * @return constant for the life of the store
     */
    StoreTraits traits();

    /**
     * The clock that stamps what is stored here, if the store brings one: a store that one process has to itself has a
     * wall clock that nobody sets.
     *
     * @return milliseconds since the epoch; null for the wall clock of whoever uses the store
     */
    default @Nullable LongSupplier clock() {
        return null;
    }

    /**
     * Says what the store may refuse to create, and what it may delete, when it is full. A store without a bound may
     * ignore this; a store that was not told refuses and deletes nothing.
     *
     * @param expendables what is known of the items; the same for all who use the store
     */
    default void expendables(Expendables expendables) {}

    /**
     * Applies one write, if its condition holds.
     *
     * @param write a put, update or delete
     * @return the answer
     */
    CompletableFuture<WriteResult> write(Write write);

    /**
     * Applies all writes, or none. Writes that were committed are not applied again when they come with the same token
     * within ten minutes: they are answered as committed. A refusal need not be remembered.
     *
     * @param writes 2 to {@value #MAX_TRANSACTION}, each of another key
     * @param token identifies this transaction: 1 to 36 characters
     * @return the answer
     */
    CompletableFuture<TransactionResult> transact(List<Write> writes, String token);

    /**
     * Reads one item, strongly consistent.
     *
     * @param key which
     * @return the item, or null
     */
    CompletableFuture<@Nullable Item> get(Key key);

    /**
     * Reads items, each strongly consistent, not as of one instant.
     *
     * @param keys any number, no duplicates
     * @return those that exist; each key asked for was really looked at
     */
    CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys);

    /**
     * Reads one page.
     *
     * @param query what to look for
     * @return a page
     */
    CompletableFuture<Page> query(Query query);

    /**
     * Opens a feed of the changes from now on.
     *
     * @return a new feed
     */
    ChangeFeed changes();

    /**
     * Opens a feed of the changes from now on that outlives the process. There is one at a time.
     *
     * @param name under which its changes are kept: 1 to 128 characters. Two feeds of one name are one after another,
     *     in which numbers go on
     * @return null if the store keeps no changes: then {@link #changes} tells of them as long as the process lives.
     *     Otherwise the feed, once the store has noted it; fails with {@link StoreException.Misuse} while another one
     *     is open
     */
    default @Nullable CompletableFuture<LastingFeed> follow(String name) {
        return null;
    }

    /**
     * The changes of the last while, as the store keeps them.
     *
     * @return null if the store keeps none: then {@link #changes} alone tells of them
     */
    default @Nullable ChangeStream stream() {
        return null;
    }

    /**
     * Whether there may be an {@link #account} of an item, although answers take time ({@link StoreTraits}). Of a store
     * whose answers take none that is not asked.
     *
     * @return constant
     */
    default boolean changesInPlace() {
        return false;
    }

    /**
     * Lets some numbers of an item be changed in place, for as long as nobody asks for the item in any other way.
     *
     * @param item the very item that the store answered last; of any other there is no account
     * @param attributes whole numbers of the item, none of them part of a key or an index, nor its time to live
     * @param mark what the attribute of that name becomes if anything is changed
     * @return null if the store has no such capability, or withholds it now
     */
    default @Nullable Account account(Item item, Account.Attributes attributes, long mark) {
        return null;
    }

    /** Releases what the store holds. Calls under way may fail. May be called more than once. */
    @Override
    void close();
}

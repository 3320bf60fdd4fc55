package dev.zaelimiter.embedded.journal;

import dev.zaelimiter.store.Key;

/** Who is told what a file holds, in order: what comes later counts. */
public interface JournalVisitor {

    /**
     * An item is like this from now on.
     *
     * @param key its key
     * @param item the item
     */
    void put(Key key, StoredItem item);

    /**
     * An item has gone.
     *
     * @param key its key
     */
    void remove(Key key);

    /**
     * A transaction was committed.
     *
     * @param token its token
     */
    void token(SpentToken token);

    /**
     * A batch was written at this time.
     *
     * @param wallMillis milliseconds since the epoch, by the clock of the store
     */
    default void time(long wallMillis) {}
}

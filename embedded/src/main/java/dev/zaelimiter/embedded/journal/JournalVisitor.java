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

    /** A batch begins: its changes have no numbers until it says so. */
    default void batch() {}

    /**
     * An item has gone because its time to live had passed.
     *
     * @param key its key
     */
    default void expire(Key key) {
        remove(key);
    }

    /**
     * From here on changes with numbers belong to this feed.
     *
     * @param feed its name
     */
    default void follow(String feed) {}

    /**
     * The changes that follow in this batch have numbers: whoever follows them may not be done with them.
     *
     * @param first of the first one
     * @param atMillis when they were written, in milliseconds since the epoch
     */
    default void numbers(long first, long atMillis) {}

    /**
     * Whoever follows the changes is done with all up to a number.
     *
     * @param number of the last one that is done
     */
    default void done(long number) {}

    /**
     * What had a number until here is told anew, as far as it is not done: the images before it are not in this file.
     *
     * @param next the number that the next change will have
     */
    default void afresh(long next) {}

    /**
     * A change that is not done, and was written to another file.
     *
     * @param change the change
     */
    default void kept(StoredChange change) {}
}

package dev.zaelimiter.store;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The changes of a store from the moment the feed was opened, each at least once, those of one key in order. A write
 * that leaves the item equal is no change. One reader at a time.
 */
public interface ChangeFeed extends AutoCloseable {

    /**
     * The next changes.
     *
     * @param most the most to return, at least 1
     * @return perhaps none; fails with {@link StoreException.Misuse} if the reader fell so far behind that changes were
     *     dropped
     */
    CompletableFuture<List<ChangeRecord>> poll(int most);

    /** Ends the feed. May be called more than once. */
    @Override
    void close();
}

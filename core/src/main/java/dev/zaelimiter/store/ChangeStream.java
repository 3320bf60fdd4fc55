package dev.zaelimiter.store;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The changes of a store as it keeps them for a while, for whoever wants to go on where he stopped, also in another
 * process. They lie in shards: those of one shard have an order, in which they are read. A shard ends after some time,
 * and others come out of it; all that it has was made before all that those have.
 *
 * <p>Holds nothing that must be released. Futures fail with a {@link StoreException}; safe for use by many threads.
 */
public interface ChangeStream {

    /**
     * Asks which shards there are.
     *
     * @return those that can be read now; fails with {@link StoreException.Denied} if the store keeps no changes, or
     *     not both images of each
     */
    CompletableFuture<Listing> shards();

    /**
     * Reads on.
     *
     * @param from where; the same place may be read any number of times
     * @param most the most changes to return, at least 1
     * @return the next changes, perhaps none although there are more
     */
    CompletableFuture<StreamPage> read(StreamPlace from, int most);

    /**
     * What there is to read.
     *
     * @param newest the stream that takes changes now. A store whose stream was switched off and on has several for a
     *     while
     * @param shards of all of them, in any order
     */
    record Listing(String newest, List<StreamShard> shards) {

        /** Copies the list. */
        public Listing {
            shards = List.copyOf(shards);
        }
    }
}

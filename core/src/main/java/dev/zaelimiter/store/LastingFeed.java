package dev.zaelimiter.store;

import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A feed that outlives the process: the store keeps each change until the reader says that it is done with it. What was
 * kept when a process ended, killed or not, is given to whoever opens the next feed. A change that is done may still be
 * given once more if the process is killed right after, so the reader must know what it has done already.
 *
 * <p>Changes come in one order, that of their numbers, which grow from feed to feed. A reader that falls too far behind
 * loses its changes as with any feed; they are then not kept either.
 */
public interface LastingFeed extends ChangeFeed {

    /**
     * What earlier feeds had left when this one was opened, each change with the number and time that it had there.
     *
     * @return the oldest feed first; perhaps none
     */
    List<Leftover> left();

    /**
     * Says that the reader is done with all changes up to one, those of earlier feeds included. Returns at once; it
     * reaches the store with the next write, and before whatever is written after this call.
     *
     * @param sequence the number of that change
     */
    void done(BigInteger sequence);

    /** The next changes, in the order of their numbers; those that are {@link #left} are not among them. */
    @Override
    CompletableFuture<List<ChangeRecord>> poll(int most);

    /** Ends the feed. What is not done is kept. May be called more than once. */
    @Override
    void close();

    /**
     * What an earlier feed had left.
     *
     * @param feed the name under which it was opened
     * @param changes in order, at least one
     */
    record Leftover(String feed, List<ChangeRecord> changes) {

        /** Copies the list. */
        public Leftover {
            changes = List.copyOf(changes);
        }
    }
}

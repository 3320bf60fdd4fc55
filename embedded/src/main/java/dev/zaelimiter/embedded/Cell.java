package dev.zaelimiter.embedded;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import org.jspecify.annotations.Nullable;

/**
 * The place of one item. Written under the lock of the key's stripe, read by anybody at any time.
 *
 * <p>While a transaction is being applied its cells hold both images, and one flag, shared by all of them, says which
 * one counts. So whoever has seen one of its writes sees all of them, without a lock.
 */
final class Cell {

    private final Key key;
    private volatile @Nullable Object state;

    Cell(Key key) {
        this.key = key;
    }

    Key key() {
        return key;
    }

    /** The item, or null if it has gone, or is not there yet. */
    @Nullable
    Item item() {
        Object now = state;
        return now instanceof Staged staged ? staged.item() : (Item) now;
    }

    void set(@Nullable Item item) {
        state = item;
    }

    void stage(@Nullable Item before, @Nullable Item after, Commit commit) {
        state = new Staged(before, after, commit);
    }

    /** The flag of one transaction. */
    static final class Commit {
        private volatile boolean done;

        void done() {
            done = true;
        }
    }

    private record Staged(@Nullable Item before, @Nullable Item after, Commit commit) {
        @Nullable
        Item item() {
            return commit.done ? after : before;
        }
    }
}

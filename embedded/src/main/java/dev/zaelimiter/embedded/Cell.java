package dev.zaelimiter.embedded;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The place of one item. Written under the lock of the key's stripe, read by anybody at any time.
 *
 * <p>While a transaction is being applied its cells hold both images, and one flag, shared by all of them, says which
 * one counts. So whoever has seen one of its writes sees all of them, without a lock.
 */
final class Cell {

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Cell.class, "state", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

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

    /** Without a fence of its own: the lock is let go right after, which is one. */
    void set(@Nullable Item item) {
        STATE.setRelease(this, item);
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

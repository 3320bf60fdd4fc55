package dev.zaelimiter.embedded;

import dev.zaelimiter.embedded.journal.StoredItem;
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
 *
 * <p>While an item's numbers are changed in place there is an account here. Whoever asks for the item closes it.
 *
 * <p>An item that came with the file stays as it is there until somebody asks for it. All who ask are given the same one.
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
        return now == null || now instanceof Item ? (Item) now : make(now);
    }

    private @Nullable Item make(Object seen) {
        Object now = seen;
        if (now instanceof MemoryAccount account) {
            Item item = account.close();
            STATE.compareAndSet(this, account, item);
            return item;
        }
        while (now instanceof StoredItem stored) {
            Item item = stored.decode(key);
            if (STATE.compareAndSet(this, stored, item)) {
                return item;
            }
            now = state;
        }
        return now instanceof Staged staged ? staged.item() : (Item) now;
    }

    /** The item for one look: if it came with the file, it is made for this caller, and kept as bytes. */
    @Nullable
    Item peek() {
        Object now = state;
        return now instanceof StoredItem stored ? stored.decode(key) : item();
    }

    /** What is in it, in whatever form: the same for as long as nobody touches it. */
    @Nullable
    Object state() {
        return state;
    }

    /** A string of the item, for which an item that came with the file need not be made. */
    @Nullable
    String text(String attribute) {
        Object now = state;
        if (now instanceof StoredItem stored) {
            return switch (attribute) {
                case Item.PK -> key.pk();
                case Item.SK -> key.sk();
                default -> stored.text(attribute);
            };
        }
        Item item = item();
        return item == null ? null : item.text(attribute);
    }

    /** Puts in an item that came with the file. Nobody else may be at work. */
    void restore(StoredItem item) {
        STATE.set(this, item);
    }

    /** Needs no fence of its own: the lock is released right after, which is one. */
    void set(@Nullable Item item) {
        STATE.setRelease(this, item);
    }

    /** Lets the item's numbers be changed in place until somebody asks for the item. */
    void open(MemoryAccount account) {
        state = account;
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

package dev.zaelimiter.embedded;

import dev.zaelimiter.embedded.journal.StoredItem;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.PackedItem;
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
 * <p>An item that came with the file stays as it is there until somebody asks for it, and one that nobody has asked for
 * lately is packed ({@link AtHand}). All who ask are given the same one.
 */
final class Cell {

    private static final VarHandle STATE;
    private static final VarHandle AT_HAND;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Cell.class, "state", Object.class);
            AT_HAND = MethodHandles.lookup().findVarHandle(Cell.class, "atHand", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Key key;
    private volatile @Nullable Object state;
    /** Whether {@link AtHand} knows of it. */
    private boolean atHand;
    /** Asked for since {@link AtHand} has looked last. Without a fence: one that is overlooked is unpacked again. */
    private boolean used;

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
        Item made = made(now);
        while (made != null) {
            if (STATE.compareAndSet(this, now, made)) {
                return made;
            }
            now = state;
            made = made(now);
        }
        // Looked at last: who was quicker to make the item may have begun to change it in place.
        if (now instanceof CellAccount account) {
            Item item = account.close();
            STATE.compareAndSet(this, account, item);
            return item;
        }
        return now instanceof Staged staged ? staged.item() : (Item) now;
    }

    /** An item that is kept as bytes, made anew; null if there is none, or it is kept otherwise. */
    private @Nullable Item made(@Nullable Object seen) {
        if (seen instanceof PackedItem packed) {
            return packed.unpack(key);
        }
        return seen instanceof StoredItem stored ? stored.decode(key) : null;
    }

    /** The item for one look: one that is kept as bytes is made for this caller, and stays as it is. */
    @Nullable
    Item peek() {
        Item made = made(state);
        return made == null ? item() : made;
    }

    /**
     * When the item may vanish, in seconds since the epoch: whatever else is changed in place meanwhile, that is not.
     *
     * @return {@link Long#MAX_VALUE} if never, {@link Long#MIN_VALUE} if there is none
     */
    long ttl() {
        Object now = state;
        if (now instanceof PackedItem packed) {
            return packed.ttl(Long.MAX_VALUE);
        }
        if (now instanceof StoredItem stored) {
            // Packed it tells that without being made.
            STATE.compareAndSet(this, stored, PackedItem.of(stored.decode(key), key));
            return ttl();
        }
        Item item = now instanceof CellAccount account ? account.base() : item();
        return item == null ? Long.MIN_VALUE : item.whole(Item.TTL, Long.MAX_VALUE);
    }

    /** Notes that somebody has asked for it; true if {@link AtHand} has to be told of it. */
    boolean use() {
        if (!atHand) {
            return AT_HAND.compareAndSet(this, false, true);
        }
        if (!used) {
            used = true;
        }
        return false;
    }

    /** Whether it is in use: asked for since it came, or since this was asked last, or being changed in place. */
    boolean wasUsed() {
        boolean was = used;
        used = false;
        return was || (state instanceof CellAccount account && account.isOpen());
    }

    /**
     * Packs the item. From now on {@link AtHand} does not know of it; whoever asks for it meanwhile has it told again.
     *
     * @return false if it is being changed, and stays as it is
     */
    boolean pack() {
        AT_HAND.setVolatile(this, false);
        Object now = state;
        Item item = now instanceof CellAccount account ? account.closed() : now instanceof Item plain ? plain : null;
        return now == null || (item != null && STATE.compareAndSet(this, now, PackedItem.of(item, key)));
    }

    /** Whether nobody has asked for the item lately. */
    boolean isPacked() {
        return state instanceof PackedItem;
    }

    /** What is in it, in whatever form: the same for as long as nobody touches it. */
    @Nullable
    Object state() {
        return state;
    }

    /** A string of the item, for which one that is kept as bytes need not be made. */
    @Nullable
    String text(String attribute) {
        Object now = state;
        if (now instanceof StoredItem stored) {
            return switch (attribute) {
                case Item.PK -> key.pk();
                case Item.SK -> key.sk();
                default -> stored.text(attribute);
            };
        } else if (now instanceof PackedItem packed) {
            return packed.text(attribute, key);
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
    void open(CellAccount account) {
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

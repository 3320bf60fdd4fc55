package dev.zaelimiter.embedded;

import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.Item;
import org.jspecify.annotations.Nullable;

/** An account that lies in a {@link Cell} in the place of its item. */
interface CellAccount extends Account {

    /** Opens accounts, under the lock of the item's key. */
    interface Opener {

        /** Opens one; null if one of the attributes is no whole number, or there may be none now. */
        @Nullable
        CellAccount open(Item item, Attributes attributes, long mark);
    }

    /** The item as it was when the account was opened. */
    Item base();

    /** Whether numbers may still be changed here. */
    boolean isOpen();

    /** The item as it was left, once others may go on from it; null before. */
    @Nullable
    Item closed();
}

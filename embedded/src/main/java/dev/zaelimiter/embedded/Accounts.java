package dev.zaelimiter.embedded;

import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemLayout;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The open accounts of a store. Safe for use by many threads. */
final class Accounts implements CellAccount.Opener {

    private final Set<MemoryAccount> open = ConcurrentHashMap.newKeySet();
    private final BooleanSupplier allowed;

    /** With whether there may be accounts just now: each change that somebody must hear of is a write. */
    Accounts(BooleanSupplier allowed) {
        this.allowed = allowed;
    }

    @Override
    public @Nullable MemoryAccount open(Item item, Account.Attributes attributes, long mark) {
        int[] balances = slots(item, attributes.balances());
        int[] counters = slots(item, attributes.counters());
        int marked = item.layout().wholeSlot(attributes.mark());
        if (balances == null || counters == null || marked == ItemLayout.ABSENT) {
            return null;
        }
        MemoryAccount account = new MemoryAccount(open::remove, item, balances, counters, marked, mark);
        open.add(account);
        if (!allowed.getAsBoolean()) {
            // Whoever forbade it may have closed all others before this one was there.
            account.close();
            return null;
        }
        return account;
    }

    /** Where whole numbers of an item are; null if one of the attributes is none. */
    static int @Nullable [] slots(Item item, List<String> attributes) {
        int[] slots = new int[attributes.size()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = item.layout().wholeSlot(attributes.get(i));
            if (slots[i] == ItemLayout.ABSENT) {
                return null;
            }
        }
        return slots;
    }

    void closeAll() {
        open.forEach(MemoryAccount::close);
    }

    /** How many are open. */
    int size() {
        return open.size();
    }
}

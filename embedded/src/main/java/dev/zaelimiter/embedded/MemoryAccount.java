package dev.zaelimiter.embedded;

import dev.zaelimiter.store.Item;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An account in a {@link Cell}: one reference, to the balances while it is open, whole or divided, and to the item from
 * then on. Each change is one exchange of that reference, or of a part's, so that a thread that is stopped anywhere
 * keeps nobody else waiting.
 */
final class MemoryAccount implements CellAccount {

    /** Enough for each processor to find one of its own most of the time, and few enough to be summed up. */
    private static final int PARTS = Integer.highestOneBit(
            Math.min(64, Math.max(8, 4 * Runtime.getRuntime().availableProcessors())));

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(MemoryAccount.class, "state", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Consumer<MemoryAccount> whenClosed;
    private final Item base;
    private final int[] slots;
    private final int[] counters;
    private final int marked;
    private final long mark;
    private volatile Object state;
    /** From now on no exchange begins, so that closing meets each thread's last one at most. */
    private volatile boolean closing;

    /** With the slots of balances and counters, and that of the mark with its new value. */
    MemoryAccount(Consumer<MemoryAccount> whenClosed, Item base, int[] slots, int[] counters, int marked, long mark) {
        this.whenClosed = whenClosed;
        this.base = base;
        this.slots = slots;
        this.counters = counters;
        this.marked = marked;
        this.mark = mark;
        long[] balances = new long[slots.length];
        for (int i = 0; i < slots.length; i++) {
            balances[i] = base.wholeAt(slots[i]);
        }
        this.state = balances;
    }

    @Override
    public Item base() {
        return base;
    }

    @Override
    public boolean isOpen() {
        return !(state instanceof Item);
    }

    @Override
    public @Nullable Item closed() {
        return state instanceof Item item ? item : null;
    }

    @Override
    public long @Nullable [] balances() {
        return !closing && state instanceof long[] balances ? balances : null;
    }

    @Override
    public boolean exchange(long[] seen, long[] next) {
        return !closing && STATE.compareAndSet(this, seen, next);
    }

    @Override
    public int parts() {
        return PARTS;
    }

    @Override
    public boolean divide(long[] seen, long[] each, int parts) {
        return !closing && STATE.compareAndSet(this, seen, new DividedBalances(seen, each, parts));
    }

    @Override
    public long @Nullable [] part(int part) {
        return !closing && state instanceof DividedBalances divided ? divided.part(part) : null;
    }

    @Override
    public boolean exchange(int part, long[] seen, long[] next) {
        return !closing && state instanceof DividedBalances divided && divided.exchange(part, seen, next);
    }

    @Override
    public Item close() {
        closing = true;
        while (true) {
            Object now = state;
            if (now instanceof Item item) {
                return item;
            }
            Item item = left(now instanceof DividedBalances divided ? divided.close() : (long[]) now);
            if (STATE.compareAndSet(this, now, item)) {
                whenClosed.accept(this);
                return item;
            }
        }
    }

    private Item left(long[] balances) {
        long[] wholes = base.copyWholes();
        boolean changed = false;
        for (int i = 0; i < slots.length; i++) {
            long taken = wholes[slots[i]] - balances[i];
            changed |= taken != 0;
            wholes[slots[i]] = balances[i];
            wholes[counters[i]] += taken;
        }
        if (!changed) {
            return base;
        }
        wholes[marked] = mark;
        return base.withWholes(wholes);
    }
}

package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.store.Expendables;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.StoreException;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the number of items, since a client that chooses the names of entities could fill the memory with buckets.
 * When there are too many for another bucket, full ones are deleted: made anew, they are the same. If no bucket is
 * full, the new one is refused. Stored limits, entities and records are never refused and never go. Safe for use by
 * many threads.
 */
final class Room {

    private static final int BYTES_PER_ITEM = 4096;
    private static final int LEAST = 1000;

    /** What one newcomer may cost. */
    private static final int MOST_LOOKS = 512;

    /**
     * After a search in vain, new buckets are refused without a search for so long: a flood of names must not occupy a
     * processor.
     */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** More are deleted than needed, so that not every new bucket needs a search. */
    private static final int AHEAD = 64;

    private final Table table;
    private final Environment environment;
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Expendables expendables;
    private Iterator<Cell> cursor = Collections.emptyIterator();
    private boolean inVain;
    private long inVainNanos;

    Room(Table table, Environment environment, int most) {
        this.table = table;
        this.environment = environment;
        this.most = most;
    }

    /** As many items as take a tenth of this JVM's heap, and with all indexes in use a fifth. */
    static int usual() {
        return (int)
                Math.max(LEAST, Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / BYTES_PER_ITEM));
    }

    /** Checks what a user says. */
    static int atLeastOne(int maxItems) {
        if (maxItems < 1) {
            throw new InvalidInputException("maxItems", maxItems, "1 or more");
        }
        return maxItems;
    }

    /** Whether one more item may be made, given how many others are about to be. */
    boolean isFor(Item item, int others) {
        if (table.size() + others < most) {
            return true;
        }
        Expendables known = expendables;
        return known == null || !known.mayBeRefused(item);
    }

    /** Says what may be refused and what may go; before that, nothing may. */
    void expendables(Expendables known) {
        expendables = known;
    }

    /**
     * Deletes full buckets, if there are any among the next few items. Not to be called under a key's lock. False if
     * there is still no room.
     */
    boolean make(int wanted) {
        lock.lock();
        try {
            long nowNanos = environment.monotonicNanos();
            if (inVain && nowNanos - inVainNanos < PAUSE_NANOS) {
                return false;
            }
            look(wanted);
            inVain = table.size() + wanted > most;
            inVainNanos = nowNanos;
            return !inVain;
        } finally {
            lock.unlock();
        }
    }

    private void look(int wanted) {
        Expendables known = expendables;
        if (known == null) {
            return;
        }
        long nowMillis = environment.wallMillis();
        int target = most - wanted - Math.min(AHEAD, most / 10);
        for (int looks = 0; looks < MOST_LOOKS && table.size() > target; looks++) {
            if (!cursor.hasNext()) {
                cursor = table.allCells();
                if (!cursor.hasNext()) {
                    return;
                }
            }
            table.shed(cursor.next(), item -> known.mayGo(item, nowMillis));
        }
    }

    /** What is told to whoever would have needed more. */
    StoreException refusal() {
        return new StoreException.Denied(
                "the store holds " + table.size() + " items, of at most " + most
                        + ", and too few full buckets to let go of;"
                        + " limit names that are authenticated only, or open the store for more",
                null);
    }
}

package dev.zaelimiter.embedded;

import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Removes expired items that nobody asks for any more, without a thread of its own: with each new item a few others are
 * looked at, in turn. If items come and go steadily, {@value #LOOKS} looks for each new one keep what has expired and
 * is still held to about half of what is alive.
 */
final class Sweeper {

    static final int LOOKS = 3;

    /**
     * How many looks more than its own share a thread does if other threads found the sweeper at work and left theirs
     * to it.
     */
    private static final int MOST_SHARES = 4;

    private final Table table;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong owed = new AtomicLong();
    private Iterator<Cell> cursor = Collections.emptyIterator();

    Sweeper(Table table) {
        this.table = table;
    }

    /** Looks at the next few items. Called without any lock, since each of them has its own. */
    void afterCreate(int items) {
        long share = (long) LOOKS * items;
        owed.addAndGet(share);
        if (!lock.tryLock()) {
            return;
        }
        try {
            long looks = Math.min(owed.get(), MOST_SHARES * share);
            owed.addAndGet(-looks);
            for (long i = 0; i < looks; i++) {
                if (!cursor.hasNext()) {
                    cursor = table.allCells();
                    if (!cursor.hasNext()) {
                        return;
                    }
                }
                table.sweep(cursor.next());
            }
        } finally {
            lock.unlock();
        }
    }
}

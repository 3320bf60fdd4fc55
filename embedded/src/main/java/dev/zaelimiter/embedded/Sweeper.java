package dev.zaelimiter.embedded;

import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Forgets expired items that nobody asks for any more, without a thread of its own: each new item pays for a look at a
 * few others, in turn. Where items come and go steadily, {@value #LOOKS} looks for each new one keep what has expired
 * and is still held to about half of what is alive.
 */
final class Sweeper {

    static final int LOOKS = 3;

    private final Table table;
    private final ReentrantLock lock = new ReentrantLock();
    private Iterator<Cell> cursor = Collections.emptyIterator();

    Sweeper(Table table) {
        this.table = table;
    }

    /** Looks at the next few items. Called without any lock, since each of them has its own. */
    void afterCreate() {
        if (!lock.tryLock()) {
            return;
        }
        try {
            for (int i = 0; i < LOOKS; i++) {
                if (!cursor.hasNext()) {
                    cursor = table.allCells();
                    if (!cursor.hasNext()) {
                        return;
                    }
                }
                Cell cell = cursor.next();
                if (table.live(cell) == null) {
                    table.tryExpire(cell);
                }
            }
        } finally {
            lock.unlock();
        }
    }
}

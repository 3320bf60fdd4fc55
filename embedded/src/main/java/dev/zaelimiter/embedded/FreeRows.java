package dev.zaelimiter.embedded;

import dev.zaelimiter.embedded.journal.SumsFile;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The rows of sums that no account has. Safe for use by many threads. Each method throws {@link InternalError} where
 * somebody has cut the file of sums short.
 */
final class FreeRows {

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<SumsFile.Row> idle = new ArrayDeque<>();
    /** Some thread was still in it when its account was done. */
    private final Deque<SumsFile.Row> late = new ArrayDeque<>();

    void addAll(SumsFile file) {
        lock.lock();
        try {
            for (int i = 0; i < SumsFile.rows(); i++) {
                idle.add(file.row(i));
            }
        } finally {
            lock.unlock();
        }
    }

    void add(SumsFile.Row row) {
        boolean out = row.isIdle();
        lock.lock();
        try {
            (out ? idle : late).add(row);
        } finally {
            lock.unlock();
        }
    }

    /** A row in which no thread is; null if there is none just now. */
    SumsFile.@Nullable Row take() {
        lock.lock();
        try {
            for (Iterator<SumsFile.Row> rows = late.iterator(); idle.isEmpty() && rows.hasNext(); ) {
                SumsFile.Row row = rows.next();
                if (row.isIdle()) {
                    rows.remove();
                    idle.add(row);
                }
            }
            return idle.poll();
        } finally {
            lock.unlock();
        }
    }
}

package dev.zaelimiter.embedded;

import dev.zaelimiter.store.Key;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** A fixed number of locks, each for its share of the keys. */
final class Stripes {

    /**
     * A power of two, well above the number of threads that run at the same time, so that two keys rarely share a lock.
     */
    private static final int COUNT = 1024;

    private final ReentrantLock[] locks = new ReentrantLock[COUNT];

    Stripes() {
        for (int i = 0; i < COUNT; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    ReentrantLock of(Key key) {
        return locks[index(key)];
    }

    /** The locks of some keys, each once, in the one order in which more than one may be taken. */
    List<ReentrantLock> of(Collection<Key> keys) {
        List<ReentrantLock> ordered = new ArrayList<>(keys.size());
        keys.stream().mapToInt(Stripes::index).sorted().distinct().forEach(index -> ordered.add(locks[index]));
        return ordered;
    }

    /** Returns when everybody who holds a lock now has let it go. */
    void passAll() {
        for (ReentrantLock lock : locks) {
            lock.lock();
            try {
                // Whoever held it is done.
            } finally {
                lock.unlock();
            }
        }
    }

    private static int index(Key key) {
        int hash = key.hashCode();
        return (hash ^ (hash >>> 16)) & (COUNT - 1);
    }
}

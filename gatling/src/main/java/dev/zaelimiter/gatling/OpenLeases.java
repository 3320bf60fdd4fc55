package dev.zaelimiter.gatling;

import dev.zaelimiter.Lease;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The leases of a simulation that have not ended. When it stops, all of them do, and those that come after. Safe for
 * use by many threads.
 */
final class OpenLeases {

    private final Set<Held> open = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /** A lease in a session: a type of its own, since a session may hold anything. */
    final class Held {

        private final Lease lease;

        private Held(Lease lease) {
            this.lease = lease;
        }

        Lease lease() {
            return lease;
        }

        /** Keeps what was taken, unless it has ended. */
        void close() {
            open.remove(this);
            lease.close();
        }
    }

    Held hold(Lease lease) {
        Held held = new Held(lease);
        open.add(held);
        if (stopped) {
            held.close();
        }
        return held;
    }

    void stop() {
        stopped = true;
        open.forEach(Held::close);
    }

    int size() {
        return open.size();
    }
}

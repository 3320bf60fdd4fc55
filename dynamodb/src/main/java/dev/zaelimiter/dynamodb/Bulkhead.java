package dev.zaelimiter.dynamodb;

import dev.zaelimiter.Environment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Lets so many requests be under way at once; the others wait in line, first come first served.
 *
 * <p>The HTTP client has such a line as well, but there a request's time runs while it waits: it would be sent with what
 * is left of it, and end as one of which nobody knows whether it was applied. From this line it goes with its full time,
 * or it is turned away and was surely not sent.
 *
 * <p>Safe for use by many threads. Nobody is called while the lock is held.
 */
final class Gate {

    private final int most;
    private final long patienceNanos;
    private final Environment environment;

    private final Deque<Waiting> line = new ArrayDeque<>();
    private int underWay;

    /** Threads that let others in; one that is called back while it does so leaves the rest to its own loop. */
    private final Set<Thread> ushers = ConcurrentHashMap.newKeySet();

    private record Waiting(Entrant entrant, long sinceNanos) {}

    /** Who wants to pass. Exactly one of the two methods is called, once; whoever passed must {@link Gate#leave}. */
    interface Entrant {

        /** Passes. */
        void pass();

        /** Waited for too long. */
        void turnAway();
    }

    /**
     * An open gate.
     *
     * @param most how many may be inside at once, at least 1
     * @param patience how long to wait in line; looked at when it is one's turn
     * @param environment for the time
     */
    Gate(int most, Duration patience, Environment environment) {
        this.most = most;
        this.patienceNanos = patience.toNanos();
        this.environment = environment;
    }

    /** Passes at once if there is room, else when it is one's turn. */
    void enter(Entrant entrant) {
        synchronized (this) {
            if (underWay == most || !line.isEmpty()) {
                line.addLast(new Waiting(entrant, environment.monotonicNanos()));
                return;
            }
            underWay++;
        }
        entrant.pass();
    }

    /** Makes room for another. */
    void leave() {
        synchronized (this) {
            underWay--;
            if (line.isEmpty()) {
                return;
            }
        }
        if (!ushers.add(Thread.currentThread())) {
            return;
        }
        try {
            for (Waiting next = next(); next != null; next = next()) {
                next.entrant.pass();
            }
        } finally {
            ushers.remove(Thread.currentThread());
        }
    }

    /** Who passes next; those that have waited for too long are sent away on the way there. */
    private @Nullable Waiting next() {
        while (true) {
            Waiting first;
            synchronized (this) {
                if (underWay == most || line.isEmpty()) {
                    return null;
                }
                first = line.removeFirst();
                if (environment.monotonicNanos() - first.sinceNanos <= patienceNanos) {
                    underWay++;
                    return first;
                }
            }
            first.entrant.turnAway();
        }
    }
}

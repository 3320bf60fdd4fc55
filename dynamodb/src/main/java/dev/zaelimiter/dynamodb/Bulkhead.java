package dev.zaelimiter.dynamodb;

import dev.zaelimiter.Environment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many requests are under way at the same time; the others wait in line, first come first served.
 *
 * <p>The HTTP client has such a line as well, but there a request's time runs while it waits: it would be sent with
 * what is left of its time, and nobody would know whether it was applied when that is over. From this line a request is
 * sent with its full time, or it is turned away and was surely not sent.
 *
 * <p>Safe for use by many threads. No entrant is called while the lock is held.
 */
final class Bulkhead {

    private final int most;
    private final long patienceNanos;
    private final Environment environment;

    private final Deque<Waiting> line = new ArrayDeque<>();
    private int underWay;
    private boolean shut;
    private final CompletableFuture<Void> empty = new CompletableFuture<>();

    /** Threads that are letting others in: a nested call on such a thread leaves that to the loop that is running. */
    private final Set<Thread> ushers = ConcurrentHashMap.newKeySet();

    private record Waiting(Entrant entrant, long sinceNanos) {}

    /**
     * A request that wants to pass. Exactly one of its methods is called, once; after passing it must
     * {@link Bulkhead#leave}.
     */
    interface Entrant {

        /** Passes. */
        void pass();

        /** Waited for too long. */
        void turnAway();

        /** Came, or waited, when nobody is let in any more. */
        void shutOut();
    }

    /**
     * A bulkhead with nothing inside.
     *
     * @param most how many may be inside at the same time, at least 1
     * @param patience how long an entrant may wait in line; checked when its turn comes
     * @param environment for the time
     */
    Bulkhead(int most, Duration patience, Environment environment) {
        this.most = most;
        this.patienceNanos = patience.toNanos();
        this.environment = environment;
    }

    /** Passes immediately if there is room, otherwise when the entrant's turn comes. */
    void enter(Entrant entrant) {
        boolean passes;
        synchronized (this) {
            passes = !shut;
            if (passes && (underWay == most || !line.isEmpty())) {
                line.addLast(new Waiting(entrant, environment.monotonicNanos()));
                return;
            }
            underWay += passes ? 1 : 0;
        }
        if (passes) {
            entrant.pass();
        } else {
            entrant.shutOut();
        }
    }

    /**
     * Lets nobody in any more, not those who wait in line either. By the count of those inside, and not by a flag of
     * its own, it is known that nobody is about to pass who was let in just before.
     *
     * @return done when the last one inside has left
     */
    CompletableFuture<Void> shut() {
        List<Waiting> out;
        boolean nobody;
        synchronized (this) {
            shut = true;
            out = List.copyOf(line);
            line.clear();
            nobody = underWay == 0;
        }
        out.forEach(waiting -> waiting.entrant.shutOut());
        if (nobody) {
            empty.complete(null);
        }
        return empty;
    }

    /** Makes room for another. */
    void leave() {
        boolean last;
        synchronized (this) {
            underWay--;
            last = shut && underWay == 0;
            if (line.isEmpty() && !last) {
                return;
            }
        }
        if (last) {
            empty.complete(null);
            return;
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

    /** The entrant that passes next, or null; those before it that have waited for too long are turned away. */
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

package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.StoreException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What one process may send just now, and whether it sends what it may not. */
final class Conduct {

    /** So many calls at one instant, none of which waits for anything, are a loop without an end. */
    private static final int MOST_CALLS = 2000;

    private final World world;
    private final Host host;
    private final Oracle oracle;
    private boolean closed;
    private boolean looksOnly;
    private long deniedUntilNanos = -1;
    private long instant = -1;
    private int calls;
    private long writes;

    Conduct(World world, Host host, Oracle oracle) {
        this.world = world;
        this.host = host;
        this.oracle = oracle;
    }

    /** How many writes it has sent. */
    long writes() {
        return writes;
    }

    /** From now on it has nothing more to say. */
    void close() {
        closed = true;
    }

    /** It has no right to write, and should never try. */
    void looksOnly() {
        looksOnly = true;
    }

    /** Each write before an instant is denied. */
    void deny(long untilNanos) {
        deniedUntilNanos = untilNanos;
    }

    boolean denied() {
        return looksOnly || world.nowNanos() < deniedUntilNanos;
    }

    /**
     * Takes note of a call.
     *
     * @return the answer to one that must not be, or null
     */
    <T extends @Nullable Object> @Nullable CompletableFuture<T> unwanted(boolean write, Object what) {
        if (world.nowNanos() != instant) {
            instant = world.nowNanos();
            calls = 0;
        }
        if (++calls > MOST_CALLS) {
            oracle.violated("endless", host + " makes call after call and waits for nothing: " + what);
            // Never answered: else it would go on.
            return new CompletableFuture<>();
        }
        if (closed) {
            oracle.violated("after-close", host + " is closed, and sends " + what);
            return CompletableFuture.failedFuture(new StoreException.Misuse("the store is closed", null));
        }
        writes += write ? 1 : 0;
        if (write && looksOnly) {
            oracle.violated("reading-writes", host + " only looks, and sends " + what);
        }
        return null;
    }
}

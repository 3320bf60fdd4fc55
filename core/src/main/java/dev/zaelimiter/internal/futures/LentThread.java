package dev.zaelimiter.internal.futures;

import dev.zaelimiter.BlockingInCallbackException;
import org.jspecify.annotations.Nullable;

/**
 * Threads that are lent to code of the user's and must come back before the store, or a bucket, can go on: a call that
 * waits there would wait for itself. Safe for use by many threads.
 */
public final class LentThread {

    private static final ThreadLocal<@Nullable Loan> CURRENT = new ThreadLocal<>();

    private LentThread() {}

    private record Loan(
            Object store, boolean toListener, @Nullable Loan outer) {}

    /**
     * Runs something on a thread that brings an answer of a store.
     *
     * @param store whose
     * @param task what may end in a callback of the user's
     */
    public static void bringingAnswer(Object store, Runnable task) {
        lent(new Loan(store, false, CURRENT.get()), task);
    }

    /**
     * Tells a listener something, on a thread that is in the middle of the engine's work.
     *
     * @param store whose engine
     * @param task what calls the listener
     */
    public static void telling(Object store, Runnable task) {
        lent(new Loan(store, true, CURRENT.get()), task);
    }

    private static void lent(Loan loan, Runnable task) {
        CURRENT.set(loan);
        try {
            task.run();
        } finally {
            // Set to null rather than removed: what is removed has to be made again by the next look, and is a weak
            // reference each time, which the collector looks at. A null that a thread keeps holds on to nothing.
            CURRENT.set(loan.outer);
        }
    }

    /**
     * Refuses a call that waits for a store on a thread that the store, or its engine, waits for.
     *
     * @param store for which it would wait
     * @param operation what was called, for the message
     * @throws BlockingInCallbackException if so
     */
    @SuppressWarnings("ReferenceEquality") // the very store, whatever it thinks of others
    public static void requireOwn(Object store, String operation) {
        for (Loan loan = CURRENT.get(); loan != null; loan = loan.outer) {
            if (loan.store == store) {
                throw loan.toListener
                        ? new BlockingInCallbackException(
                                operation,
                                "telling a LimiterListener in the middle of a bucket's work",
                                "Hand what a listener wants to do to a thread of your own")
                        : new BlockingInCallbackException(
                                operation,
                                "bringing the answers of the store",
                                "Use asyncRateLimiter() in callbacks that run inline, or open the repository without"
                                        + " inlineCallbacks(), and with an executor of its own if you set callbacks(...)");
            }
        }
    }
}

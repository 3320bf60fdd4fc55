package dev.zaelimiter.cli.admin.watch;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C as the regular end of a command: whoever waits is woken, and may tidy up before the process ends with 0. */
final class Interrupt implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 5;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::end, "zae-limiter-interrupt");

    Interrupt() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Waits. Returns true, and at once, if it is time to end. */
    boolean await(Duration time) {
        try {
            return asked.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** As if somebody had pressed it. */
    void ask() {
        asked.countDown();
    }

    private void end() {
        asked.countDown();
        try {
            if (done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                // The exit code of a signal would say that something failed.
                Runtime.getRuntime().halt(0);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** All is tidy. */
    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending, and the hook with it.
        }
    }
}

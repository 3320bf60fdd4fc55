package dev.zaelimiter.cli.admin.take;

import dev.zaelimiter.cli.admin.store.StoreSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C while the thread that made this waits for tokens: a wait takes them at once, as debt, so it is interrupted,
 * and the process ends when they are given back.
 */
final class GivingBack implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 5;

    private final Thread waiting = Thread.currentThread();
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::end, "zae-limiter-give-back");

    private final Runnable letGo;

    GivingBack(StoreSource store) {
        letGo = store.holdOpen();
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void end() {
        waiting.interrupt();
        try {
            // If the store does not answer, whoever pressed Ctrl-C waits no longer.
            boolean unused = done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Nothing is taken any more that the caller does not keep. */
    @Override
    public void close() {
        letGo.run();
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending, and the hook with it.
        }
    }
}

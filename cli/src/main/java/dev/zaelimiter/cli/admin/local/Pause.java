package dev.zaelimiter.cli.admin.local;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what somebody else does, looking now and then, never for ever. */
final class Pause {

    private static final Duration LOOK = Duration.ofMillis(50);

    private Pause() {}

    /**
     * Looks until it is so.
     *
     * @param atMost how long
     * @param so what is waited for
     * @return whether it is; false also if this thread is interrupted, which it stays
     */
    static boolean until(Duration atMost, BooleanSupplier so) {
        long end = System.nanoTime() + atMost.toNanos();
        while (!so.getAsBoolean()) {
            if (System.nanoTime() - end >= 0 || !pause()) {
                return false;
            }
        }
        return true;
    }

    private static boolean pause() {
        try {
            // Another process is waited for, which tells nobody when it is ready.
            Thread.sleep(LOOK.toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

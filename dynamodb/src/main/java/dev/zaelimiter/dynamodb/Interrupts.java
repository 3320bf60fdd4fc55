package dev.zaelimiter.dynamodb;

import java.util.function.Supplier;

/**
 * Lets a thread that was interrupted call the SDK, or wait for its last answers. The SDK itself refuses such a call and
 * clears the interrupt. But an interrupted thread has to give back what it took, and must still be interrupted
 * afterwards.
 */
final class Interrupts {

    private Interrupts() {}

    /**
     * Makes a call, and leaves the thread as interrupted as it was.
     *
     * @param call does not block, or not for long
     * @param <T> what it gives
     * @return what it gives
     */
    static <T> T keptFrom(Supplier<T> call) {
        boolean interrupted = Thread.interrupted();
        try {
            return call.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

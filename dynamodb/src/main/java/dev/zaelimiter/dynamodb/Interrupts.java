package dev.zaelimiter.dynamodb;

import java.util.function.Supplier;

/**
 * Lets a thread that was interrupted call the SDK. By itself the SDK refuses such a call and takes the interrupt away; but
 * it is just the interrupted thread that gives back what it took, and whoever interrupted it must find it so.
 */
final class Interrupts {

    private Interrupts() {}

    /**
     * Makes a call, and leaves the thread as interrupted as it was.
     *
     * @param call does not block
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

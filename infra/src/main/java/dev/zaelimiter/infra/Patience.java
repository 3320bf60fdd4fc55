package dev.zaelimiter.infra;

import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.infra.DeploymentException.Reason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Waits between looks at what goes on elsewhere, until a deadline. For one thread. */
final class Patience {

    private static final Duration LONGEST = Duration.ofHours(12);

    private final Environment environment;
    private final long pauseNanos;
    private final Duration most;
    private final long startNanos;

    Patience(Environment environment, Duration pause, Duration most) {
        this.environment = environment;
        this.pauseNanos = pause.toNanos();
        this.most = most;
        this.startNanos = environment.monotonicNanos();
    }

    /** How long somebody wants to wait. */
    static Duration checked(Duration most) {
        if (most.isNegative() || most.isZero() || most.compareTo(LONGEST) > 0) {
            throw new InvalidInputException("timeout", most, "up to 12 hours, and not zero");
        }
        return most;
    }

    /**
     * Waits for a moment.
     *
     * @param what goes on meanwhile: {@code the change of stack my-app}
     * @throws DeploymentException if the time is over, or the thread was interrupted
     */
    void pause(String what) {
        if (environment.monotonicNanos() - startNanos >= most.toNanos()) {
            throw new DeploymentException(
                    Reason.GOES_ON,
                    what + " has not ended within " + most.toSeconds()
                            + " seconds, and goes on at AWS: run the same again to follow it, with more time if need be");
        }
        boolean unused = environment.await(new CompletableFuture<>(), pauseNanos);
        if (Thread.currentThread().isInterrupted()) {
            throw new DeploymentException(
                    Reason.GOES_ON,
                    what + " goes on at AWS, but is not waited for any more: run the same again to follow it");
        }
    }
}

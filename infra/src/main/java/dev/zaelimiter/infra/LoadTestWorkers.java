package dev.zaelimiter.infra;

import java.time.Duration;

/** The workers of a run, wherever they are. For one thread. */
interface LoadTestWorkers {

    /**
     * Starts one. Its failure to start is told by {@link #problem}.
     *
     * @throws DeploymentException if nothing can be started at all: a missing right, a stack that is not whole
     */
    void start(int worker);

    /** Leaves one out that was not started. */
    void leaveOut(int worker, String why);

    /** Looks how all of them are. */
    void look();

    /** Whether one has ended, or never started. */
    boolean ended(int worker);

    /** What went wrong with one; an empty text if nothing did. */
    String problem(int worker);

    /** Asks all to end, and to write what they measured. */
    void stop();

    /** How long all that started have lasted together, as it is billed. */
    Duration billed();

    /** What so long a time costs. */
    LoadTestCost cost(Duration together, long writeUnits);
}

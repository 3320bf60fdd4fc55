package dev.zaelimiter.infra;

import java.nio.file.Path;

/** Hears what goes on with a load test, on the thread that deploys, runs or deletes. */
public interface LoadTestListener extends DeploymentListener {

    /**
     * Results of a run have come.
     *
     * @param folder of the run, in which they are
     */
    default void fetched(Path folder) {}
}

package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.loadtest.internal.consumed.BucketLine;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import java.nio.file.Path;
import java.util.List;

/**
 * What lies in the folder of a run, at any time of its life.
 *
 * @param path of the folder
 * @param plan what was asked
 * @param over whether its workers write no more
 * @param workers those that have left something, in order
 * @param latencies of all of them together
 * @param before what the buckets had consumed before; empty if nobody looked
 * @param after and after
 * @param problems what could not be read
 */
public record RunFolder(
        Path path,
        RunPlan plan,
        boolean over,
        List<WorkerFiles> workers,
        Latencies latencies,
        List<BucketLine> before,
        List<BucketLine> after,
        List<String> problems) {

    /** Copies the lists. */
    public RunFolder {
        workers = List.copyOf(workers);
        before = List.copyOf(before);
        after = List.copyOf(after);
        problems = List.copyOf(problems);
    }

    /**
     * Reads that of a run that is over. What is damaged or missing is left out, and told.
     *
     * @param path of the folder
     * @return what is there
     * @throws InvalidInputException if it is no folder of a run
     */
    public static RunFolder read(Path path) {
        return new RunReading(path).now(true);
    }
}

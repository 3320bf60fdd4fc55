package dev.zaelimiter.loadtest.internal.local;

import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.report.Counts;
import dev.zaelimiter.loadtest.internal.report.RunningCounts;
import java.nio.file.Path;

/**
 * How far a run is.
 *
 * @param counts so far
 * @param seconds for which there are counts
 * @param ofSeconds how many there will be
 * @param workers how many processes are alive
 */
public record Progress(Counts counts, long seconds, long ofSeconds, int workers) {

    /** Reads what the workers have written so far. */
    static final class Reader {

        private final RunningCounts counts;
        private final RunPlan plan;

        Reader(Path run, RunPlan plan) {
            this.counts = new RunningCounts(run, plan);
            this.plan = plan;
        }

        Progress read(int alive) {
            counts.read();
            long all = (plan.millis() + 999) / 1000;
            // What is under way at the end may take a while longer.
            return new Progress(counts.counts(), Math.min(all, counts.seconds()), all, alive);
        }
    }
}

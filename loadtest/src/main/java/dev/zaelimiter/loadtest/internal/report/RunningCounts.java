package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The counts of a run that goes on, which are soon read, for whoever watches it. For one thread. */
public final class RunningCounts {

    private static final long MILLIS_PER_SECOND = 1000;

    private final List<JsonLines<CountLine>> files = new ArrayList<>();
    private final long[] millis;
    private final Counts counts = new Counts();

    /**
     * None so far.
     *
     * @param run the folder of the run
     * @param plan of the run
     */
    public RunningCounts(Path run, RunPlan plan) {
        for (int i = 0; i < plan.workers(); i++) {
            files.add(new JsonLines<>(run.resolve("worker-" + i).resolve("counts.jsonl"), CountLine::of));
        }
        this.millis = new long[plan.workers()];
    }

    /** Reads what the workers have written since the last time; what can't be read is the report's to tell. */
    public void read() {
        for (int i = 0; i < millis.length; i++) {
            int worker = i;
            files.get(i)
                    .read(
                            line -> {
                                counts.add(line);
                                millis[worker] += line.millis();
                            },
                            new ArrayList<>());
        }
    }

    /** The sums over all workers. */
    public Counts counts() {
        return counts;
    }

    /** For how many seconds there are counts, of the worker that is farthest. */
    public long seconds() {
        long most = 0;
        for (long each : millis) {
            most = Math.max(most, each);
        }
        return Math.round(most / (double) MILLIS_PER_SECOND);
    }
}

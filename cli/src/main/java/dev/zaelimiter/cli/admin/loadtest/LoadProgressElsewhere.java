package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.cli.Text;
import dev.zaelimiter.cli.admin.stack.StackProgress;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.report.Counts;
import dev.zaelimiter.loadtest.internal.report.RunningCounts;
import dev.zaelimiter.loadtest.internal.worker.Outcome;
import java.io.PrintWriter;
import java.nio.file.Path;

/** How far a run elsewhere is, by what its workers have written. For one thread. */
final class LoadProgressElsewhere extends StackProgress {

    private final PrintWriter err;
    private final RunPlan plan;
    private final RunningCounts running;

    LoadProgressElsewhere(PrintWriter err, Path folder, RunPlan plan) {
        super(err);
        this.err = err;
        this.plan = plan;
        this.running = new RunningCounts(folder, plan);
    }

    @Override
    public void fetched(Path folder) {
        running.read();
        Counts counts = running.counts();
        long all = (plan.millis() + 999) / 1000;
        err.println(Math.min(all, running.seconds()) + " of " + all + " s: "
                + Text.count(counts.of(Outcome.ADMITTED)) + " admitted, " + Text.count(counts.of(Outcome.REFUSED))
                + " refused, " + Text.count(counts.of(Outcome.FAILED)) + " failed");
        err.flush();
    }
}

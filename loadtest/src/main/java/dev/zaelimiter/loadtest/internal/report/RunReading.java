package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.loadtest.internal.consumed.BucketLine;
import dev.zaelimiter.loadtest.internal.consumed.Consumed;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the folder of a run, once or again and again: nothing of what its workers write is read twice. For one thread.
 */
final class RunReading {

    private final Path path;
    private final Map<Integer, WorkerFiles> workers = new TreeMap<>();
    private final Latencies latencies = new Latencies();

    RunReading(Path path) {
        this.path = path;
    }

    /**
     * What is there now.
     *
     * @param over whether nobody writes any more, so that what is cut short stays so
     * @throws InvalidInputException if it is no folder of a run
     */
    RunFolder now(boolean over) {
        RunPlan plan = RunPlan.read(path);
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < plan.workers(); i++) {
            Path folder = path.resolve("worker-" + i);
            if (!workers.containsKey(i) && !folder.toFile().isDirectory()) {
                if (over) {
                    problems.add("worker " + i + " has left nothing");
                }
                continue;
            }
            int number = i;
            workers.computeIfAbsent(i, unused -> new WorkerFiles(folder, number))
                    .read(over, latencies, problems);
        }
        List<BucketLine> after = JsonLines.all(path.resolve(Consumed.AFTER), problems, BucketLine::of);
        List<BucketLine> before =
                after.isEmpty() ? List.of() : JsonLines.all(path.resolve(Consumed.BEFORE), problems, BucketLine::of);
        return new RunFolder(path, plan, over, new ArrayList<>(workers.values()), latencies, before, after, problems);
    }
}

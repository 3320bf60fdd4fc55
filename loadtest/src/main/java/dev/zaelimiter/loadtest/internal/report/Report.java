package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.worker.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What all workers saw together.
 *
 * @param folder of the run
 * @param plan what was asked
 * @param counts acquires by how they ended, over the whole run
 * @param millis from the beginning of the first worker to the last acquire
 * @param seconds the same by time
 * @param latencies of each outcome, and of the store, as one histogram; those without a value are not there
 * @param stages how each stage went
 * @param workers how each worker went
 * @param cost what it wrote
 * @param buckets each limit, held to what it allows; empty if nobody looked
 * @param notes what a reader must know to trust the figures
 */
public record Report(
        Path folder,
        RunPlan plan,
        Counts counts,
        long millis,
        List<Second> seconds,
        Map<String, Latency> latencies,
        List<StageResult> stages,
        List<WorkerResult> workers,
        Cost cost,
        List<OverAdmission> buckets,
        List<String> notes) {

    /** The tag of round trips to the store. */
    public static final String STORE = "store";

    /** Copies the lists. */
    public Report {
        seconds = List.copyOf(seconds);
        stages = List.copyOf(stages);
        workers = List.copyOf(workers);
        buckets = List.copyOf(buckets);
        notes = List.copyOf(notes);
    }

    /** Whether a limit gave more than it may. */
    public boolean overAdmitted() {
        return buckets.stream().anyMatch(bucket -> bucket.excess() > 0);
    }

    /**
     * Adds up what is there.
     *
     * @param folder of the run
     * @return what it comes to
     */
    public static Report of(RunFolder folder) {
        return of(folder, Integer.MAX_VALUE);
    }

    /** The same with the last seconds alone, as many as are wanted. */
    static Report of(RunFolder folder, int mostSeconds) {
        Counts counts = new Counts();
        List<String> notes = new ArrayList<>(folder.problems());
        List<WorkerResult> workers = new ArrayList<>();
        Map<Integer, StageSum> stages = new LinkedHashMap<>();
        for (int i = 0; i < folder.plan().stages().size(); i++) {
            stages.put(i, new StageSum(i, folder.plan().stages().get(i)));
        }
        for (WorkerFiles worker : folder.workers()) {
            Counts own = new Counts();
            for (CountLine line : worker.counts()) {
                own.add(line);
                StageSum stage = stages.get(line.stage());
                if (stage != null) {
                    stage.add(line, worker.number());
                }
            }
            counts.add(own);
            workers.add(WorkerResult.of(worker, own));
        }
        Timeline timeline = new Timeline(folder.workers());
        List<OverAdmission> buckets = OverAdmission.of(folder);
        Notes.add(folder, workers, counts, buckets, notes);
        return new Report(
                folder.path(),
                folder.plan(),
                counts,
                timeline.millis(),
                timeline.seconds(mostSeconds),
                folder.latencies().byTag(),
                stages.values().stream()
                        .map(stage -> stage.result(folder.latencies()))
                        .toList(),
                workers,
                Cost.of(counts),
                buckets,
                notes);
    }

    /** Acquires in a second, on average from the beginning to the last of them. */
    public double perSecond() {
        return millis == 0 ? 0 : counts.all() * 1000.0 / millis;
    }

    /** Of an outcome, or nothing. */
    public Latency latency(Outcome outcome) {
        return latencies.getOrDefault(outcome.label(), Latency.NONE);
    }
}

package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.loadtest.internal.plan.Fields;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.worker.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What one worker has left, as far as it was read. For one thread. */
final class WorkerFiles {

    private final int number;
    private final Path folder;
    private final JsonLines<CountLine> countsFile;
    private final LatencyLog latencyFile;
    private final List<CountLine> counts = new ArrayList<>();
    private final Map<Long, Integer> stages = new HashMap<>();
    private final List<Timed> admitted = new ArrayList<>();
    private List<TakenLine> taken = List.of();
    private @Nullable End end;

    /**
     * How a worker ended.
     *
     * @param startedMillis by its clock
     * @param endedMillis by its clock
     * @param clockOffsetMillis to be added to its clock
     * @param clockBoundMillis how well that is known, or -1
     * @param how finished, stopped or failed
     * @param problem or null
     * @param failures how often what was said when an acquire failed
     */
    record End(
            long startedMillis,
            long endedMillis,
            long clockOffsetMillis,
            long clockBoundMillis,
            String how,
            @Nullable String problem,
            Map<String, Long> failures) {}

    WorkerFiles(Path folder, int number) {
        this.number = number;
        this.folder = folder;
        this.countsFile = new JsonLines<>(folder.resolve("counts.jsonl"), CountLine::of);
        this.latencyFile = new LatencyLog(folder.resolve("latency.hlog"));
    }

    /**
     * Reads what has come since the last time.
     *
     * @param over whether nobody writes any more: what is cut short is told then
     * @param latencies of all workers
     * @param problems what could not be read
     */
    void read(boolean over, Latencies latencies, List<String> problems) {
        if (end == null) {
            end = end(folder.resolve("worker.json"), problems);
            if (end != null) {
                taken = JsonLines.all(folder.resolve("buckets.jsonl"), problems, TakenLine::of);
            }
        }
        // The times of an interval are written after its counts, which say to which stage it belongs.
        List<Timed> times = new ArrayList<>();
        latencyFile.read(times, problems);
        countsFile.read(this::add, problems);
        if (over) {
            countsFile.end(this::add);
            latencyFile.end(times);
        }
        times.forEach(each -> add(each, latencies));
        countsFile.tell(problems);
        latencyFile.tell(problems);
    }

    private void add(CountLine line) {
        counts.add(line);
        stages.put(line.atMillis(), line.stage());
    }

    private void add(Timed timed, Latencies latencies) {
        Histogram histogram = latencyFile.unpack(timed);
        if (histogram != null) {
            latencies.add(timed.tag(), histogram, stageAt(timed.atMillis()));
            if (timed.tag().equals(Outcome.ADMITTED.label())) {
                admitted.add(timed);
            }
        }
    }

    /** The log of histograms keeps whole milliseconds; both lines have the same beginning. */
    private int stageAt(long atMillis) {
        for (long at : new long[] {atMillis, atMillis - 1, atMillis + 1}) {
            Integer stage = stages.get(at);
            if (stage != null) {
                return stage;
            }
        }
        return -1;
    }

    private static @Nullable End end(Path file, List<String> problems) {
        if (!Files.exists(file)) {
            return null;
        }
        String name = Damage.nameOf(file);
        try {
            Fields fields = Fields.parse(name, Files.readString(file));
            fields.whole("format", 1, RunPlan.FORMAT);
            return new End(
                    fields.whole("started_ms", 0, Long.MAX_VALUE),
                    fields.whole("ended_ms", 0, Long.MAX_VALUE),
                    fields.whole("clock_offset_ms", Long.MIN_VALUE, Long.MAX_VALUE, 0),
                    fields.whole("clock_bound_ms", -1, Long.MAX_VALUE, -1),
                    fields.text("end"),
                    fields.textOrNull("problem"),
                    fields.counts("failures"));
        } catch (IOException | InvalidInputException e) {
            problems.add(name + " can't be read: " + e.getMessage());
            return null;
        }
    }

    int number() {
        return number;
    }

    /** A line for each of its intervals. */
    List<CountLine> counts() {
        return counts;
    }

    /** How long admitted acquires took, interval by interval. */
    List<Timed> admitted() {
        return admitted;
    }

    /** What it took of each limit; empty until it has ended. */
    List<TakenLine> taken() {
        return taken;
    }

    /** How it ended, or null if it died or still runs. */
    @Nullable
    End end() {
        return end;
    }

    long clockOffsetMillis() {
        return end == null ? 0 : end.clockOffsetMillis;
    }
}

package dev.zaelimiter.loadtest.internal.worker;

import dev.zaelimiter.ClockStatus;
import dev.zaelimiter.RepositoryStatistics;
import dev.zaelimiter.loadtest.internal.plan.Json;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.plan.WrittenWhole;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** How a worker's part went: {@code worker.json}. For one thread. */
final class WorkerEnd {

    static final String FILE = "worker.json";

    private final int number;
    private long startedMillis;
    private long endedMillis;
    private ClockStatus clock = ClockStatus.LOCAL;
    private long lostAdjustments;
    private @Nullable String problem;

    WorkerEnd(int number, long nowMillis) {
        this.number = number;
        this.startedMillis = nowMillis;
        this.endedMillis = nowMillis;
    }

    void started(long millis) {
        startedMillis = millis;
    }

    void ended(long millis, RepositoryStatistics statistics) {
        endedMillis = millis;
        clock = statistics.clock();
        lostAdjustments = statistics.lostAdjustments();
    }

    void failed(long millis, Throwable failure) {
        endedMillis = millis;
        problem = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    @Nullable
    String problem() {
        return problem;
    }

    void write(Path folder, boolean stopped, Tally tally) throws IOException {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("format", RunPlan.FORMAT);
        map.put("worker", number);
        map.put("started_ms", startedMillis);
        map.put("ended_ms", endedMillis);
        map.put("clock_offset_ms", clock.offsetMillis());
        map.put("clock_bound_ms", clock.boundMillis());
        map.put("end", problem != null ? "failed" : stopped ? "stopped" : "finished");
        map.put("problem", problem);
        Map<String, @Nullable Object> failures = new LinkedHashMap<>();
        for (Map.Entry<String, LongAdder> each : tally.problems().entrySet()) {
            failures.put(each.getKey(), each.getValue().sum());
        }
        map.put("failures", failures);
        map.put("lost_adjustments", lostAdjustments);
        map.put("processors", Runtime.getRuntime().availableProcessors());
        map.put("java", System.getProperty("java.version", ""));
        WrittenWhole.write(folder.resolve(FILE), Json.text(map) + "\n");
    }
}

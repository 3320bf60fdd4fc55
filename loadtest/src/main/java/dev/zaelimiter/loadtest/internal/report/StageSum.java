package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.plan.Stage;
import java.util.HashMap;
import java.util.Map;

/** Adds up a stage. For one thread. */
final class StageSum {

    private final int number;
    private final Stage stage;
    private final Counts counts = new Counts();
    private final Map<Integer, Long> millis = new HashMap<>();
    private final Map<Integer, Double> busyMillis = new HashMap<>();
    private double machineBusyMillis;
    private long machineMillis;

    StageSum(int number, Stage stage) {
        this.number = number;
        this.stage = stage;
    }

    void add(CountLine line, int worker) {
        counts.add(line);
        millis.merge(worker, line.millis(), Long::sum);
        if (line.cpu() >= 0) {
            busyMillis.merge(worker, line.cpu() * line.millis(), Double::sum);
        }
        if (line.machineCpu() >= 0) {
            machineBusyMillis += line.machineCpu() * line.millis();
            machineMillis += line.millis();
        }
    }

    StageResult result(Latencies latencies) {
        long longest = millis.values().stream().mapToLong(each -> each).max().orElse(0);
        double cpu = busyMillis.entrySet().stream()
                .mapToDouble(each -> each.getValue() / Math.max(1, millis.getOrDefault(each.getKey(), 1L)))
                .max()
                .orElse(-1);
        return new StageResult(
                number,
                stage,
                longest,
                counts,
                latencies.admitted(number),
                latencies.store(number),
                cpu,
                machineMillis == 0 ? -1 : machineBusyMillis / machineMillis);
    }
}

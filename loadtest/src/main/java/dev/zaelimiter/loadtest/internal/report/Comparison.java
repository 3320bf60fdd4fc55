package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.scenario.Scenarios;
import dev.zaelimiter.loadtest.internal.worker.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Two runs side by side.
 *
 * @param rows one for each figure
 * @param differences in what was asked: then the figures tell less
 * @param notes what a reader must know to trust the figures of either, after its name
 */
public record Comparison(List<Row> rows, List<String> differences, List<String> notes) {

    /** Copies the lists. */
    public Comparison {
        rows = List.copyOf(rows);
        differences = List.copyOf(differences);
        notes = List.copyOf(notes);
    }

    /**
     * One figure.
     *
     * @param name of it, with its unit
     * @param first of the first run; NaN if it is not known
     * @param second of the second run
     */
    public record Row(String name, double first, double second) {

        /** By how much the second differs, as a share of the first; NaN if that can't be said. */
        public double change() {
            return first == 0 ? (second == 0 ? 0 : Double.NaN) : (second - first) / first;
        }
    }

    /** Compares them. */
    public static Comparison of(Report first, Report second) {
        List<Row> rows = new ArrayList<>();
        rows.add(new Row("acquires a second", first.perSecond(), second.perSecond()));
        for (Outcome outcome : Outcome.ALL) {
            rows.add(new Row(
                    outcome.label(), first.counts().of(outcome), second.counts().of(outcome)));
        }
        Latency a = first.latency(Outcome.ADMITTED);
        Latency b = second.latency(Outcome.ADMITTED);
        rows.add(times("admitted, p50 us", a.p50(), b.p50()));
        rows.add(times("admitted, p95 us", a.p95(), b.p95()));
        rows.add(times("admitted, p99 us", a.p99(), b.p99()));
        rows.add(times("admitted, p99.9 us", a.p999(), b.p999()));
        rows.add(new Row(
                "write units for an admitted acquire",
                known(first.cost().unitsPerAdmitted()),
                known(second.cost().unitsPerAdmitted())));
        rows.add(new Row(
                "dollars for a million admitted acquires",
                known(first.cost().dollarsPerMillion()),
                known(second.cost().dollarsPerMillion())));
        rows.add(
                new Row("throttled", first.counts().throttled(), second.counts().throttled()));
        rows.add(new Row("tokens beyond a limit", excess(first), excess(second)));
        List<String> notes = new ArrayList<>();
        List.of(first, second)
                .forEach(report ->
                        report.notes().forEach(note -> notes.add(report.plan().name() + ": " + note)));
        return new Comparison(rows, differences(first, second), notes);
    }

    private static Row times(String name, long first, long second) {
        return new Row(name, known((double) first), known((double) second));
    }

    private static double known(double number) {
        return number < 0 ? Double.NaN : number;
    }

    /** Where nobody has looked at the buckets nothing is known, which is not the same as nothing. */
    private static double excess(Report report) {
        return report.buckets().isEmpty()
                ? Double.NaN
                : report.buckets().stream().mapToLong(OverAdmission::excess).sum();
    }

    private static List<String> differences(Report first, Report second) {
        List<String> found = new ArrayList<>();
        Map<String, String> two = asked(second.plan());
        asked(first.plan()).forEach((what, value) -> {
            if (!value.equals(two.get(what))) {
                found.add(what + ": " + value + ", and " + two.get(what));
            }
        });
        if (playsTrace(first) && playsTrace(second)) {
            tellTraces(first, second, found);
        }
        return found;
    }

    private static boolean playsTrace(Report report) {
        return report.plan().scenarios().stream().anyMatch(part -> part.name().equals(Scenarios.TRACE));
    }

    private static void tellTraces(Report first, Report second, List<String> found) {
        try {
            if (Files.mismatch(trace(first), trace(second)) >= 0) {
                found.add("trace: that of the second run holds other requests");
            }
        } catch (IOException e) {
            found.add("trace: one of the two can't be read, so they may hold other requests: " + e);
        }
    }

    private static Path trace(Report report) {
        return report.folder().resolve(RunPlan.TRACE);
    }

    /** What changes the figures, in words; the names of namespaces and folders don't. */
    private static Map<String, String> asked(RunPlan plan) {
        Map<String, String> asked = new LinkedHashMap<>();
        asked.put("store", plan.store().title());
        asked.put("workers", String.valueOf(plan.workers()));
        asked.put("scenarios", PlanText.scenarios(plan));
        asked.put("load", PlanText.stages(plan));
        asked.put("entities", String.valueOf(plan.entities()));
        asked.put(
                "limits",
                plan.limits().isEmpty()
                        ? "those of the scenarios"
                        : plan.limits().stream().map(String::valueOf).collect(Collectors.joining(", ")));
        asked.put("speed of a trace", String.valueOf(plan.speed()));
        asked.put("seed", String.valueOf(plan.seed()));
        asked.put("deadline", plan.deadlineMillis() + " ms");
        return asked;
    }
}

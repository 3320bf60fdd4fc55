package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.plan.Json;
import dev.zaelimiter.loadtest.internal.worker.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A report as JSON: all that the page shows. */
public final class ReportJson {

    private ReportJson() {}

    /** One line of JSON. */
    public static String text(Report report) {
        return Json.text(map(report)) + "\n";
    }

    /** The same as maps and lists. */
    public static Map<String, @Nullable Object> map(Report report) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("format", 1);
        map.put("name", report.plan().name());
        map.put("plan", report.plan().toMap());
        counts(map, report.counts());
        map.put("measured_ms", report.millis());
        map.put("per_second", rounded(report.perSecond()));
        map.put("write_units_per_admitted", known(report.cost().unitsPerAdmitted()));
        map.put("dollars_per_million", known(report.cost().dollarsPerMillion()));
        Map<String, @Nullable Object> latencies = new LinkedHashMap<>();
        report.latencies().forEach((tag, latency) -> latencies.put(tag, latency(latency)));
        map.put("latency_us", latencies);
        map.put("over_admitted", report.overAdmitted());
        map.put("buckets", report.buckets().stream().map(ReportJson::bucket).toList());
        map.put("stages", report.stages().stream().map(ReportJson::stage).toList());
        map.put("workers", report.workers().stream().map(ReportJson::worker).toList());
        map.put("seconds", report.seconds().stream().map(ReportJson::second).toList());
        map.put("notes", report.notes());
        return map;
    }

    private static void counts(Map<String, @Nullable Object> map, Counts counts) {
        for (Outcome outcome : Outcome.ALL) {
            map.put(outcome.label(), counts.of(outcome));
        }
        map.put("throttled", counts.throttled());
        map.put("writes", counts.writes());
        map.put("write_units", known(counts.writeUnits()));
        map.put("late", counts.late());
        map.put("missed", counts.missed());
        map.put("splits", counts.splits());
        map.put("merges", counts.merges());
    }

    private static Map<String, @Nullable Object> latency(Latency latency) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("count", latency.count());
        map.put("p50", known(latency.p50()));
        map.put("p90", known(latency.p90()));
        map.put("p95", known(latency.p95()));
        map.put("p99", known(latency.p99()));
        map.put("p99_9", known(latency.p999()));
        map.put("max", known(latency.max()));
        return map;
    }

    private static Map<String, @Nullable Object> bucket(OverAdmission bucket) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("entity", bucket.entity());
        map.put("resource", bucket.resource());
        map.put("limit", bucket.limit());
        map.put("shards", bucket.shards());
        map.put("consumed", bucket.consumed());
        map.put("taken", bucket.taken());
        map.put("allowed", bucket.allowed());
        map.put("settled_up", bucket.settledUp());
        map.put("excess", bucket.excess());
        return map;
    }

    private static Map<String, @Nullable Object> stage(StageResult stage) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("stage", stage.number());
        map.put("users", stage.stage().users());
        map.put("asked_per_second", stage.stage().perSecond());
        map.put("millis", stage.millis());
        counts(map, stage.counts());
        map.put("per_second", rounded(stage.perSecond()));
        map.put("admitted_us", latency(stage.admitted()));
        map.put("store_us", latency(stage.store()));
        map.put("cpu", known(stage.cpu()));
        map.put("machine_cpu", known(stage.machineCpu()));
        return map;
    }

    private static Map<String, @Nullable Object> worker(WorkerResult worker) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("worker", worker.number());
        map.put("end", worker.end());
        map.put("problem", worker.problem());
        map.put("clock_offset_ms", worker.clockOffsetMillis());
        counts(map, worker.counts());
        return map;
    }

    private static Map<String, @Nullable Object> second(Second second) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("at_s", second.atSeconds());
        counts(map, second.counts());
        map.put("p50_us", known(second.p50()));
        map.put("p99_us", known(second.p99()));
        return map;
    }

    private static @Nullable Double known(double number) {
        return number < 0 ? null : (Double) rounded(number);
    }

    private static @Nullable Long known(long micros) {
        return micros < 0 ? null : (Long) micros;
    }

    private static double rounded(double number) {
        return Math.round(number * 1000) / 1000.0;
    }
}

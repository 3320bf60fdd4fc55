package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.loadtest.internal.report.Latency;
import dev.zaelimiter.loadtest.internal.report.OverAdmission;
import dev.zaelimiter.loadtest.internal.report.Report;
import dev.zaelimiter.loadtest.internal.report.ReportFiles;
import dev.zaelimiter.loadtest.internal.worker.Outcome;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a run comes to, in a few fields. */
final class Summary {

    private static final double THOUSAND = 1000;

    private Summary() {}

    static Map<String, @Nullable Object> of(Path folder, Report report, boolean stopped) {
        Latency admitted = report.latency(Outcome.ADMITTED);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(Output.fields(
                "page", folder.resolve(ReportFiles.PAGE).toString(),
                "stopped", stopped,
                "admitted", report.counts().of(Outcome.ADMITTED),
                "refused", report.counts().of(Outcome.REFUSED),
                "degraded", report.counts().of(Outcome.DEGRADED),
                "failed", report.counts().of(Outcome.FAILED),
                "per_second", rounded(report.perSecond()),
                "p50_us", known(admitted.p50()),
                "p99_us", known(admitted.p99())));
        fields.put("throttled", report.counts().throttled());
        fields.put("write_units_per_admitted", known(report.cost().unitsPerAdmitted()));
        fields.put("dollars_per_million", known(report.cost().dollarsPerMillion()));
        fields.put(
                "tokens_beyond_limits",
                report.buckets().isEmpty()
                        ? null
                        : report.buckets().stream()
                                .mapToLong(OverAdmission::excess)
                                .sum());
        fields.put("notes", report.notes());
        return fields;
    }

    static @Nullable Double known(double number) {
        return number < 0 ? null : (Double) rounded(number);
    }

    /** Microseconds; null where nothing was timed. */
    static @Nullable Long known(long micros) {
        return micros < 0 ? null : (Long) micros;
    }

    static double rounded(double number) {
        return Math.round(number * THOUSAND) / THOUSAND;
    }
}

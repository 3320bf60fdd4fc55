package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.worker.Outcome;
import java.time.Instant;
import java.util.Locale;

/** A report as CSV: a line for each second. */
public final class ReportCsv {

    private ReportCsv() {}

    /** The whole file. */
    public static String text(Report report) {
        StringBuilder text = new StringBuilder(
                "time,admitted,refused,degraded,failed,throttled,writes,write_units,late,missed,splits,merges,p50_us,p99_us\n");
        for (Second second : report.seconds()) {
            text.append(Instant.ofEpochSecond(second.atSeconds()));
            Counts counts = second.counts();
            for (Outcome outcome : Outcome.ALL) {
                text.append(',').append(counts.of(outcome));
            }
            text.append(',').append(counts.throttled()).append(',').append(counts.writes());
            text.append(',')
                    .append(counts.writeUnits() < 0 ? "" : String.format(Locale.ROOT, "%.1f", counts.writeUnits()));
            for (long each : new long[] {counts.late(), counts.missed(), counts.splits(), counts.merges()}) {
                text.append(',').append(each);
            }
            for (long micros : new long[] {second.p50(), second.p99()}) {
                text.append(',').append(micros < 0 ? "" : Long.toString(micros));
            }
            text.append('\n');
        }
        return text.toString();
    }
}

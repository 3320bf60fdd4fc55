package dev.zaelimiter.cli.replay;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The figures over time as CSV: a row for each policy and interval, a column for each limit's lowest balance. */
final class SeriesCsv {

    private static final int MOST_INTERVALS = 2_048;

    private SeriesCsv() {}

    static String render(ReplayOutcome outcome) {
        Set<String> limits = new LinkedHashSet<>();
        outcome.reports().forEach(report -> report.limits().forEach(figures -> limits.add(figures.label())));
        StringWriter text = new StringWriter();
        CsvWriter csv = CsvWriter.builder().build(text);
        List<String> header = new ArrayList<>(List.of("policy", "start", "interval_ms", "admitted", "refused"));
        limits.forEach(limit -> header.add("lowest_balance " + limit));
        csv.writeRecord(header);
        for (Report report : outcome.reports()) {
            RowTimeline.Intervals intervals = report.timeline().intervals(MOST_INTERVALS);
            for (int i = 0; i < intervals.size(); i++) {
                List<String> row = new ArrayList<>();
                row.add(harmless(report.policy()));
                row.add(Instant.ofEpochMilli(intervals.startMillis() + i * intervals.widthMillis())
                        .toString());
                row.add(Long.toString(intervals.widthMillis()));
                row.add(Long.toString(intervals.admitted()[i]));
                row.add(Long.toString(intervals.refused()[i]));
                for (String limit : limits) {
                    row.add(balance(report, intervals, limit, i));
                }
                csv.writeRecord(row);
            }
        }
        flush(csv);
        return text.toString();
    }

    /** The writer keeps what it has not written yet. */
    private static void flush(CsvWriter csv) {
        try {
            csv.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("a string can't fail", e);
        }
    }

    /** A text that a spreadsheet would take for a formula gets an apostrophe, which keeps it a text. */
    static String harmless(String text) {
        return !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }

    /** Tokens, rounded; empty if nobody asked, or the policy has no such limit. */
    private static String balance(Report report, RowTimeline.Intervals intervals, String limit, int interval) {
        for (int i = 0; i < report.limits().size(); i++) {
            Report.OfLimit figures = report.limits().get(i);
            if (figures.label().equals(limit) && intervals.hasBalance(i, interval)) {
                return Long.toString(Math.round(
                        intervals.lowestBalance(i, interval) * figures.limit().capacity()));
            }
        }
        return "";
    }
}

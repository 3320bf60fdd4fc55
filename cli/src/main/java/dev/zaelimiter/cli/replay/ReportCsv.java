package dev.zaelimiter.cli.replay;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.zaelimiter.Limit;
import dev.zaelimiter.cli.Text;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The tables of the report as CSV: a row for each policy and limit; or, of a preview, for each purpose. */
final class ReportCsv {

    private ReportCsv() {}

    /** What each limit of each policy did. */
    static String of(ReplayOutcome outcome) {
        List<List<Object>> rows = new ArrayList<>();
        for (Report report : outcome.reports()) {
            for (Report.OfLimit figures : report.limits()) {
                rows.add(row(report, figures));
            }
        }
        return text(
                List.of(
                        "policy",
                        "rows",
                        "admitted",
                        "refused",
                        "skipped",
                        "median_wait_ms",
                        "longest_wait_ms",
                        "limit",
                        "holds_for",
                        "capacity",
                        "refill_amount",
                        "refill_period_seconds",
                        "soft",
                        "refused_by_limit",
                        "never_fits",
                        "peak_use",
                        "debt_ms"),
                rows);
    }

    private static List<Object> row(Report report, Report.OfLimit figures) {
        Report.Waits waits = report.waits();
        Limit limit = figures.limit();
        return List.of(
                report.policy(),
                report.rows().total(),
                report.rows().admitted(),
                report.rows().refused(),
                report.rows().broken().count(),
                waits.count() == 0 ? "" : waits.medianMillis(),
                waits.count() == 0 ? "" : waits.longestMillis(),
                limit.name(),
                figures.holdsFor(),
                limit.capacity(),
                limit.refillAmount(),
                limit.refillPeriod().toSeconds(),
                limit.soft(),
                figures.refused(),
                figures.neverFits(),
                figures.peakUse(),
                figures.debtMillis());
    }

    /** Which column is taken for what. */
    static String of(Preview preview) {
        List<List<Object>> rows = new ArrayList<>();
        for (ColumnExplanation.Role role : preview.columns().explanation().roles()) {
            String column = Objects.requireNonNullElse(role.column(), "");
            rows.add(List.of(role.name(), column, PreviewText.first(preview, role)));
        }
        return text(List.of("purpose", "column", "first_value"), rows);
    }

    private static String text(List<String> names, List<List<Object>> rows) {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().build(text)) {
            csv.writeRecord(names);
            for (List<Object> row : rows) {
                List<String> cells = new ArrayList<>();
                row.forEach(cell -> cells.add(cell instanceof String each ? harmless(each) : cell.toString()));
                csv.writeRecord(cells);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a string can't fail", e);
        }
        return text.toString();
    }

    private static String harmless(String text) {
        return SeriesCsv.harmless(Text.visible(text));
    }
}

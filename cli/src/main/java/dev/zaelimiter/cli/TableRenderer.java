package dev.zaelimiter.cli;

import dev.zaelimiter.Limit;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** Shows a report to a person: figures, a chart, and how the rows were read. */
final class TableRenderer {

    private static final String INDENT = "  ";

    private final Terminal terminal;

    TableRenderer(Terminal terminal) {
        this.terminal = terminal;
    }

    /**
     * All lines of the output.
     *
     * @param file what was replayed
     * @param report what came out
     * @param assumptions how the rows were read, in sentences
     */
    List<String> render(String file, Report report, List<String> assumptions) {
        List<String> lines = new ArrayList<>();
        lines.add(terminal.bold(Text.visible(file)));
        lines.add(INDENT + span(report));
        lines.add("");
        lines.addAll(outcome(report));
        lines.add("");
        lines.addAll(limits(report));
        lines.add("");
        lines.addAll(refusals(report));
        lines.addAll(new ChartRenderer(terminal).render(report.timeline()));
        lines.add("");
        for (String assumption : assumptions) {
            lines.addAll(wrapped(assumption).stream().map(terminal::faint).toList());
        }
        lines.addAll(problems(report.rows()));
        return lines;
    }

    private static String span(Report report) {
        String rows = Text.count(report.rows().total(), "row", "rows");
        String from = Text.at(report.firstMillis(), Text.DATE) + " " + Text.at(report.firstMillis(), Text.SECONDS);
        boolean sameDay = Text.at(report.firstMillis(), Text.DATE).equals(Text.at(report.lastMillis(), Text.DATE));
        String to = (sameDay ? "" : Text.at(report.lastMillis(), Text.DATE) + " ")
                + Text.at(report.lastMillis(), Text.SECONDS);
        return rows + " in " + DurationText.of(report.spanMillis()) + ", " + from + " to " + to + " UTC";
    }

    private List<String> outcome(Report report) {
        Report.Rows rows = report.rows();
        double decided = (double) rows.admitted() + rows.refused();
        TextTable table = new TextTable();
        table.row("admitted", Text.count(rows.admitted()), Text.percent(rows.admitted() / decided));
        table.row("refused", Text.count(rows.refused()), Text.percent(rows.refused() / decided));
        List<String> lines = table.lines(INDENT);
        List<String> coloured = new ArrayList<>();
        coloured.add(terminal.green(lines.get(0)));
        coloured.add(rows.refused() == 0 ? lines.get(1) : terminal.red(lines.get(1)));
        if (rows.broken().count() > 0) {
            coloured.add(INDENT + "skipped " + Text.count(rows.broken().count()) + ", which can't be read");
        }
        return coloured;
    }

    private static List<String> limits(Report report) {
        TextTable table = new TextTable();
        List<String> header = new ArrayList<>(List.of("limit", "allows", "refused", "peak use", "", "in debt"));
        if (report.severalBuckets()) {
            header.add("peak reached by");
        }
        table.row(header);
        for (Report.OfLimit figures : report.limits()) {
            Limit limit = figures.limit();
            double share = (double) figures.peakUse() / limit.capacity();
            List<String> cells = new ArrayList<>(List.of(
                    limit.name(),
                    allows(limit),
                    Text.count(figures.refused()),
                    Text.count(figures.peakUse()) + " of " + Text.count(limit.capacity()),
                    Text.percent(share),
                    debt(figures, report)));
            if (report.severalBuckets() && figures.peakBucket() != null) {
                cells.add(figures.peakBucket().entity() + " on "
                        + figures.peakBucket().resource());
            }
            table.row(cells);
        }
        return table.lines(INDENT);
    }

    private static String allows(Limit limit) {
        long seconds = limit.refillPeriod().toSeconds();
        String burst = limit.capacity() == limit.refillAmount() ? "" : ", burst " + Text.count(limit.capacity());
        return Text.count(limit.refillAmount()) + " per " + DurationText.period(seconds * 1_000) + burst;
    }

    private static String debt(Report.OfLimit figures, Report report) {
        if (figures.debtMillis() == 0) {
            return "never";
        }
        String time = DurationText.of(figures.debtMillis());
        boolean shareMakesSense = !report.severalBuckets() && report.spanMillis() > 0;
        return shareMakesSense
                ? time + " (" + Text.percent((double) figures.debtMillis() / report.spanMillis()) + ")"
                : time;
    }

    private List<String> refusals(Report report) {
        if (report.longestStreak() == null) {
            return List.of();
        }
        Report.Streak streak = report.longestStreak();
        String whose = report.severalBuckets()
                ? " by " + streak.bucket().entity() + " on " + streak.bucket().resource()
                : "";
        List<String> sentences = new ArrayList<>();
        long byLimits =
                report.limits().stream().mapToLong(Report.OfLimit::refused).sum();
        if (byLimits > report.rows().refused()) {
            sentences.add("A row that several limits refuse counts for each of them.");
        }
        sentences.add("Longest run of refusals: " + Text.count(streak.rows(), "row", "rows") + whose + " in "
                + DurationText.of(streak.toMillis() - streak.fromMillis()) + ", from "
                + Text.at(streak.fromMillis(), timeOf(report)) + ".");
        Report.Waits waits = report.waits();
        if (waits.count() > 0) {
            sentences.add("Refused callers would have had to wait " + DurationText.of(waits.medianMillis())
                    + " in the median, " + DurationText.of(waits.p95Millis()) + " at the 95th percentile, "
                    + DurationText.of(waits.longestMillis()) + " at most.");
        }
        if (waits.never() > 0) {
            sentences.add(Text.count(waits.never(), "refused row asks", "refused rows ask")
                    + " for more than a limit holds and could never fit.");
        }
        List<String> lines = new ArrayList<>();
        sentences.forEach(sentence -> lines.addAll(wrapped(sentence)));
        lines.add("");
        return lines;
    }

    private static DateTimeFormatter timeOf(Report report) {
        boolean sameDay = Text.at(report.firstMillis(), Text.DATE).equals(Text.at(report.lastMillis(), Text.DATE));
        return sameDay ? Text.SECONDS : Text.DATE_SECONDS;
    }

    private List<String> problems(Report.Rows rows) {
        List<String> lines = new ArrayList<>();
        add(lines, rows.broken(), "can't be read and " + isAre(rows.broken()) + " skipped:");
        add(lines, rows.unordered(), "out of time order, counted at the latest time so far:");
        return lines;
    }

    private static String isAre(Report.Problems problems) {
        return problems.count() == 1 ? "is" : "are";
    }

    private void add(List<String> lines, Report.Problems problems, String what) {
        if (problems.count() == 0) {
            return;
        }
        lines.add("");
        lines.addAll(wrapped(Text.count(problems.count(), "row", "rows") + " " + what));
        for (Report.Problem problem : problems.first()) {
            lines.add(INDENT + INDENT + "line " + problem.line() + ": " + problem.reason());
        }
        if (problems.count() > problems.first().size()) {
            lines.add(INDENT + INDENT + "and "
                    + Text.count(problems.count() - problems.first().size()) + " more");
        }
    }

    private List<String> wrapped(String sentence) {
        return Text.wrap(Text.visible(sentence), INDENT, terminal.width());
    }
}

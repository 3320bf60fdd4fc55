package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Limit;
import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.cli.Text;
import dev.zaelimiter.cli.TextTable;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** Shows a report to a person: figures, a chart, and how the rows were read. */
final class TableRenderer {

    private static final String INDENT = "  ";
    private static final int LONGEST_NAME = 40;

    private final Terminal terminal;

    TableRenderer(Terminal terminal) {
        this.terminal = terminal;
    }

    /** All lines of the output. */
    List<String> render(ReplayOutcome outcome) {
        Report report = outcome.main();
        List<String> lines = new ArrayList<>();
        lines.add(terminal.bold(Text.visible(outcome.file())));
        lines.add(INDENT + span(report));
        lines.add("");
        if (outcome.suggestion() != null) {
            lines.addAll(SuggestionText.lines(outcome.suggestion(), terminal.width()));
            lines.add("");
        }
        if (outcome.reports().size() > 1) {
            lines.addAll(comparison(outcome.reports()));
            lines.add("");
            lines.addAll(wrapped("The rest is about the first one."));
            lines.add("");
        } else if (outcome.suggestion() != null) {
            lines.addAll(wrapped("What they would have done:"));
            lines.add("");
        }
        lines.addAll(outcome(report));
        lines.add("");
        lines.addAll(limits(report));
        lines.add("");
        lines.addAll(refusals(report));
        lines.addAll(new ChartRenderer(terminal).render(report.timeline()));
        lines.add("");
        for (String assumption : outcome.assumptions()) {
            lines.addAll(wrapped(assumption).stream().map(terminal::faint).toList());
        }
        for (ReportText.ProblemKind kind : ReportText.problems(report.rows())) {
            lines.add("");
            lines.addAll(wrapped(kind.title()));
            kind.lines().forEach(line -> lines.add(INDENT + INDENT + line));
        }
        return lines;
    }

    private static List<String> comparison(List<Report> reports) {
        TextTable table = new TextTable();
        table.row("policy", "refused", "", "median wait", "longest run");
        for (Report report : reports) {
            table.row(
                    Text.visible(report.policy()),
                    Text.count(report.rows().refused()),
                    Text.percent(report.rows().refusedShare()),
                    ReportText.medianWait(report),
                    ReportText.longestRun(report));
        }
        return table.lines(INDENT);
    }

    static String span(Report report) {
        String rows = Text.count(report.rows().total(), "row", "rows");
        String from = Text.at(report.firstMillis(), Text.DATE) + " " + Text.at(report.firstMillis(), Text.SECONDS);
        boolean sameDay = Text.at(report.firstMillis(), Text.DATE).equals(Text.at(report.lastMillis(), Text.DATE));
        String to = (sameDay ? "" : Text.at(report.lastMillis(), Text.DATE) + " ")
                + Text.at(report.lastMillis(), Text.SECONDS);
        return rows + " in " + DurationText.of(report.spanMillis()) + ", " + from + " to " + to + " UTC";
    }

    /** What the time in debt is: of several buckets it is the sum, and may be longer than the traffic. */
    static String debtTitle(Report report) {
        return report.severalBuckets() ? "in debt (sum)" : "in debt";
    }

    /** Whose bucket, on what; the middle of a long name is left out. */
    static String bucket(EntityResource bucket) {
        return shortened(bucket.entity()) + " on " + shortened(bucket.resource());
    }

    private static String shortened(String name) {
        String shown = Text.visible(name);
        return shown.length() <= LONGEST_NAME
                ? shown
                : shown.substring(0, LONGEST_NAME / 2 - 2) + "..."
                        + shown.substring(shown.length() - LONGEST_NAME / 2 + 2);
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
        List<String> header = new ArrayList<>(List.of("limit", "allows", "refused", "peak use", "", debtTitle(report)));
        if (report.severalBuckets()) {
            header.add("peak reached by");
        }
        table.row(header);
        for (Report.OfLimit figures : report.limits()) {
            Limit limit = figures.limit();
            double share = (double) figures.peakUse() / limit.capacity();
            List<String> cells = new ArrayList<>(List.of(
                    figures.label(),
                    allows(limit),
                    Text.count(figures.refused()),
                    Text.count(figures.peakUse()) + " of " + Text.count(limit.capacity()),
                    Text.percent(share),
                    debt(figures, report)));
            if (report.severalBuckets() && figures.peakBucket() != null) {
                cells.add(bucket(figures.peakBucket()));
            }
            table.row(cells);
        }
        return table.lines(INDENT);
    }

    static String allows(Limit limit) {
        // A limit of which nothing was refused looks generous, unless it is told that it never refuses.
        String soft = limit.soft() ? ", soft" : "";
        if (limit.isBudget()) {
            return Text.count(limit.capacity()) + " once" + soft;
        }
        long seconds = limit.refillPeriod().toSeconds();
        String burst = limit.capacity() == limit.refillAmount() ? "" : ", burst " + Text.count(limit.capacity());
        return Text.count(limit.refillAmount()) + " per " + DurationText.period(seconds * 1_000) + burst + soft;
    }

    static String debt(Report.OfLimit figures, Report report) {
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
        String whose = report.severalBuckets() ? " by " + bucket(streak.bucket()) : "";
        List<String> sentences = new ArrayList<>();
        long byLimits =
                report.limits().stream().mapToLong(Report.OfLimit::refused).sum();
        if (byLimits > report.rows().refused()) {
            sentences.add("A row that several limits refuse counts for each of them.");
        }
        sentences.add("Longest run of refusals: " + Text.count(streak.rows(), "row", "rows") + whose + " in "
                + DurationText.of(streak.toMillis() - streak.fromMillis()) + ", from "
                + Text.at(streak.fromMillis(), timeOf(report)) + ".");
        sentences.addAll(ReportText.waitSentences(report));
        List<String> lines = new ArrayList<>();
        sentences.forEach(sentence -> lines.addAll(wrapped(sentence)));
        lines.add("");
        return lines;
    }

    private static DateTimeFormatter timeOf(Report report) {
        boolean sameDay = Text.at(report.firstMillis(), Text.DATE).equals(Text.at(report.lastMillis(), Text.DATE));
        return sameDay ? Text.SECONDS : Text.DATE_SECONDS;
    }

    private List<String> wrapped(String sentence) {
        return Text.wrap(Text.visible(sentence), INDENT, terminal.width());
    }
}

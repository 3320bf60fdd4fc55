package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Parts of a report in words, for the terminal and the page alike. */
final class ReportText {

    private static final int MOST_LIMITS = 6;
    private static final long[] WAIT_ENDS = {100, 1_000, 10_000, 60_000, 600_000, 3_600_000};

    private ReportText() {}

    /**
     * Refused rows that would have fitted after about as long.
     *
     * @param label how long
     * @param rows how many
     */
    record WaitRange(String label, long rows) {}

    /**
     * Rows with the same problem.
     *
     * @param title how many, and what it is
     * @param lines the first few of them
     */
    record ProblemKind(String title, List<String> lines) {}

    /** A policy by its name, and by its limits where the name does not say them. */
    static String policy(Report report) {
        if (report.policy().contains("=")) {
            return report.policy();
        }
        String limits = report.limits().stream()
                .limit(MOST_LIMITS)
                .map(figures -> SuggestionText.option(figures.limit())
                        + (figures.holdsFor().isEmpty() ? "" : " (" + figures.holdsFor() + ")"))
                .collect(Collectors.joining(", "));
        int more = report.limits().size() - MOST_LIMITS;
        return report.policy() + ": " + limits + (more > 0 ? " and " + more + " more" : "");
    }

    static String longestRun(Report report) {
        Report.Streak streak = report.longestStreak();
        return streak == null ? "none" : Text.count(streak.rows(), "row", "rows");
    }

    /** The median wait of those refused rows whose wait ends; what has none says why. */
    static String medianWait(Report report) {
        Report.Waits waits = report.waits();
        if (waits.count() > 0) {
            return DurationText.of(waits.medianMillis());
        }
        return report.rows().refused() == 0 ? "none" : "never ends";
    }

    /** How long the refused would have had to wait, in sentences; none if nothing was refused. */
    static List<String> waitSentences(Report report) {
        Report.Waits waits = report.waits();
        List<String> sentences = new ArrayList<>();
        if (waits.count() > 0) {
            boolean all = waits.never() + waits.disabled() == 0;
            sentences.add((all
                            ? "Refused callers"
                            : Text.count(waits.count()) + " of the "
                                    + Text.count(report.rows().refused()) + " refused")
                    + " would have had to wait " + DurationText.of(waits.medianMillis())
                    + " in the median, " + DurationText.of(waits.p95Millis()) + " at the 95th percentile, "
                    + DurationText.of(waits.longestMillis()) + " at most.");
        }
        if (waits.never() > 0) {
            sentences.add(Text.count(waits.never(), "refused row asks", "refused rows ask")
                    + " for more than a limit holds"
                    + (hasBudgets(report) ? ", or than is left of a budget" : "")
                    + ": no wait would have helped.");
        }
        if (waits.disabled() > 0) {
            sentences.add(Text.count(waits.disabled(), "refused row was", "refused rows were")
                    + " for what is switched off: no wait would have helped.");
        }
        return sentences;
    }

    private static boolean hasBudgets(Report report) {
        return report.limits().stream().anyMatch(figures -> figures.limit().isBudget());
    }

    /** The waits of refused rows, from the shortest on; those that end. */
    static List<WaitRange> waits(Report report) {
        List<WaitRange> ranges = new ArrayList<>();
        long before = 0;
        for (int i = 0; i <= WAIT_ENDS.length; i++) {
            boolean last = i == WAIT_ENDS.length;
            long upTo = last ? report.waits().count() : report.allWaits().countBelow(WAIT_ENDS[i]);
            String from = i == 0 ? "" : DurationText.of(WAIT_ENDS[i - 1]);
            String label = last
                    ? from + " or more"
                    : i == 0
                            ? "less than " + DurationText.of(WAIT_ENDS[0])
                            : from + " to " + DurationText.of(WAIT_ENDS[i]);
            if (upTo > before || (i < 4 && report.waits().count() > 0)) {
                ranges.add(new WaitRange(label, upTo - before));
            }
            before = upTo;
        }
        return ranges;
    }

    /** What was wrong with rows. */
    static List<ProblemKind> problems(Report.Rows rows) {
        List<ProblemKind> kinds = new ArrayList<>();
        String isAre = rows.broken().count() == 1 ? "is" : "are";
        add(kinds, rows.broken(), "can't be read and " + isAre + " skipped:");
        add(kinds, rows.strange(), "with bytes that are not UTF-8, shown as \\xhh:");
        add(kinds, rows.unordered(), "out of time order; all rows were sorted by time first:");
        return kinds;
    }

    private static void add(List<ProblemKind> kinds, Report.Problems problems, String what) {
        if (problems.count() == 0) {
            return;
        }
        List<String> lines = new ArrayList<>();
        problems.first().forEach(problem -> lines.add("line " + problem.line() + ": " + problem.reason()));
        if (problems.count() > problems.first().size()) {
            lines.add("and " + Text.count(problems.count() - problems.first().size()) + " more");
        }
        kinds.add(new ProblemKind(Text.count(problems.count(), "row", "rows") + " " + what, lines));
    }
}

package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.Text;
import java.util.ArrayList;
import java.util.List;

/** Counts the rows with which something was wrong, and remembers the first few of each kind. Not thread-safe. */
final class Intake {

    /** How many rows with a problem are remembered. */
    static final int PROBLEMS_SHOWN = 5;

    private final ProblemList broken = new ProblemList();
    private final ProblemList unordered = new ProblemList();
    private final ProblemList strange = new ProblemList();

    private final boolean masked;

    /** Nothing counted; what is remembered is shown as it is. */
    Intake() {
        this(false);
    }

    /**
     * Nothing counted.
     *
     * @param masked whether entities may be keys, so that neither their names nor whole lines are shown
     */
    Intake(boolean masked) {
        this.masked = masked;
    }

    /** A row that can't be read. */
    void broken(long line, BrokenRowException problem) {
        if (broken.count()) {
            broken.first.add(new Report.Problem(line, masked ? problem.maskedReason() : problem.reason()));
        }
    }

    /** A row whose time lies before {@code latestMillis}. */
    void unordered(long line, long rowMillis, long latestMillis) {
        if (unordered.count()) {
            unordered.first.add(
                    new Report.Problem(line, DurationText.of(latestMillis - rowMillis) + " before an earlier row"));
        }
    }

    /** A row with bytes that are not UTF-8. */
    void strange(RowCells row) {
        if (strange.count()) {
            strange.first.add(new Report.Problem(row.line(), masked ? Mask.HIDDEN : Text.quoted(row.strangeCell())));
        }
    }

    /** How many rows can't be read. */
    long broken() {
        return broken.count;
    }

    Report.Problems brokenRows() {
        return broken.report();
    }

    Report.Problems unorderedRows() {
        return unordered.report();
    }

    Report.Problems strangeRows() {
        return strange.report();
    }

    /** The first few problems of one kind, and the number of all. */
    private static final class ProblemList {

        private final List<Report.Problem> first = new ArrayList<>();
        private long count;

        /** Counts one; whether it is among the first few. */
        boolean count() {
            return count++ < PROBLEMS_SHOWN;
        }

        Report.Problems report() {
            return new Report.Problems(count, List.copyOf(first));
        }
    }
}

package dev.zaelimiter.cli;

import dev.zaelimiter.Limit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One replay of one file, from its first row to its report. Used once; not thread-safe. */
final class Replay {

    private final RowSource source;
    private final Columns columns;
    private final RowReader reader;
    private final List<Limit> limits;
    private final ReadingOptions options;
    private final Progress progress;
    private final Tally tally;
    private long latestMillis;

    Replay(RowSource source, Columns columns, List<Limit> limits, ReadingOptions options, Progress progress) {
        this.source = source;
        this.columns = columns;
        this.reader = new RowReader(columns, limits, options);
        this.limits = limits;
        this.options = options;
        this.progress = progress;
        this.tally = new Tally(limits);
    }

    /**
     * Replays all rows.
     *
     * @return what came out
     * @throws BadInputException if reading fails, there is no row, or more than half of them are broken
     */
    Report run() {
        Row first = nextRow();
        if (first != null) {
            latestMillis = first.millis();
            try (Replayer replayer = new Replayer(first.millis(), limits, columns, options.perOutputToken, tally)) {
                for (Row row = first; row != null; row = nextRow()) {
                    replayer.replay(row, inOrder(row.millis()));
                }
            } finally {
                progress.done();
            }
        }
        Report report = tally.report();
        requireRows(report.rows());
        return report;
    }

    /** The next row that can be read, or null at the end. */
    private @Nullable Row nextRow() {
        while (source.next()) {
            progress.row();
            try {
                return reader.read(source.row());
            } catch (BrokenRowException e) {
                tally.broken(source.row().line(), e);
            }
        }
        return null;
    }

    private long inOrder(long millis) {
        if (millis < latestMillis) {
            tally.unordered(source.row().line(), millis, latestMillis);
        } else {
            latestMillis = millis;
        }
        return latestMillis;
    }

    private static void requireRows(Report.Rows rows) {
        if (rows.total() == 0) {
            throw new BadInputException("there are no rows after the header");
        }
        long broken = rows.broken().count();
        if (broken > rows.total() - broken) {
            StringBuilder message = new StringBuilder(
                    Text.count(broken) + " of " + Text.count(rows.total(), "row", "rows") + " can't be read");
            for (Report.Problem problem : rows.broken().first()) {
                message.append(System.lineSeparator())
                        .append("  line ")
                        .append(problem.line())
                        .append(": ")
                        .append(problem.reason());
            }
            throw new BadInputException(message.toString());
        }
    }
}

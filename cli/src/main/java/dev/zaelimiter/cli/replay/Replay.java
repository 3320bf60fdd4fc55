package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.Text;
import java.util.ArrayList;
import java.util.List;

/** One pass over one file, from its first row to a report for each policy. Used once; not thread-safe. */
final class Replay {

    private final RowSource source;
    private final RowReader reader;
    private final List<RowSink> sinks;
    private final Progress progress;
    private final Intake intake = new Intake();
    private final RowBatch batch;
    private long latestMillis = Long.MIN_VALUE;

    /**
     * A pass.
     *
     * @param source the file, whose header is read
     * @param reader makes requests of its rows
     * @param sinks who gets them
     * @param progress who is told
     */
    Replay(RowSource source, RowReader reader, List<? extends RowSink> sinks, Progress progress) {
        this.source = source;
        this.reader = reader;
        this.batch = reader.newBatch();
        this.sinks = List.copyOf(sinks);
        this.progress = progress;
    }

    /**
     * Replays all rows.
     *
     * @return what was wrong with some of them
     * @throws BadInputException if reading fails, there is no row, or more than half of them are broken
     */
    Intake run() {
        long rows = 0;
        RowSink[] all = sinks.toArray(RowSink[]::new);
        try {
            while (source.next()) {
                progress.row();
                rows++;
                take(all);
                if (batch.isFull()) {
                    passOn(all);
                }
            }
            if (batch.size() > 0) {
                passOn(all);
            }
        } finally {
            progress.done();
        }
        requireRows(rows);
        return intake;
    }

    /** A row that can't be read, or that one of all can't use, is counted as broken for all, to compare like with like. */
    private void take(RowSink[] all) {
        RowCells cells = source.row();
        if (cells.isStrange()) {
            intake.strange(cells);
        }
        try {
            Row row = reader.read(cells);
            int place = batch.find(row);
            if (place < 0) {
                for (RowSink sink : all) {
                    sink.check(row.entity, row.resource);
                }
                place = batch.addPlace(row);
            }
            batch.add(place, row, inOrder(row.millis));
        } catch (BrokenRowException e) {
            intake.broken(cells.line(), e);
        }
    }

    private void passOn(RowSink[] all) {
        batch.group();
        for (RowSink sink : all) {
            sink.accept(batch);
        }
        batch.clear();
    }

    private long inOrder(long millis) {
        if (millis < latestMillis) {
            intake.unordered(source.row().line(), millis, latestMillis);
        } else {
            latestMillis = millis;
        }
        return latestMillis;
    }

    private void requireRows(long rows) {
        if (rows == 0) {
            throw new BadInputException("there are no rows after the header");
        }
        Report.Problems broken = intake.brokenRows();
        if (broken.count() > rows - broken.count()) {
            List<String> lines = new ArrayList<>();
            lines.add(Text.count(broken.count()) + " of " + Text.count(rows, "row", "rows") + " can't be read as "
                    + source.format().title());
            for (Report.Problem problem : broken.first()) {
                lines.add("  line " + problem.line() + ": " + problem.reason());
            }
            throw new BadInputException(String.join(System.lineSeparator(), lines));
        }
    }
}

package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.Text;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One pass over one file, from its first row to a report for each policy. Rows that are not in the order of their times
 * are sorted before anybody gets one; if that turns out when some were passed on already, the pass is over, and others
 * have to get the rows, by {@link #sorted}. Used once; not thread-safe.
 */
final class Replay implements AutoCloseable {

    private final RowSource source;
    private final RowReader reader;
    private final List<RowSink> sinks;
    private final Progress progress;
    private final Intake intake;
    private final RowBatch batch;
    private @Nullable RowSorter sorter;
    private boolean streaming;
    private boolean passedOn;
    private boolean ordered = true;
    private long latestMillis = Long.MIN_VALUE;

    /** How a pass ended. */
    enum End {
        /** All rows were put to the sinks. */
        DONE,

        /** All rows were read and none is left to be put to these sinks; {@link Replay#sorted} puts them to others. */
        READ,

        /** Rows are not in order, and the file has to be read again. */
        NOT_IN_ORDER
    }

    /**
     * A pass.
     *
     * @param source the file, whose header is read
     * @param reader makes requests of its rows
     * @param sinks who gets them
     * @param progress who is told
     */
    Replay(RowSource source, RowReader reader, List<? extends RowSink> sinks, Progress progress) {
        this(source, reader, sinks, progress, null, true);
    }

    /**
     * A pass.
     *
     * @param source the file, whose header is read
     * @param reader makes requests of its rows
     * @param sinks who gets them
     * @param progress who is told
     * @param sorter gets all rows as well, for a file that can't be read again, or whose rows are known to be in no
     *     order
     * @param streaming whether to put rows to the sinks as long as they are in order
     */
    Replay(
            RowSource source,
            RowReader reader,
            List<? extends RowSink> sinks,
            Progress progress,
            @Nullable RowSorter sorter,
            boolean streaming) {
        this.source = source;
        this.reader = reader;
        this.batch = reader.newBatch();
        this.intake = reader.newIntake();
        this.sinks = List.copyOf(sinks);
        this.progress = progress;
        this.sorter = sorter;
        this.streaming = streaming;
    }

    /**
     * Reads all rows.
     *
     * @return how far they got
     * @throws BadInputException if reading fails, there is no row, or more than half of them are broken
     */
    End run() {
        long rows = 0;
        RowSink[] all = sinks.toArray(RowSink[]::new);
        try {
            while (source.next()) {
                progress.row();
                rows++;
                take(all);
                if (!ordered && passedOn) {
                    if (sorter == null) {
                        return End.NOT_IN_ORDER;
                    }
                    streaming = false;
                } else if (streaming && batch.isFull()) {
                    full(all);
                }
            }
            requireRows(rows);
            if (!streaming) {
                return End.READ;
            }
            if (batch.size() > 0) {
                if (!ordered) {
                    batch.sortByTime(reader.newestFirst());
                }
                passOn(all);
            }
        } finally {
            progress.done();
        }
        return End.DONE;
    }

    /** What was wrong with rows. */
    Intake intake() {
        return intake;
    }

    /** What reads the rows. */
    RowReader reader() {
        return reader;
    }

    /** Puts all rows to sinks in the order of their times, after a pass that ended as {@link End#READ}. */
    void sorted(List<? extends RowSink> others) {
        RowSink[] all = others.toArray(RowSink[]::new);
        batch.clear();
        progress.begin("replaying in the order of time");
        RowSorter rows = sorter;
        if (rows == null) {
            throw new IllegalStateException("nothing was kept");
        }
        try {
            rows.forEach(row -> {
                progress.row();
                int place = batch.find(row);
                batch.add(place < 0 ? batch.addPlace(row) : place, row, row.millis);
                if (batch.isFull()) {
                    passOn(all);
                }
            });
            if (batch.size() > 0) {
                passOn(all);
            }
        } finally {
            progress.done();
        }
    }

    /** Removes what was kept of the rows. */
    @Override
    public void close() {
        if (sorter != null) {
            sorter.close();
        }
    }

    /**
     * A row that can't be read, or that one of all can't use, is counted as broken for all, to compare like with like.
     */
    private void take(RowSink[] all) {
        RowCells cells = source.row();
        if (cells.isStrange()) {
            intake.strange(cells);
        }
        try {
            Row row = reader.read(cells);
            if (streaming) {
                int place = batch.find(row);
                if (place < 0) {
                    check(row, all);
                    place = batch.addPlace(row);
                }
                note(row.millis);
                batch.add(place, row, row.millis);
            } else {
                if (sorter == null || !sorter.knows(row)) {
                    check(row, all);
                }
                note(row.millis);
            }
            if (sorter != null) {
                sorter.add(row);
            }
        } catch (BrokenRowException e) {
            intake.broken(cells.line(), e);
        }
    }

    private static void check(Row row, RowSink[] all) throws BrokenRowException {
        for (RowSink sink : all) {
            sink.check(row.entity, row.resource);
        }
    }

    /** A batch that is not in order may be the first of many such: all that follows has to be sorted with it. */
    private void full(RowSink[] all) {
        if (ordered) {
            passOn(all);
            return;
        }
        if (sorter == null) {
            RowSorter made = reader.newSorter();
            sorter = made;
            Row row = batch.newRow();
            for (int i = 0; i < batch.size(); i++) {
                batch.read(i, row);
                row.entity = batch.entity(batch.place(i));
                row.resource = batch.resource(batch.place(i));
                made.add(row);
            }
        }
        batch.clear();
        streaming = false;
    }

    private void passOn(RowSink[] all) {
        passedOn = true;
        batch.group();
        for (RowSink sink : all) {
            sink.accept(batch);
        }
        batch.clear();
    }

    private void note(long millis) {
        if (millis < latestMillis) {
            ordered = false;
            intake.unordered(source.row().line(), millis, latestMillis);
        } else {
            latestMillis = millis;
        }
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

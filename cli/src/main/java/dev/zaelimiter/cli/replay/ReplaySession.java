package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Limit;
import dev.zaelimiter.cli.BadInputException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One run of the command: a file, the policies that are tried on it, and what is proposed. Used once. */
final class ReplaySession implements Closeable {

    private final String file;
    private final ReadingOptions reading;
    private final List<Policy> policies;
    private final @Nullable Double wantedShare;
    private final List<Limit> models;
    private final Map<String, TakeOption> takes;
    private final List<String> names;
    private final boolean series;
    private SampledSource source;

    /**
     * Opens the file.
     *
     * @param file its path, or {@code -} for standard input
     * @param reading how its rows become requests
     * @param policies what is tried
     * @param suggesting what is asked for
     * @param series whether to follow balances over time
     */
    ReplaySession(
            String file, ReadingOptions reading, List<Policy> policies, SuggestOptions suggesting, boolean series) {
        this.file = file;
        this.reading = reading;
        this.policies = policies;
        this.series = series;
        this.wantedShare = suggesting.suggest ? suggesting.share() : null;
        this.models = suggesting.suggest ? suggesting.models(policies) : List.of();
        Set<String> all = new LinkedHashSet<>();
        policies.forEach(policy -> all.addAll(policy.names()));
        models.forEach(limit -> all.add(limit.name()));
        this.names = List.copyOf(all);
        this.takes = reading.checkedTakes(names);
        this.source = open();
    }

    /** How the columns of the file are read, found out from its first rows. */
    Preview preview() {
        List<String> header = source.readHeader();
        Sample sample = source.sample(header.size());
        return new Preview(
                InputFile.nameOf(file),
                source.format(),
                header,
                sample,
                Columns.resolve(header, sample, reading, names, takes));
    }

    /**
     * Replays the file.
     *
     * @param progress who is told
     * @param provenance what is run, and when
     * @throws BadInputException if the file can't be used
     */
    ReplayOutcome run(Progress progress, Provenance provenance) {
        List<String> header = source.readHeader();
        Sample sample = source.sample(header.size());
        Columns columns = Columns.resolve(header, sample, reading, names, takes);
        List<Limit> proposed = models;
        if (policies.isEmpty() && takesOne(columns, "tpm")) {
            // Nobody asked for a limit of tokens, and the file has none to count.
            proposed = models.subList(0, 1);
            columns = Columns.resolve(header, sample, reading, List.of("rpm"), takes);
        }
        Sinks sinks = new Sinks(columns);
        RowReader reader = new RowReader(columns, reading);
        Replay replay =
                new Replay(source, reader, sinks.all, progress, canBeReadAgain() ? null : reader.newSorter(), true);
        try {
            Replay.End end = replay.run();
            if (end == Replay.End.NOT_IN_ORDER) {
                reopen(header);
                progress.begin("sorting by time");
                reader = new RowReader(columns, reading);
                replay = new Replay(source, reader, sinks.all, progress, reader.newSorter(), false);
                end = replay.run();
            }
            if (end == Replay.End.READ) {
                sinks.close();
                sinks = new Sinks(columns);
                replay.sorted(sinks.all);
            }
            return outcome(sinks, replay, columns, proposed, progress, provenance);
        } finally {
            replay.close();
            sinks.close();
        }
    }

    private ReplayOutcome outcome(
            Sinks sinks,
            Replay replay,
            Columns columns,
            List<Limit> proposed,
            Progress progress,
            Provenance provenance) {
        Intake intake = replay.intake();
        List<Report> reports = new ArrayList<>();
        sinks.replayers.forEach(replayer -> reports.add(replayer.report(intake)));
        Suggestion suggestion = null;
        ReplayRows rows = sinks.rows;
        if (rows != null && wantedShare != null) {
            Suggester suggester = new Suggester(rows, columns, reading.perOutputToken, series, progress);
            suggestion = suggester.suggest(wantedShare, proposed, intake);
            reports.add(suggestion.together());
        }
        UnaryOperator<String> names = columns.masked() ? new Mask() : UnaryOperator.identity();
        return new ReplayOutcome(
                InputFile.nameOf(file),
                reports.stream().map(report -> report.shownAs(names)).toList(),
                suggestion == null ? null : suggestion.shownAs(names),
                Assumptions.of(
                        source.format(), columns, reading, replay.reader().unanswered()),
                columns.explanation(),
                provenance);
    }

    @Override
    public void close() throws IOException {
        source.close();
    }

    private SampledSource open() {
        return new SampledSource(RowSource.open(file, reading.format));
    }

    private boolean canBeReadAgain() {
        return !file.equals(InputFile.STANDARD_INPUT) && Files.isRegularFile(Path.of(file));
    }

    private void reopen(List<String> header) {
        try {
            source.close();
        } catch (IOException e) {
            throw InputFile.unreadable(e);
        }
        source = open();
        if (!source.readHeader().equals(header)) {
            throw new BadInputException("has changed while it was read");
        }
    }

    private boolean takesOne(Columns columns, String limit) {
        int place = names.indexOf(limit);
        return !takes.containsKey(limit) && columns.takes().get(place) instanceof Take.Fixed;
    }

    /** Who gets the rows. */
    private final class Sinks {

        private final List<RowSink> all = new ArrayList<>();
        private final List<Replayer> replayers = new ArrayList<>();
        private final @Nullable ReplayRows rows;

        Sinks(Columns columns) {
            for (Policy policy : policies) {
                replayers.add(new Replayer(policy, columns, reading.perOutputToken, series));
            }
            all.addAll(replayers);
            rows = wantedShare == null ? null : new ReplayRows(columns);
            if (rows != null) {
                all.add(rows);
            }
        }

        void close() {
            replayers.forEach(Replayer::close);
            if (rows != null) {
                rows.close();
            }
        }
    }
}

package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Limit;
import dev.zaelimiter.cli.BadInputException;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One run of the command: a file, the policies that are tried on it, and what is proposed. Used once. */
final class Session implements Closeable {

    private final String file;
    private final ReadingOptions reading;
    private final List<Policy> policies;
    private final @Nullable Double wantedShare;
    private final List<Limit> models;
    private final Map<String, TakeOption> takes;
    private final List<String> names;
    private final boolean series;
    private final RowSource source;

    /**
     * Opens the file.
     *
     * @param file its path, or {@code -} for standard input
     * @param reading how its rows become requests
     * @param policies what is tried
     * @param suggesting what is asked for
     * @param series whether to follow balances over time
     */
    Session(String file, ReadingOptions reading, List<Policy> policies, SuggestOptions suggesting, boolean series) {
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
        this.source = RowSource.open(file, reading.format);
    }

    /**
     * Replays the file.
     *
     * @param progress who is told
     * @throws BadInputException if the file can't be used
     */
    Outcome run(Progress progress) {
        List<String> header = source.readHeader();
        Columns columns = Columns.resolve(header, reading, names, takes);
        List<Limit> proposed = models;
        if (policies.isEmpty() && takesOne(columns, "tpm")) {
            // Nobody asked for a limit of tokens, and the file has none to count.
            proposed = models.subList(0, 1);
            columns = Columns.resolve(header, reading, List.of("rpm"), takes);
        }
        List<RowSink> sinks = new ArrayList<>();
        List<Replayer> replayers = new ArrayList<>();
        Demand demand = wantedShare == null ? null : new Demand(columns);
        try {
            for (Policy policy : policies) {
                replayers.add(new Replayer(policy, columns, reading.perOutputToken, series));
            }
            sinks.addAll(replayers);
            if (demand != null) {
                sinks.add(demand);
            }
            Intake intake = new Replay(source, new RowReader(columns, reading), sinks, progress).run();
            List<Report> reports = new ArrayList<>();
            replayers.forEach(replayer -> reports.add(replayer.report(intake)));
            Suggestion suggestion = null;
            if (demand != null && wantedShare != null) {
                Suggester suggester = new Suggester(demand, columns, reading.perOutputToken, series, progress);
                suggestion = suggester.suggest(wantedShare, proposed, intake);
                reports.add(suggestion.together());
            }
            return new Outcome(
                    InputFile.nameOf(file), reports, suggestion, Assumptions.of(source.format(), columns, reading));
        } finally {
            replayers.forEach(Replayer::close);
            if (demand != null) {
                demand.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        source.close();
    }

    private boolean takesOne(Columns columns, String limit) {
        int place = names.indexOf(limit);
        return !takes.containsKey(limit) && columns.takes().get(place) instanceof Take.Fixed;
    }
}

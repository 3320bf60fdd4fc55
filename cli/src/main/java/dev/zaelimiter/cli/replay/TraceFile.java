package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.loadtest.LoadUser;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A recorded file as a load test plays it. */
public final class TraceFile {

    private static final List<String> USUAL = List.of("rpm", "tpm");

    private TraceFile() {}

    /**
     * Writes it; see {@link dev.zaelimiter.cli.RecordedTraces#write}.
     *
     * @param file its name
     * @param limits what each request takes of
     * @param to where the requests are written
     */
    public static void write(String file, List<String> limits, Path to) {
        ReadingOptions reading = new ReadingOptions();
        boolean usual = limits.isEmpty();
        List<String> names = usual ? USUAL : limits;
        Map<String, TakeOption> takes = reading.checkedTakes(names);
        try (SampledSource source = new SampledSource(RowSource.open(file, reading.format))) {
            List<String> header = source.readHeader();
            Sample sample = source.sample(header.size());
            Columns columns = Columns.resolve(header, sample, reading, names, takes);
            if (usual && columns.takes().get(1) instanceof Take.Fixed) {
                // The file has no tokens to count.
                columns = Columns.resolve(header, sample, reading, USUAL.subList(0, 1), takes);
            }
            write(source, new RowReader(columns, reading), columns, to);
        } catch (BadInputException e) {
            throw new BadInputException("--trace " + file + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw InputFile.unreadable(e);
        }
    }

    /** A file may be in no order, so all of it is sorted. */
    private static void write(SampledSource source, RowReader reader, Columns columns, Path to) throws IOException {
        Progress progress = new Progress(new PrintWriter(Writer.nullWriter()), false);
        try (ReplayRows rows = new ReplayRows(columns);
                Replay replay = new Replay(source, reader, List.of(rows), progress, reader.newSorter(), false);
                BufferedWriter out = Files.newBufferedWriter(to)) {
            replay.run();
            replay.sorted(List.of(rows));
            long[] first = {Long.MIN_VALUE};
            rows.visit((row, bucket) -> {
                first[0] = first[0] == Long.MIN_VALUE ? row.millis : first[0];
                line(out, row, row.millis - first[0], rows.bucket(bucket), columns);
                return true;
            });
        } catch (UncheckedIOException e) {
            throw new BadInputException("the trace can't be written to " + to + ": " + e.getMessage(), e);
        }
    }

    private static void line(BufferedWriter out, Row row, long millis, EntityResource bucket, Columns columns) {
        StringBuilder line = new StringBuilder().append(millis);
        line.append('\t').append(LoadUser.PREFIX).append(bucket.entity());
        line.append('\t').append(LoadUser.PREFIX).append(bucket.resource());
        for (int i = 0; i < columns.limits().size(); i++) {
            line.append('\t').append(columns.limits().get(i)).append('=').append(row.amounts()[i]);
        }
        try {
            out.write(line.append('\n').toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

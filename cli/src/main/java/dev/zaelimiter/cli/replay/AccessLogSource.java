package dev.zaelimiter.cli.replay;

import java.io.IOException;
import java.util.List;

/**
 * The rows of a web server's access log. A line that is not in the format, with fewer or other fields, is a broken row;
 * what follows the fields of the combined format is passed over.
 */
final class AccessLogSource implements RowSource {

    private final LineReader lines;
    private final RowCells row = new RowCells();
    private final AccessLogLine line = new AccessLogLine();

    AccessLogSource(Utf8Reader in) {
        this.lines = new LineReader(in);
    }

    @Override
    public List<String> readHeader() {
        return AccessLogLine.COLUMNS;
    }

    @Override
    public boolean next() {
        if (!lines.next()) {
            return false;
        }
        row.begin(lines.number());
        row.expect(AccessLogLine.COLUMNS.size());
        if (lines.isStrange()) {
            row.strange();
        }
        if (!line.read(lines.text(), lines.start(), lines.end(), row)) {
            row.broken(new BrokenRowException(
                    "the line",
                    Utf8Reader.readable(lines.text(), lines.start(), lines.end()),
                    "the common or combined log format"));
        }
        return true;
    }

    @Override
    public RowCells row() {
        return row;
    }

    @Override
    public InputFormat format() {
        return InputFormat.ACCESS_LOG;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}

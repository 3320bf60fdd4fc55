package dev.zaelimiter.cli.replay;

import java.io.IOException;
import java.util.List;

/** The rows of a log in which each line is a request. A line that is not in the format is a broken row. */
final class LineSource implements RowSource {

    private final LineReader lines;
    private final RowCells row = new RowCells();
    private final InputFormat format;
    private final LineParser parser;
    private final String rule;

    /**
     * A log.
     *
     * @param in its text
     * @param format what it is in, for messages
     * @param parser reads its lines
     * @param rule what a line has to be in, for messages
     */
    LineSource(Utf8Reader in, InputFormat format, LineParser parser, String rule) {
        this.lines = new LineReader(in);
        this.format = format;
        this.parser = parser;
        this.rule = rule;
    }

    @Override
    public List<String> readHeader() {
        return parser.columns();
    }

    @Override
    public boolean next() {
        if (!lines.next()) {
            return false;
        }
        row.begin(lines.number());
        row.expect(parser.columns().size());
        if (lines.isStrange()) {
            row.strange();
        }
        if (!parser.read(lines.text(), lines.start(), lines.end(), row)) {
            row.broken(new BrokenRowException(
                    "the line", Utf8Reader.readable(lines.text(), lines.start(), lines.end()), rule));
        }
        return true;
    }

    @Override
    public RowCells row() {
        return row;
    }

    @Override
    public InputFormat format() {
        return format;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}

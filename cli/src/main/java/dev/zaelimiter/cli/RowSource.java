package dev.zaelimiter.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rows of one CSV file with a header. */
final class RowSource implements Closeable {

    private final CsvReader csv;
    private final List<String> header;

    private RowSource(CsvReader csv) throws IOException {
        this.csv = csv;
        this.header = header(csv);
    }

    /**
     * Opens a file and reads its header.
     *
     * @param file a path, or {@code -} for standard input
     * @return the rows after the header
     * @throws BadInputException if the file can't be read, is not text, or has no usable header
     */
    static RowSource open(String file) {
        try {
            return new RowSource(new CsvReader(new InputStreamReader(InputFile.open(file), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw InputFile.unreadable(e);
        }
    }

    /** The names of the columns, with no spaces around; no name twice, except the empty one. */
    List<String> header() {
        return header;
    }

    /**
     * Reads the next row, to be looked at in {@link #row()}.
     *
     * @return false at the end
     * @throws BadInputException if reading fails, a quote is not closed, or a row is too long
     */
    boolean next() {
        try {
            return csv.next();
        } catch (IOException e) {
            throw new BadInputException(InputFile.unreadable(e).getMessage() + " (after line " + csv.line() + ")", e);
        }
    }

    /** The current row; the same object for each. */
    CsvReader row() {
        return csv;
    }

    @Override
    public void close() throws IOException {
        csv.close();
    }

    private static List<String> header(CsvReader csv) throws IOException {
        if (!csv.next()) {
            throw new BadInputException("is empty; a CSV file with a header is needed");
        }
        List<String> names = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < csv.size(); i++) {
            String name = csv.cell(i).strip();
            if (!name.isEmpty() && !seen.add(name)) {
                throw new BadInputException(
                        "two columns are called " + Text.quoted(name) + "; each needs its own name");
            }
            names.add(name);
        }
        return List.copyOf(names);
    }
}

package dev.zaelimiter.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;

/**
 * Reads comma-separated values as RFC 4180 has them, one record after another, in the memory of the longest one. Lines
 * end with LF, CR LF or CR; a cell in double quotes may hold commas, line ends and doubled quotes; text after its
 * closing quote belongs to the cell too. Blank lines are passed over.
 *
 * <p>Written by hand because a general parser took a third of a replay's time, and because this one can bound a record:
 * after a quote that is never closed, the rest of a file would otherwise be one cell. The cells of
 * the current record stay in the buffer, and become strings only when they are asked for.
 *
 * <p>Not thread-safe.
 */
final class CsvReader implements Closeable {

    private static final int FIRST_BUFFER = 1 << 16;
    private static final int LONGEST_RECORD = 1 << 22;

    private final Reader in;
    private char[] buffer = new char[FIRST_BUFFER];
    /** Where the next character to be looked at stands. */
    private int at;
    /** Where what was read ends. */
    private int limit;
    /** Where the current record begins; the borders of its cells count from here, so that it can be moved. */
    private int start;

    private int[] cellStarts = new int[16];
    private int[] cellEnds = new int[16];
    private int size;
    private long line;
    private long lineEnds;

    CsvReader(Reader in) {
        this.in = in;
    }

    /**
     * Reads the next record that is not blank.
     *
     * @return false at the end
     * @throws BadInputException if a quote is not closed, or a record is too long
     * @throws IOException if reading fails
     */
    boolean next() throws IOException {
        do {
            start = at;
            size = 0;
            line = lineEnds + 1;
            if (!has()) {
                return false;
            }
            boolean more = true;
            while (more) {
                boolean quoted = has() && buffer[at] == '"';
                more = quoted ? quotedCell() : plainCell();
            }
        } while (size == 1 && cell(0).isBlank());
        return true;
    }

    /** How many cells the current record has. */
    int size() {
        return size;
    }

    /** A cell of the current record, without quotes. */
    String cell(int index) {
        return new String(buffer, start + cellStarts[index], cellEnds[index] - cellStarts[index]);
    }

    /** The number of the line, from 1, on which the current record begins. */
    long line() {
        return line;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Reads up to the end of a cell, and says whether there is another in this record. */
    private boolean plainCell() throws IOException {
        int from = at - start;
        do {
            int i = at;
            while (i < limit && !endsCell(buffer[i])) {
                i++;
            }
            at = i;
        } while (at == limit && fill());
        add(from, at - start);
        return endCell();
    }

    private boolean quotedCell() throws IOException {
        long openedOn = lineEnds + 1;
        at++;
        int from = at - start;
        int to = from;
        while (true) {
            if (!has()) {
                throw new BadInputException("a quote that opens on line " + openedOn + " is never closed");
            }
            char c = buffer[at++];
            if (c == '"') {
                if (!has() || buffer[at] != '"') {
                    break;
                }
                at++;
            } else if (c == '\n' || (c == '\r' && !(has() && buffer[at] == '\n'))) {
                lineEnds++;
            }
            buffer[start + to++] = c;
        }
        while (has() && !endsCell(buffer[at])) {
            buffer[start + to++] = buffer[at++];
        }
        add(from, to);
        return endCell();
    }

    /** Passes over what ends a cell: a comma, the end of a line, or the end of the file. */
    private boolean endCell() throws IOException {
        if (!has()) {
            return false;
        }
        char c = buffer[at++];
        if (c == ',') {
            return true;
        }
        lineEnds++;
        if (c == '\r' && has() && buffer[at] == '\n') {
            at++;
        }
        return false;
    }

    private void add(int from, int to) {
        if (size == cellStarts.length) {
            cellStarts = Arrays.copyOf(cellStarts, size * 2);
            cellEnds = Arrays.copyOf(cellEnds, size * 2);
        }
        cellStarts[size] = from;
        cellEnds[size++] = to;
    }

    private static boolean endsCell(char c) {
        return c == ',' || c == '\n' || c == '\r';
    }

    private boolean has() throws IOException {
        return at < limit || fill();
    }

    /** Reads on behind the current record, which is moved to the beginning of the buffer; false at the end. */
    private boolean fill() throws IOException {
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, limit - start);
            at -= start;
            limit -= start;
            start = 0;
        }
        if (limit == buffer.length) {
            if (limit >= LONGEST_RECORD) {
                throw new BadInputException("the row that begins on line " + line + " is longer than "
                        + (LONGEST_RECORD >> 20) + " million characters: is there a quote that is never closed?");
            }
            buffer = Arrays.copyOf(buffer, limit * 2);
        }
        int read = in.read(buffer, limit, buffer.length - limit);
        if (read < 0) {
            return false;
        }
        limit += read;
        return true;
    }
}

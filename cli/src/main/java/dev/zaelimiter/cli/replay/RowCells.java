package dev.zaelimiter.cli.replay;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The cells of the row that was read last: one object for all rows of a file, whose cells become strings only when they
 * are asked for. A {@link RowSource} fills it. Not thread-safe.
 */
final class RowCells {

    /** The most characters in a row, which bounds the memory. */
    static final int LONGEST = 1 << 22;

    private static final int MISSING = -1;

    private char[] text = new char[1 << 10];
    private int[] starts = new int[16];
    private int[] ends = new int[16];
    private int size;
    private int used;
    private long line;
    private boolean strange;
    private @Nullable BrokenRowException problem;

    /** Begins a row, on the line of that number, from 1, with no cell yet. */
    void begin(long startingLine) {
        line = startingLine;
        size = 0;
        used = 0;
        strange = false;
        problem = null;
    }

    /** Makes room for that many cells, all of which are missing until they are set. */
    void expect(int cells) {
        grow(cells);
        Arrays.fill(starts, 0, cells, MISSING);
        size = cells;
    }

    /** The same row in an object of its own, for whoever looks at several rows. */
    RowCells copy() {
        RowCells copy = new RowCells();
        copy.text = Arrays.copyOf(text, used);
        copy.starts = Arrays.copyOf(starts, size);
        copy.ends = Arrays.copyOf(ends, size);
        copy.size = size;
        copy.used = used;
        copy.line = line;
        copy.strange = strange;
        copy.problem = problem;
        return copy;
    }

    /** Whether the row makes sense, as far as that can be said without its values. */
    boolean isWhole(int columns) {
        return problem == null && size == columns;
    }

    /** Fills the next cell. */
    void add(char[] from, int offset, int length) {
        grow(size + 1);
        set(size++, from, offset, length);
    }

    /** Fills a cell that {@link #expect} made room for; the last value of a cell counts. */
    void set(int index, char[] from, int offset, int length) {
        if (used + length > text.length) {
            text = Arrays.copyOf(text, Math.max(used + length, text.length * 2));
        }
        System.arraycopy(from, offset, text, used, length);
        starts[index] = used;
        used += length;
        ends[index] = used;
    }

    /** The first cell with a byte that is not UTF-8; or nothing, if such bytes stand outside of cells. */
    String strangeCell() {
        for (int i = 0; i < size; i++) {
            if (!isMissing(i) && Utf8Reader.holdsStrangeBytes(text, starts[i], ends[i])) {
                return cell(i);
            }
        }
        return "";
    }

    /** Marks the row as one that can't be read. */
    void broken(BrokenRowException why) {
        problem = why;
    }

    /** Looks for bytes that were not UTF-8; only worth calling if the file has any. */
    void findStrangeBytes() {
        strange = Utf8Reader.holdsStrangeBytes(text, 0, used);
    }

    /** Marks the row as one with bytes that are not UTF-8. */
    void strange() {
        strange = true;
    }

    /** Whether the row has bytes that are not UTF-8. */
    boolean isStrange() {
        return strange;
    }

    /**
     * Requires a row that makes sense.
     *
     * @param columns how many cells it must have
     * @throws BrokenRowException if it does not
     */
    void require(int columns) throws BrokenRowException {
        if (problem != null) {
            throw problem;
        }
        if (size != columns) {
            throw new BrokenRowException(
                    "the number of columns", Integer.toString(size), "as many as in the header, " + columns);
        }
    }

    /** How many cells the row has. */
    int size() {
        return size;
    }

    /** How many characters all cells have together. */
    int length() {
        return used;
    }

    /** Whether the row says nothing about a column, as only JSON can. */
    boolean isMissing(int index) {
        return starts[index] == MISSING;
    }

    /** Where all cells stand; not to be changed. */
    char[] text() {
        return text;
    }

    /** Where a cell begins in {@link #text()}, after spaces; of a missing one nothing is to be read. */
    int start(int index) {
        int at = starts[index];
        while (at < ends[index] && isBlank(text[at])) {
            at++;
        }
        return at;
    }

    /** Where a cell ends in {@link #text()}, before spaces. */
    int end(int index) {
        int at = ends[index];
        while (at > starts[index] && isBlank(text[at - 1])) {
            at--;
        }
        return at;
    }

    /** Two cells that are there, with one space between them and none around. */
    char[] joined(int first, int second) {
        int left = Math.max(0, end(first) - start(first));
        int right = Math.max(0, end(second) - start(second));
        char[] joined = new char[left + 1 + right];
        System.arraycopy(text, start(first), joined, 0, left);
        joined[left] = ' ';
        System.arraycopy(text, start(second), joined, left + 1, right);
        return joined;
    }

    /** A cell with spaces and all; empty if it is missing. Bytes that are not UTF-8 are made readable. */
    String cell(int index) {
        return isMissing(index) ? "" : Utf8Reader.readable(text, starts[index], ends[index]);
    }

    /** A cell without spaces around, or null if it is missing. */
    @Nullable
    String stripped(int index) {
        return isMissing(index) ? null : Utf8Reader.readable(text, start(index), Math.max(start(index), end(index)));
    }

    /** The number of the line, from 1, on which the row begins. */
    long line() {
        return line;
    }

    private static boolean isBlank(char c) {
        return c <= ' ' || (c > 127 && Character.isWhitespace(c));
    }

    private void grow(int cells) {
        if (cells > starts.length) {
            int room = Math.max(cells, starts.length * 2);
            starts = Arrays.copyOf(starts, room);
            ends = Arrays.copyOf(ends, room);
        }
    }
}

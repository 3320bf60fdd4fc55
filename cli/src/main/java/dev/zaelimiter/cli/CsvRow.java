package dev.zaelimiter.cli;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The row of a CSV file that was read last: one object for all rows, whose cells become strings only when they are
 * asked for. FastCSV fills it.
 *
 * <p>Not thread-safe.
 */
final class CsvRow extends AbstractBaseCsvCallbackHandler<CsvRow> {

    /** The most characters in a row, which bounds the memory. */
    static final int LONGEST = 1 << 22;

    private char[] text = new char[1 << 10];
    private int[] ends = new int[16];
    private int used;

    /** How many cells the row has. */
    int size() {
        return getFieldCount();
    }

    /** A cell, without quotes around. */
    String cell(int index) {
        int start = index == 0 ? 0 : ends[index - 1];
        return new String(text, start, ends[index] - start);
    }

    /** The number of the line, from 1, on which the row begins. */
    long line() {
        return getStartingLineNumber();
    }

    @Override
    protected void handleBegin(long startingLineNumber) {
        used = 0;
    }

    @Override
    protected void handleField(int index, char[] buffer, int offset, int length, boolean quoted) {
        int end = used + length;
        // Each comma counts too, or else a row of empty cells would have no end.
        if (end + index > LONGEST) {
            throw new CsvParseException("longer than " + LONGEST + " characters");
        }
        if (end > text.length) {
            text = Arrays.copyOf(text, Math.max(end, text.length * 2));
        }
        if (index == ends.length) {
            ends = Arrays.copyOf(ends, index * 2);
        }
        System.arraycopy(buffer, offset, text, used, length);
        used = end;
        ends[index] = end;
    }

    /** Null, which passes over the row, for a line that is empty or blank. */
    @Override
    protected @Nullable CsvRow buildRecord() {
        boolean blank = size() <= 1 && (used == 0 || cell(0).isBlank());
        return blank ? null : this;
    }
}

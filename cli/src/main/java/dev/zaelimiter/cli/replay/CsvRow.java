package dev.zaelimiter.cli.replay;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import org.jspecify.annotations.Nullable;

/** Fills the cells of a row as FastCSV finds them. Not thread-safe. */
final class CsvRow extends AbstractBaseCsvCallbackHandler<RowCells> {

    private final RowCells cells = new RowCells();

    RowCells cells() {
        return cells;
    }

    @Override
    protected void handleBegin(long startingLineNumber) {
        cells.begin(startingLineNumber);
    }

    @Override
    protected void handleField(int index, char[] buffer, int offset, int length, boolean quoted) {
        // Each comma counts too, or else a row of empty cells would have no end.
        if (cells.length() + length + index > RowCells.LONGEST) {
            throw new CsvParseException("longer than " + RowCells.LONGEST + " characters");
        }
        cells.add(buffer, offset, length);
    }

    /** Null, which passes over the row, for a line that is empty or blank. */
    @Override
    protected @Nullable RowCells buildRecord() {
        boolean blank =
                cells.size() <= 1 && (cells.length() == 0 || cells.cell(0).isBlank());
        return blank ? null : cells;
    }
}

package dev.zaelimiter.cli.replay;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.Text;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The rows of one CSV file with a header, as RFC 4180 has it. Lines end with LF, CR LF or CR; blank ones are passed
 * over. Text after a closing quote belongs to the cell.
 */
final class CsvSource implements RowSource {

    private final Reader in;
    private final RowCells row;
    private final CloseableIterator<RowCells> rows;

    private CsvSource(Reader in) {
        CsvRow handler = new CsvRow();
        this.in = in;
        this.row = handler.cells();
        this.rows = csv().build(handler, in).iterator();
    }

    /** How many cells a row has is for {@link RowReader} to judge, and the byte order mark is gone already. */
    @SuppressWarnings("removal") // Without it, one row that breaks the rule for quotes would end the whole file.
    private static CsvReader.CsvReaderBuilder csv() {
        return CsvReader.builder()
                .maxBufferSize(RowCells.LONGEST)
                .allowUnclosedQuote(false)
                .allowExtraCharsAfterClosingQuote(true)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE);
    }

    static RowSource of(Reader in) {
        return new CsvSource(in);
    }

    /**
     * Reads the header, which is the first row.
     *
     * @return the names of the columns, with no spaces around; no name twice, except the empty one
     * @throws BadInputException if there is no usable header
     */
    @Override
    public List<String> readHeader() {
        if (!next()) {
            throw new BadInputException("is empty; a CSV file with a header is needed");
        }
        if (row.size() > MOST_COLUMNS) {
            throw new BadInputException("has " + Text.count(row.size()) + " columns in its first line; "
                    + Text.count(MOST_COLUMNS) + " are the most");
        }
        List<String> names = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < row.size(); i++) {
            String name = row.cell(i).strip();
            if (!name.isEmpty() && !seen.add(name)) {
                throw new BadInputException(
                        "two columns are called " + Text.quoted(name) + "; each needs its own name");
            }
            names.add(name);
        }
        return List.copyOf(names);
    }

    @Override
    public boolean next() {
        try {
            if (!rows.hasNext()) {
                return false;
            }
            rows.next();
            if (in instanceof Utf8Reader utf8 && utf8.metStrangeBytes()) {
                row.findStrangeBytes();
            }
            return true;
        } catch (UncheckedIOException e) {
            throw new BadInputException(
                    InputFile.unreadable(Objects.requireNonNull(e.getCause())).getMessage()
                            + " (in the row that begins on line " + row.line() + ")",
                    e);
        } catch (CsvParseException e) {
            if (e.getCause() != null) {
                throw e;
            }
            throw new BadInputException(
                    "the row that begins on line " + row.line() + " has no end: a quote is never closed, or it is"
                            + " longer than " + (RowCells.LONGEST >> 20) + " million characters",
                    e);
        }
    }

    @Override
    public RowCells row() {
        return row;
    }

    @Override
    public InputFormat format() {
        return InputFormat.CSV;
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}

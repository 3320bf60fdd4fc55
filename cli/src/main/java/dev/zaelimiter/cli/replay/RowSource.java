package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.BadInputException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of one file, whatever its format. Not thread-safe. */
interface RowSource extends Closeable {

    /** More columns than any file has that people made. */
    int MOST_COLUMNS = 10_000;

    /**
     * Opens a file.
     *
     * @param file a path, or {@code -} for standard input
     * @param format what it holds, or null to tell by its first line
     * @return its rows
     * @throws BadInputException if the file can't be read, or is not text
     */
    static RowSource open(String file, @Nullable InputFormat format) {
        InputStream in = new BufferedInputStream(InputFile.open(file), 2 * InputFormat.LOOK_AHEAD);
        try {
            InputFormat known = format == null ? InputFormat.detect(in) : format;
            return known.open(new Utf8Reader(in));
        } catch (IOException e) {
            throw InputFile.unreadable(e);
        }
    }

    /**
     * The names of the columns, of which {@link #row()} has one cell each. Called once, before the first row is read.
     *
     * @throws BadInputException if they can't be told
     */
    List<String> readHeader();

    /**
     * Reads the next row, to be looked at in {@link #row()}.
     *
     * @return false at the end
     * @throws BadInputException if reading fails, or a row has no end
     */
    boolean next();

    /** The current row; the same object for each. */
    RowCells row();

    /** What the file is made of, for messages. */
    InputFormat format();

    @Override
    void close() throws IOException;
}

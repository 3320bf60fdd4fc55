package dev.zaelimiter.cli.replay;

import java.util.List;

/** One format with one request a line. Not thread-safe. */
interface LineParser {

    /** The columns of every row. */
    List<String> columns();

    /**
     * Reads a line.
     *
     * @param line where it stands
     * @param from its first character
     * @param to after its last one
     * @param row what is filled: all cells are missing
     * @return false if the line is not in the format
     */
    boolean read(char[] line, int from, int to, RowCells row);
}

package dev.zaelimiter.cli;

/** Where a row's value comes from. */
sealed interface Cell {

    /** The value in one row, which has as many cells as the header; no spaces around. */
    String in(CsvRow row);

    /**
     * A column of the file.
     *
     * @param index from 0
     * @param name as the header has it
     */
    record Column(int index, String name) implements Cell {
        @Override
        public String in(CsvRow row) {
            return row.cell(index).strip();
        }
    }

    /**
     * The same value for each row.
     *
     * @param value the value
     */
    record Constant(String value) implements Cell {
        @Override
        public String in(CsvRow row) {
            return value;
        }
    }
}

package dev.zaelimiter.cli.replay;

/** What rows are put to, one after another. */
interface RowSink {

    /**
     * Looks whether a row can be used; nothing is counted.
     *
     * @param row the same object for each row
     * @throws BrokenRowException if it can't
     */
    void check(Row row) throws BrokenRowException;

    /**
     * Takes the row that was checked last.
     *
     * @param row the same object for each row; not to be kept
     * @param nowMillis when it counts as having come; never earlier than the call before
     */
    void accept(Row row, long nowMillis);
}

package dev.zaelimiter.cli.replay;

/** What rows are put to. */
interface RowSink {

    /**
     * Looks whether rows of an entity on a resource can be used; nothing is counted.
     *
     * @param entity who asks
     * @param resource for what
     * @throws BrokenRowException if they can't
     */
    void check(String entity, String resource) throws BrokenRowException;

    /**
     * Takes rows whose names were checked.
     *
     * @param batch at least one row, in groups; none of them earlier than those of the batch before; the same object
     *     for each batch
     */
    void accept(RowBatch batch);
}

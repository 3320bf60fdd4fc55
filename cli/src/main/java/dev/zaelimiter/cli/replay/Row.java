package dev.zaelimiter.cli.replay;

/**
 * The request that was read last; one object for all rows, since a file may have a hundred million of them. Not
 * thread-safe.
 */
final class Row {

    /** When it came, in milliseconds since the epoch. */
    long millis;

    /** Who asked. */
    String entity = "";

    /** For what. */
    String resource = "";

    /** Whether estimates are settled later, as {@link #outputTokens} and {@link #totalTokens} say. */
    boolean answered;

    /** How long the answer is, 0 to 10^15. */
    long outputTokens;

    /** What request and answer used together, 0 to 10^15. */
    long totalTokens;

    private final long[] amounts;

    /**
     * An empty row.
     *
     * @param limits how many limits there are
     */
    Row(int limits) {
        this.amounts = new long[limits];
    }

    /** What is taken of each limit, in the order of {@link Columns#limits}. */
    long[] amounts() {
        return amounts;
    }
}

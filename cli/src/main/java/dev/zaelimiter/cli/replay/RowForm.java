package dev.zaelimiter.cli.replay;

/**
 * Which numbers of a row are kept.
 *
 * @param varying the places of the amounts that differ from row to row
 * @param fixed what the other amounts are
 * @param answered whether rows have answers
 */
record RowForm(int[] varying, long[] fixed, boolean answered) {

    /** How many numbers a row has, with one for its names and without its time. */
    int width() {
        return 1 + varying.length + (answered ? 2 : 0);
    }
}

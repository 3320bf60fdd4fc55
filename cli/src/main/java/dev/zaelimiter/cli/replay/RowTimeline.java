package dev.zaelimiter.cli.replay;

import static dev.zaelimiter.cli.replay.RoundTimes.DAY;
import static dev.zaelimiter.cli.replay.RoundTimes.HOUR;
import static dev.zaelimiter.cli.replay.RoundTimes.MINUTE;
import static dev.zaelimiter.cli.replay.RoundTimes.SECOND;

import java.util.Arrays;

/**
 * Admitted and refused rows over time, and the lowest balances, in at most {@value #MOST_BINS} bins. When the span
 * grows beyond them, bins are joined to the next width of a ladder in which each width divides the next.
 */
final class RowTimeline {

    private static final int MOST_BINS = 2_048;

    private static final long[] LADDER = {
        1,
        10,
        100,
        500,
        SECOND,
        5 * SECOND,
        15 * SECOND,
        MINUTE,
        5 * MINUTE,
        15 * MINUTE,
        HOUR,
        4 * HOUR,
        12 * HOUR,
        DAY,
        7 * DAY,
        28 * DAY,
        364 * DAY
    };

    /** Widths that read well. */
    private static final long[] READABLE = RoundTimes.and(
            4 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY, 28 * DAY, 56 * DAY, 182 * DAY, 364 * DAY);

    /** More than any share of a capacity: in this bin nobody asked. */
    private static final double NOBODY = Double.POSITIVE_INFINITY;

    private final long[] admitted = new long[MOST_BINS];
    private final long[] refused = new long[MOST_BINS];
    private final double[][] lowest;
    private int rung;
    private long startMillis;
    private int used;

    /** Rows alone. */
    RowTimeline() {
        this(0);
    }

    /**
     * Rows, and the lowest balance of each limit.
     *
     * @param limits how many limits there are; 0 to follow none
     */
    RowTimeline(int limits) {
        this.lowest = new double[limits][MOST_BINS];
        for (double[] bins : lowest) {
            Arrays.fill(bins, NOBODY);
        }
    }

    /** Rows per interval, without gaps. */
    static final class Intervals {

        private final long startMillis;
        private final long widthMillis;
        private final long[] admitted;
        private final long[] refused;
        private final double[][] lowest;

        private Intervals(long startMillis, long widthMillis, int size, int limits) {
            this.startMillis = startMillis;
            this.widthMillis = widthMillis;
            this.admitted = new long[size];
            this.refused = new long[size];
            this.lowest = new double[limits][size];
            for (double[] bins : lowest) {
                Arrays.fill(bins, NOBODY);
            }
        }

        /** When the first interval begins. */
        long startMillis() {
            return startMillis;
        }

        /** How long each interval is. */
        long widthMillis() {
            return widthMillis;
        }

        int size() {
            return admitted.length;
        }

        /** Rows admitted in each interval; not to be changed. */
        long[] admitted() {
            return admitted;
        }

        /** Rows refused in each interval; not to be changed. */
        long[] refused() {
            return refused;
        }

        /** Whether a balance of a limit is known in an interval: whether anybody was there. */
        boolean hasBalance(int limit, int interval) {
            return lowest[limit][interval] < NOBODY;
        }

        /** The lowest balance of a limit in an interval, as a share of its capacity; below zero in debt. */
        double lowestBalance(int limit, int interval) {
            return lowest[limit][interval];
        }
    }

    /** Whether it was made to follow balances. */
    boolean followsBalances() {
        return lowest.length > 0;
    }

    /** Begins; no row is before that. */
    void begin(long millis) {
        bin(millis);
    }

    /** Notes what is left of a limit, as a share of its capacity. */
    void balance(long millis, int limit, double share) {
        int bin = bin(millis);
        lowest[limit][bin] = Math.min(lowest[limit][bin], share);
    }

    /** Counts one row. */
    void add(long millis, boolean isAdmitted) {
        int bin = bin(millis);
        if (isAdmitted) {
            admitted[bin]++;
        } else {
            refused[bin]++;
        }
    }

    /**
     * The whole span in few intervals of a readable width.
     *
     * @param most how many intervals at most, 1 or more
     * @return at least one interval, if there was a row
     */
    Intervals intervals(int most) {
        long base = LADDER[rung];
        long endMillis = startMillis + used * base;
        long width = base;
        for (int i = 0; count(startMillis, endMillis, width) > most; ) {
            while (i < READABLE.length && (READABLE[i] <= width || READABLE[i] % base != 0)) {
                i++;
            }
            width = i < READABLE.length ? READABLE[i] : width * 2;
        }
        long start = Math.floorDiv(startMillis, width) * width;
        int size = used == 0 ? 0 : count(startMillis, endMillis, width);
        Intervals intervals = new Intervals(start, width, size, lowest.length);
        for (int bin = 0; bin < used; bin++) {
            int interval = (int) ((startMillis + bin * base - start) / width);
            intervals.admitted[interval] += admitted[bin];
            intervals.refused[interval] += refused[bin];
            for (int limit = 0; limit < lowest.length; limit++) {
                intervals.lowest[limit][interval] = Math.min(intervals.lowest[limit][interval], lowest[limit][bin]);
            }
        }
        return intervals;
    }

    private int bin(long millis) {
        if (used == 0) {
            startMillis = millis;
        }
        while ((millis - startMillis) / LADDER[rung] >= MOST_BINS) {
            widen();
        }
        int bin = (int) ((millis - startMillis) / LADDER[rung]);
        used = Math.max(used, bin + 1);
        return bin;
    }

    private static int count(long startMillis, long endMillis, long width) {
        return (int) Math.min(
                Integer.MAX_VALUE, Math.floorDiv(endMillis - 1, width) - Math.floorDiv(startMillis, width) + 1);
    }

    /** Bins begin at multiples of their width, so that they can be joined again and again. */
    private void widen() {
        long from = LADDER[rung];
        long to = LADDER[++rung];
        long start = Math.floorDiv(startMillis, to) * to;
        long[][] bins = {admitted, refused};
        for (long[] counts : bins) {
            for (int bin = 0; bin < used; bin++) {
                long count = counts[bin];
                counts[bin] = 0;
                counts[(int) ((startMillis + bin * from - start) / to)] += count;
            }
        }
        for (double[] shares : lowest) {
            for (int bin = 0; bin < used; bin++) {
                double share = shares[bin];
                shares[bin] = NOBODY;
                int joined = (int) ((startMillis + bin * from - start) / to);
                shares[joined] = Math.min(shares[joined], share);
            }
        }
        used = (int) ((startMillis + (used - 1) * from - start) / to) + 1;
        startMillis = start;
        Arrays.fill(admitted, used, MOST_BINS, 0);
        Arrays.fill(refused, used, MOST_BINS, 0);
    }
}

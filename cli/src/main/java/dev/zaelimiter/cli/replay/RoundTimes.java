package dev.zaelimiter.cli.replay;

import java.util.Arrays;

/** Spans of time that read well on a scale, in milliseconds. */
final class RoundTimes {

    static final long SECOND = 1_000;
    static final long MINUTE = 60 * SECOND;
    static final long HOUR = 60 * MINUTE;
    static final long DAY = 24 * HOUR;

    private static final long[] SHORT = {
        1,
        2,
        5,
        10,
        20,
        50,
        100,
        200,
        500,
        SECOND,
        2 * SECOND,
        5 * SECOND,
        10 * SECOND,
        15 * SECOND,
        30 * SECOND,
        MINUTE,
        2 * MINUTE,
        5 * MINUTE,
        10 * MINUTE,
        15 * MINUTE,
        30 * MINUTE,
        HOUR,
        2 * HOUR
    };

    private RoundTimes() {}

    /** All up to two hours, and then these longer ones. */
    static long[] and(long... longer) {
        long[] all = Arrays.copyOf(SHORT, SHORT.length + longer.length);
        System.arraycopy(longer, 0, all, SHORT.length, longer.length);
        return all;
    }
}

package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.config.Resolution;

/**
 * What the levels were last found to say of a bucket from which that would take something away. They are not read at
 * one moment: of a limit that an operator moves from one level to another, the one may be known as it was before the
 * move, and the other as it was after it, and the limit seems to be nowhere. If they say the same in reads that all
 * began after this was noted, they said so together when it was. Immutable.
 *
 * @param said what they said
 * @param mark the reads that confirm it began after this
 * @param contradicted how many readings in a row said something else than the one before
 * @param atNanos when it was noted, by the monotonic clock
 */
record Doubt(Resolution said, long mark, int contradicted, long atNanos) {

    /** An operator who changes several levels one after the other is followed; who never ends is not waited for. */
    private static final int MOST_IN_A_ROW = 3;

    private static final long REST_NANOS = 1_000_000_000;

    static Doubt first(Resolution said, long mark, long nowNanos) {
        return new Doubt(said, mark, 0, nowNanos);
    }

    Doubt contradictedBy(Resolution now, long newMark, long nowNanos) {
        return new Doubt(now, newMark, contradicted + 1, nowNanos);
    }

    /** Whether a reading says the same, and all of it began after this was noted. */
    boolean isConfirmedBy(Resolution now) {
        return now.oldestRead() > mark && now.hasSameLimits(said);
    }

    /** For how long the levels need not be read again: whenever they were, they said something else. */
    long restNanos(long nowNanos) {
        return contradicted < MOST_IN_A_ROW ? 0 : Math.max(0, REST_NANOS - (nowNanos - atNanos));
    }
}

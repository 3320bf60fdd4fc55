package dev.zaelimiter.llm;

import dev.zaelimiter.Lease;

/**
 * How a call to a model has ended.
 *
 * @param entity whose it was
 * @param resource on what
 * @param estimated tokens that were taken before the call
 * @param charged tokens that stay taken
 * @param end how it ended
 * @param degraded whether it was let through although the store gave no answer, so that nothing is charged
 *     ({@link Lease#degraded()})
 */
public record CallReport(String entity, String resource, long estimated, long charged, End end, boolean degraded) {

    /** How a call ends. */
    public enum End {
        /** The model has answered, and has said what it used. */
        ANSWERED,
        /** The model has answered without a word of what it used. */
        ANSWERED_WITHOUT_USAGE,
        /** It failed, or was cancelled, with a part of the answer there. */
        BROKEN_OFF,
        /** Cancelled once it was sent, before anything came back. */
        CANCELLED,
        /** It failed before anything came back. */
        FAILED,
        /** It was never sent. */
        NOT_SENT
    }
}

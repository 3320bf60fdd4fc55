package dev.zaelimiter.cli.replay;

/** When an answer is done. */
final class AnswerTime {

    private AnswerTime() {}

    /**
     * The instant at which the last token of an answer is there.
     *
     * @param startMillis when it began
     * @param outputTokens how long it is
     * @param perOutputTokenNanos how long each token takes
     * @return cut to milliseconds; an answer that takes more nanoseconds than a {@code long} holds, 292 years, outlives
     *     every file and ends with {@link Long#MAX_VALUE}
     */
    static long doneMillis(long startMillis, long outputTokens, long perOutputTokenNanos) {
        long nanos = outputTokens * perOutputTokenNanos;
        boolean overflows = Math.multiplyHigh(outputTokens, perOutputTokenNanos) != 0 || nanos < 0;
        return overflows ? Long.MAX_VALUE : startMillis + nanos / 1_000_000;
    }
}

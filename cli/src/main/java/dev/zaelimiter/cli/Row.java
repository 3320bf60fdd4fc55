package dev.zaelimiter.cli;

import dev.zaelimiter.AcquireRequest;
import org.jspecify.annotations.Nullable;

/**
 * One request of the recorded traffic.
 *
 * @param millis when it came, in milliseconds since the epoch
 * @param request what it takes
 * @param answer what is settled later, or null if nothing is
 */
record Row(long millis, AcquireRequest request, @Nullable Answer answer) {

    /**
     * The answer of a language model.
     *
     * @param outputTokens how long it is, 0 to 10^15
     * @param totalTokens what request and answer used together, 0 to 10^15
     */
    record Answer(long outputTokens, long totalTokens) {}
}

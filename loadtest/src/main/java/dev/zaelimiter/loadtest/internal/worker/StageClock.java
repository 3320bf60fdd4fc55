package dev.zaelimiter.loadtest.internal.worker;

import dev.zaelimiter.loadtest.internal.plan.Stage;
import java.util.List;

/**
 * Which stage a moment belongs to. Immutable.
 *
 * @param startNanos when the first one begins, monotonic
 * @param stages of one worker or of one of its threads
 */
record StageClock(long startNanos, List<Stage> stages) {

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** The number of the stage at a moment; as many as there are stages when all are over. */
    int at(long nanos) {
        long left = nanos - startNanos;
        for (int i = 0; i < stages.size(); i++) {
            left -= stages.get(i).millis() * NANOS_PER_MILLI;
            if (left < 0) {
                return i;
            }
        }
        return stages.size();
    }

    long beginNanos(int stage) {
        long begin = startNanos;
        for (int i = 0; i < stage; i++) {
            begin += stages.get(i).millis() * NANOS_PER_MILLI;
        }
        return begin;
    }

    long endNanos() {
        return beginNanos(stages.size());
    }
}

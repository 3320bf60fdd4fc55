package dev.zaelimiter.cli.replay;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a replay has to show.
 *
 * @param file what was replayed
 * @param reports what came out of each policy, one or more, the main one first
 * @param suggestion what is proposed, or null if nobody asked
 * @param assumptions how the rows were read, in sentences
 */
record Outcome(String file, List<Report> reports, @Nullable Suggestion suggestion, List<String> assumptions) {

    /** What came out of the first policy. */
    Report main() {
        return reports.get(0);
    }
}

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
 * @param explanation how the columns were told from each other
 * @param provenance what was run, and when
 */
record ReplayOutcome(
        String file,
        List<Report> reports,
        @Nullable Suggestion suggestion,
        List<String> assumptions,
        ColumnExplanation explanation,
        Provenance provenance) {

    /** What came out of the first policy. */
    Report main() {
        return reports.get(0);
    }
}

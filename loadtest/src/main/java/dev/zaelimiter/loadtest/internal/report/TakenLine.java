package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.plan.Fields;
import org.jspecify.annotations.Nullable;

/**
 * What one worker took of a limit.
 *
 * @param entity whose, or null for all that a worker has not told apart
 * @param resource on what
 * @param limit its name
 * @param admitted tokens of all grants
 * @param taken those less what went back
 * @param settledUp what settlements added to estimates
 */
record TakenLine(
        @Nullable String entity,
        @Nullable String resource,
        @Nullable String limit,
        long admitted,
        long taken,
        long settledUp) {

    static TakenLine of(Fields fields) {
        return new TakenLine(
                fields.textOrNull("entity"),
                fields.textOrNull("resource"),
                fields.textOrNull("limit"),
                fields.whole("admitted", 0, Long.MAX_VALUE),
                fields.whole("taken", 0, Long.MAX_VALUE),
                fields.whole("settled_up", 0, Long.MAX_VALUE, 0));
    }
}

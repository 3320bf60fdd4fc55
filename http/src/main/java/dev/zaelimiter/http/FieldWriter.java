package dev.zaelimiter.http;

import java.util.List;

/** Writes what one dialect says of a decision. */
@FunctionalInterface
interface FieldWriter {

    static FieldWriter of(Dialect dialect) {
        return switch (dialect) {
            case IETF_11 -> new DraftListFields(DraftListFields.Time.WINDOW);
            case IETF_8 -> new DraftListFields(DraftListFields.Time.RESET);
            case IETF_7 -> new DraftSevenFields();
            case GITHUB -> new GitHubFields();
            case OPENAI -> new OpenAiFields();
            case NONE -> (view, settings, retryAfterSeconds, fields) -> {};
        };
    }

    /**
     * Adds fields.
     *
     * @param view the decision; it has a limit to show
     * @param settings how to show it
     * @param retryAfterSeconds what {@code Retry-After} says, in seconds; 0 if the request was granted
     * @param fields where to add
     */
    void write(DecisionView view, FieldSettings settings, long retryAfterSeconds, List<HeaderField> fields);
}

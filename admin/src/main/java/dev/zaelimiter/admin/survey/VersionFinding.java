package dev.zaelimiter.admin.survey;

import dev.zaelimiter.admin.StoreVersions;
import dev.zaelimiter.internal.schema.VersionItems;
import dev.zaelimiter.store.Item;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the record of versions says, and whose functions there may be. */
final class VersionFinding {

    private static final String SUBJECT = "record of versions";
    private static final String FUNCTIONS = "functions of the Python system";
    private static final String FIRST_WITHOUT_OWN_ITEMS = "0.8.0";

    private VersionFinding() {}

    /**
     * Judges the record.
     *
     * @param record the item, or null if there is none
     * @param shared whether the store is one that other programs write to: a file has no record, and needs none
     */
    static Finding of(@Nullable Item record, boolean shared) {
        if (record == null) {
            return new Finding(
                    SUBJECT,
                    Verdict.SAME,
                    0,
                    List.of(),
                    shared
                            ? "there is none: whoever opens the store with --create, or by 'open', makes it"
                            : "there is none: nobody shares a file");
        }
        String schema = record.text(VersionItems.SCHEMA);
        String least = record.text(VersionItems.LEAST_CLIENT);
        String by = record.text("updated_by");
        String said = VersionItems.SCHEMA + " " + schema + ", " + VersionItems.LEAST_CLIENT + " " + least
                + (by == null ? "" : ", last written by " + by);
        if (schema == null || !isVersion(schema) || (least != null && !isVersion(least))) {
            return first(said + ": damaged, opening is refused. Restore it");
        } else if (!schema.startsWith("0.")) {
            return first(said + ": of another generation of the format, opening is refused");
        } else if (least != null && VersionItems.isOlder(StoreVersions.UNDERSTOOD, least)) {
            return first(said + ": a newer writer has stored what this version would misread, opening is refused."
                    + " Use a newer version");
        } else if (VersionItems.isOlder(schema, FIRST_WITHOUT_OWN_ITEMS)) {
            return first(said + ": its limits are in a form that the Python system alone reads. Run its"
                    + " 'zae-limiter upgrade' first");
        } else if (VersionItems.isOlder(schema, VersionItems.OWN_SCHEMA)) {
            return new Finding(
                    SUBJECT,
                    Verdict.DIFFERS,
                    1,
                    List.of(),
                    said + ": 'upgrade' sets the schema once nobody needs the older");
        }
        return new Finding(SUBJECT, Verdict.SAME, 1, List.of(), said);
    }

    /**
     * Judges who sums up usage.
     *
     * @param record the item, or null if there is none
     * @param usage how many sums there are
     * @param marks how many marks of an aggregator of ours
     */
    static Finding functions(@Nullable Item record, long usage, long marks) {
        String version = record == null ? null : record.text(VersionItems.AGGREGATOR);
        if (version != null && marks > 0) {
            return new Finding(
                    FUNCTIONS,
                    Verdict.FIRST,
                    1,
                    List.of(),
                    "lambda_version " + version
                            + ": its function sums up usage, and so does an aggregator of ours, which has"
                            + " left its marks here: what both see is counted twice. Switch one of them off");
        } else if (version != null) {
            return new Finding(
                    FUNCTIONS,
                    Verdict.DIFFERS,
                    1,
                    List.of(),
                    "lambda_version " + version
                            + ": its function sums up usage, divides and refills. It may go on beside"
                            + " this system; only one of the two may sum up, so switch it off before an aggregator of ours"
                            + " starts");
        }
        return new Finding(
                FUNCTIONS,
                Verdict.SAME,
                0,
                List.of(),
                usage == 0
                        ? "none is named, and no usage is summed up"
                        : "none is named; usage was summed up by somebody. Our aggregator goes on with it");
    }

    private static boolean isVersion(String text) {
        // What is no version counts as older than anything.
        return !VersionItems.isOlder(Objects.requireNonNull(text), "0.0.0");
    }

    private static Finding first(String detail) {
        return new Finding(SUBJECT, Verdict.FIRST, 1, List.of(), detail);
    }
}

package dev.zaelimiter.dynamodb;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The record by which the versions that share a table agree. A writer that stores what older ones would misread raises
 * {@code client_min_version}; older clients must not use the table.
 */
final class VersionRecord {

    static final Key KEY = Key.of("_/SYSTEM#", "#VERSION");

    /**
     * The version of the Python system whose items we understand, and so the one that we are measured by: what of it we
     * do not follow, we refuse level by level. Not our own version: the two systems count apart.
     */
    static final String UNDERSTOOD = "0.17.0";

    private static final String OWN_SCHEMA = "0.10.0";
    private static final String OURS = "java:";

    private static final String SCHEMA = "schema_version";
    private static final String LEAST_CLIENT = "client_min_version";
    private static final WriteShape PUT_NEW = WriteShape.put(Condition.itemAbsent());
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,9})((?:\\.\\d{1,9})*).*");

    private VersionRecord() {}

    /**
     * Whether clients of the Python system may work on a table, as far as its record tells: who made it says so.
     *
     * @param record as it is stored, or null if there is none
     * @return false for a table that we have made, and nobody has upgraded
     */
    static boolean mayBeShared(@Nullable Item record) {
        String by = record == null ? null : record.text("updated_by");
        return by == null || !by.startsWith(OURS);
    }

    /** The write that makes the record, unless there is one. */
    static Write create(long nowMillis) {
        return Write.put(
                PUT_NEW,
                Item.builder(KEY)
                        .put("GSI4PK", "_")
                        .put("GSI4SK", KEY.pk())
                        .put(SCHEMA, OWN_SCHEMA)
                        .put(LEAST_CLIENT, "0.0.0")
                        .put("lambda_version", AttributeValue.Null.NULL)
                        .put(
                                "updated_at",
                                Instant.ofEpochMilli(nowMillis)
                                        .truncatedTo(ChronoUnit.SECONDS)
                                        .toString())
                        .put("updated_by", OURS + UNDERSTOOD)
                        .build());
    }

    /**
     * Looks whether we may work on the table.
     *
     * @param record as it is stored, or null if there is none
     * @return what is in the way, or null
     */
    static @Nullable String refusal(@Nullable Item record) {
        if (record == null) {
            return null;
        }
        List<Integer> ours = numbers(UNDERSTOOD);
        String schema = record.text(SCHEMA);
        String least = record.text(LEAST_CLIENT);
        if (schema == null || numbers(schema).isEmpty()) {
            return "its version record has no readable " + SCHEMA + " but " + record.get(SCHEMA)
                    + ": restore the record " + KEY;
        }
        if (!numbers(schema).get(0).equals(ours.get(0))) {
            return "its schema is version " + schema + ", and this client knows " + ours.get(0)
                    + ".x: use a client of that version";
        }
        if (least != null && numbers(least).isEmpty()) {
            return "its version record has no readable " + LEAST_CLIENT + " but " + least + ": restore the record "
                    + KEY;
        }
        if (least != null && isOlder(ours, numbers(least))) {
            return "it asks for clients of at least " + LEAST_CLIENT + " " + least + ", and this one understands "
                    + UNDERSTOOD + ": use a newer client, or a table of its own";
        }
        return null;
    }

    private static List<Integer> numbers(String version) {
        List<Integer> numbers = new ArrayList<>();
        Matcher matcher = NUMBERS.matcher(version);
        if (matcher.matches()) {
            for (String part : (matcher.group(1) + matcher.group(2)).split("\\.", -1)) {
                numbers.add(Integer.valueOf(part));
            }
        }
        return numbers;
    }

    private static boolean isOlder(List<Integer> ours, List<Integer> least) {
        for (int i = 0; i < Math.max(ours.size(), least.size()); i++) {
            int a = i < ours.size() ? ours.get(i) : 0;
            int b = i < least.size() ? least.get(i) : 0;
            if (a != b) {
                return a < b;
            }
        }
        return false;
    }
}

package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The record by which the versions that share a table agree, as an item. Stores that nobody shares have none. */
public final class VersionItems {

    /** Where it lies. */
    public static final Key KEY = Key.of(Keys.REGISTRY + "/SYSTEM#", "#VERSION");

    /** The attribute with the version of the items' schema. */
    public static final String SCHEMA = "schema_version";

    /** The attribute with the oldest client that may work on the table. */
    public static final String LEAST_CLIENT = "client_min_version";

    /** The attribute with the version of the function that counts usage. */
    public static final String AGGREGATOR = "lambda_version";

    /** The schema of the items that we write, by the Python system's count. */
    public static final String OWN_SCHEMA = "0.10.0";

    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})(?:\\.(\\d{1,9}))?(?:\\D.*)?");

    private VersionItems() {}

    /**
     * Asks for newer clients.
     *
     * @param record as it was read; it must not have changed since
     * @param least the oldest client that may work on the table from now on
     * @param now milliseconds since the epoch
     * @return an update
     */
    public static Write raise(Item record, String least, long now) {
        AttributeValue before = record.get(LEAST_CLIENT);
        Condition unchanged =
                before == null ? new Condition.NotExists(LEAST_CLIENT) : Condition.equal(LEAST_CLIENT, before);
        String at = Instant.ofEpochMilli(now).truncatedTo(ChronoUnit.SECONDS).toString();
        return Write.of(
                WriteShape.update(
                        new Condition.And(List.of(Condition.itemExists(), unchanged)),
                        List.of(set(LEAST_CLIENT, least), set("updated_at", at), set("updated_by", "java"))),
                KEY);
    }

    /**
     * Says that the items are those of a newer schema.
     *
     * @param record as it was read; its schema must not have changed since
     * @param schema the newer one
     * @param now milliseconds since the epoch
     * @return an update
     */
    public static Write raiseSchema(Item record, String schema, long now) {
        AttributeValue before = record.get(SCHEMA);
        Condition unchanged = before == null ? new Condition.NotExists(SCHEMA) : Condition.equal(SCHEMA, before);
        String at = Instant.ofEpochMilli(now).truncatedTo(ChronoUnit.SECONDS).toString();
        return Write.of(
                WriteShape.update(
                        new Condition.And(List.of(Condition.itemExists(), unchanged)),
                        List.of(set(SCHEMA, schema), set("updated_at", at), set("updated_by", "java"))),
                KEY);
    }

    private static Action set(String attribute, String text) {
        return new Action(Verb.SET, attribute, new Operand.Constant(AttributeValue.of(text)));
    }

    /**
     * Compares versions by their numbers.
     *
     * @param version two or three numbers, and perhaps more
     * @param other the same
     * @return whether the first is the older one; true also if it is no version at all
     */
    public static boolean isOlder(String version, String other) {
        Matcher a = NUMBERS.matcher(version);
        Matcher b = NUMBERS.matcher(other);
        if (!a.matches() || !b.matches()) {
            return true;
        }
        for (int i = 1; i <= 3; i++) {
            int difference = Integer.compare(number(a.group(i)), number(b.group(i)));
            if (difference != 0) {
                return difference < 0;
            }
        }
        return false;
    }

    private static int number(String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }
}

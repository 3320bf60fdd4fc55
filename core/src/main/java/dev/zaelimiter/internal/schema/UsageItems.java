package dev.zaelimiter.internal.schema;

import dev.zaelimiter.LimitUsage;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageRecord;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Usage as items: what an entity consumed on a resource in one window. Shared with the Python system, which has a
 * counter of whole tokens for each limit, named as the limit is, and takes every number of an item for one.
 *
 * <p>There all windows that begin at one instant are one item, and its midnight hour holds the day, too. Here an hour
 * has the key that it has there, and what may begin at the same instant has its length after it. So neither adds to
 * what the other has mixed up. How the numbers of an item grow is the business of {@link UsageWriter}.
 */
public final class UsageItems {

    static final String ENTITY = "entity_id";
    static final String RESOURCE = "resource";
    static final String WINDOW = "window";
    static final String WINDOW_START = "window_start";
    static final String EVENTS = "total_events";
    private static final Set<String> FIXED = Set.of(ENTITY, RESOURCE, WINDOW, WINDOW_START, EVENTS);

    private static final String SORT_PREFIX = "#USAGE#";
    private static final String INDEX_PREFIX = "USAGE#";
    private static final String SEPARATOR = "#";

    /** Follows the name of a limit: thousandths beyond whole tokens. */
    static final String MILLI = "#m";
    /** Follows the name of a limit: what was bypassed. */
    static final String BYPASSED = "#bp";
    /** Follows the name of a limit: thousandths of what was bypassed. */
    static final String BYPASSED_MILLI = "#bpm";
    /** Follows the name of a limit, as there: how many takes left it in debt. */
    static final String OVERDRAWN = "#od";

    private UsageItems() {}

    /**
     * The key of a window.
     *
     * @param keys of the namespace
     * @param entity who
     * @param resource on what
     * @param window how long
     * @param start when it begins
     * @return the key
     */
    public static Key key(Keys keys, String entity, String resource, UsageWindow window, Instant start) {
        boolean alone = window == UsageWindow.HOURLY && !start.equals(UsageWindow.DAILY.start(start));
        return Key.of(
                keys.entityPk(entity),
                SORT_PREFIX + resource + SEPARATOR + start + (alone ? "" : SEPARATOR + window.text()));
    }

    static String indexSort(String entity, Instant start) {
        return INDEX_PREFIX + start + SEPARATOR + entity;
    }

    /**
     * Whether a key is that of a window.
     *
     * @param key of the table
     * @return true for usage
     */
    public static boolean isUsage(Key key) {
        return key.sk().startsWith(SORT_PREFIX);
    }

    /**
     * Finds windows of an entity, the newest last for each resource.
     *
     * @param keys of the namespace
     * @param entity who
     * @param resource on what, or null for all
     * @param time what the begin of each window must begin with, as text; only with a resource
     * @return a query of the table
     */
    public static Query ofEntity(Keys keys, String entity, @Nullable String resource, String time) {
        return Query.of(Query.Index.TABLE, keys.entityPk(entity))
                .sortPrefix(SORT_PREFIX + (resource == null ? "" : resource + SEPARATOR + time));
    }

    /**
     * Finds windows of all entities on a resource, the newest last. The index may know no more than keys.
     *
     * @param keys of the namespace
     * @param resource on what
     * @param time what the begin of each window must begin with, as text
     * @return a query of an index
     */
    public static Query ofResource(Keys keys, String resource, String time) {
        return Query.of(Query.Index.GSI2, keys.resourcePk(resource)).sortPrefix(INDEX_PREFIX + time);
    }

    /**
     * The attribute of a limit's counter. A name that says something else in such an item has a sign in front.
     *
     * @param limit its name
     * @return an attribute's name
     */
    static String counter(String limit) {
        return FIXED.contains(limit) ? SEPARATOR + limit : NamedAttributes.attribute(limit);
    }

    /**
     * Reads a window, whoever wrote it.
     *
     * @param item any
     * @return null if it is no window, or a damaged one
     */
    public static @Nullable UsageRecord decode(Item item) {
        String entity = item.text(ENTITY);
        String resource = item.text(RESOURCE);
        Instant start = time(item.text(WINDOW_START));
        UsageWindow window = window(item.text(WINDOW));
        if (entity == null || resource == null || start == null || window == null) {
            return null;
        }
        Set<String> limits = new TreeSet<>();
        Map<String, Long> numbers = numbers(item, limits);
        Map<String, LimitUsage> usage = new TreeMap<>();
        for (String limit : limits) {
            usage.put(
                    limit,
                    new LimitUsage(
                            UsageAmount.of(number(numbers, limit), number(numbers, limit + MILLI)),
                            UsageAmount.of(number(numbers, limit + BYPASSED), number(numbers, limit + BYPASSED_MILLI)),
                            number(numbers, limit + OVERDRAWN)));
        }
        return new UsageRecord(entity, resource, window, start, usage, item.whole(EVENTS, 0));
    }

    private static long number(Map<String, Long> numbers, String name) {
        return numbers.getOrDefault(name, 0L);
    }

    /** All numbers but those that every such item has, by name of a limit and what follows it. */
    private static Map<String, Long> numbers(Item item, Set<String> limits) {
        Map<String, Long> numbers = new TreeMap<>();
        for (int i = 0; i < item.layout().size(); i++) {
            String attribute = item.layout().name(i);
            if (item.layout().isWhole(i) && !FIXED.contains(attribute) && !attribute.equals(Item.TTL)) {
                String name = NamedAttributes.name(attribute);
                int suffix = name.indexOf(SEPARATOR);
                limits.add(suffix < 0 ? name : name.substring(0, suffix));
                numbers.put(name, item.whole(attribute, 0));
            }
        }
        return numbers;
    }

    private static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private static @Nullable UsageWindow window(@Nullable String text) {
        for (UsageWindow window : UsageWindow.values()) {
            if (window.text().equals(text)) {
                return window;
            }
        }
        return null;
    }

    /**
     * How far an item has counted the changes of a shard of the stream.
     *
     * @param item a window
     * @param streamShard the shard
     * @return null if it has counted none of them, or its mark was taken away since
     * @throws IllegalStateException if the mark is damaged
     */
    public static @Nullable UsageMark mark(Item item, String streamShard) {
        AttributeValue value = item.get(UsageMark.attribute(streamShard));
        if (value == null) {
            return null;
        }
        UsageMark mark = value instanceof AttributeValue.Text text ? UsageMark.of(text.value()) : null;
        if (mark == null) {
            throw new IllegalStateException(
                    "the mark of stream shard " + streamShard + " in " + item.key() + " is damaged: " + value);
        }
        return mark;
    }

    /**
     * The time before which an item counts nothing that comes from a shard without a mark.
     *
     * @param item a window
     * @return milliseconds since the epoch, or {@link Long#MIN_VALUE}
     */
    public static long countedFrom(Item item) {
        String text = item.text(UsageMark.COUNTED_FROM);
        try {
            return text == null ? Long.MIN_VALUE : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalStateException(UsageMark.COUNTED_FROM + " in " + item.key() + " is damaged: " + text, e);
        }
    }
}

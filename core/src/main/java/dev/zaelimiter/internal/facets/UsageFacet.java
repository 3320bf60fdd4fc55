package dev.zaelimiter.internal.facets;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.Usage;
import dev.zaelimiter.UsagePage;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageRecord;
import dev.zaelimiter.UsageSummary;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.UsageItems;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads usage items: by time as far as keys allow, and whole ones where an index knows no more than keys. */
final class UsageFacet implements Usage {

    /** What every usage item has, and the keys of an index have not. */
    private static final String WHOLE = "window_start";
    /** How many pages of the store one page may take: where few windows of many fit. */
    private static final int MOST_READS = 20;

    private final Engine engine;
    private final BlockingStore blocking;

    UsageFacet(Engine engine, BlockingStore blocking) {
        this.engine = engine;
        this.blocking = blocking;
    }

    @Override
    public UsagePage read(UsageQuery query, int limit, @Nullable String after) {
        engine.requireOpen();
        if (limit < 1 || limit > Query.MAX_LIMIT) {
            throw new InvalidInputException("limit", limit, "1 to " + Query.MAX_LIMIT);
        }
        List<UsageRecord> records = new ArrayList<>();
        String token = null;
        for (int reads = 0; reads < MOST_READS; reads++) {
            token = reads == 0
                    ? first(query, limit, after, records)
                    : page(query, limit - records.size(), token, records);
            if (token == null || records.size() >= limit) {
                break;
            }
        }
        return new UsagePage(records, Optional.ofNullable(token));
    }

    /** The first page, by a token that its caller brought. */
    private @Nullable String first(UsageQuery query, int limit, @Nullable String after, List<UsageRecord> records) {
        try {
            return page(query, limit, after, records);
        } catch (StoreFailureException failure) {
            if (after != null && failure.getCause() instanceof StoreException.Misuse) {
                throw new InvalidInputException(
                        "after", after, "what the page before of the same query gave to go on with");
            }
            throw failure;
        }
    }

    @Override
    public UsageSummary summary(UsageQuery query) {
        engine.requireOpen();
        UsageSums sums = new UsageSums(query.window());
        Pages<Item> pages =
                Pages.read(engine, blocking, reading(query), query(query).descending());
        boolean more = true;
        while (more && pages.hasNext()) {
            List<UsageRecord> records = new ArrayList<>();
            more = collect(query, pages.next(), records);
            records.forEach(sums::add);
        }
        return sums.summary();
    }

    /** Reads one page of the store; gives the token of the next, or null if there can be no more. */
    private @Nullable String page(UsageQuery asked, int limit, @Nullable String token, List<UsageRecord> records) {
        Page page = blocking.read(
                reading(asked),
                engine.patientStore()
                        .query(query(asked).descending().limit(limit).after(token)));
        return collect(asked, page.items(), records) ? page.next() : null;
    }

    private static String reading(UsageQuery asked) {
        return "reading " + asked;
    }

    /** Adds what was asked for; tells whether more of it may follow. */
    private boolean collect(UsageQuery asked, List<Item> items, List<UsageRecord> records) {
        boolean byTime = asked.resource().isPresent();
        boolean early = false;
        for (Item item : whole(items)) {
            UsageRecord record = UsageItems.decode(item);
            if (record != null) {
                early |= asked.from().filter(record.start()::isBefore).isPresent();
                if (fits(asked, record)) {
                    records.add(record);
                }
            }
        }
        return !(early && byTime);
    }

    private Query query(UsageQuery asked) {
        String time = commonTime(asked);
        return asked.entity()
                .map(entity -> UsageItems.ofEntity(
                        engine.keys(), entity, asked.resource().orElse(null), time))
                .orElseGet(() ->
                        UsageItems.ofResource(engine.keys(), asked.resource().orElseThrow(), time));
    }

    /** What the begin of every window between two instants begins with, as text. */
    private static String commonTime(UsageQuery asked) {
        if (asked.from().isEmpty() || asked.until().isEmpty()) {
            return "";
        }
        String from = asked.from().get().toString();
        String until = asked.until().get().toString();
        int same = 0;
        while (same < Math.min(from.length(), until.length()) && from.charAt(same) == until.charAt(same)) {
            same++;
        }
        return from.substring(0, same);
    }

    private static boolean fits(UsageQuery asked, UsageRecord record) {
        Instant start = record.start();
        return record.window() == asked.window()
                && asked.resource()
                        .filter(resource -> !resource.equals(record.resource()))
                        .isEmpty()
                && asked.from().filter(start::isBefore).isEmpty()
                && asked.until().filter(until -> !start.isBefore(until)).isEmpty();
    }

    /** The items of a page; those of which the index knows no more than the keys are sent for. */
    private List<Item> whole(List<Item> shown) {
        List<Key> keys =
                shown.stream().filter(item -> !item.has(WHOLE)).map(Item::key).toList();
        if (keys.isEmpty()) {
            return shown;
        }
        Map<Key, Item> found =
                blocking.read("reading usage", engine.patientStore().batchGet(keys));
        List<Item> items = new ArrayList<>();
        for (Item item : shown) {
            Item whole = item.has(WHOLE) ? item : found.get(item.key());
            if (whole != null) {
                items.add(whole);
            }
        }
        return items;
    }
}

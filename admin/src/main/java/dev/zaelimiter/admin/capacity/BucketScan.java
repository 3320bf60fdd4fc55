package dev.zaelimiter.admin.capacity;

import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.BlockingStore;
import dev.zaelimiter.internal.facets.Pages;
import dev.zaelimiter.internal.schema.BucketStamps;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * Goes through the buckets that an index knows, a page at a time, and brings the shards of a bucket together: they lie
 * side by side, since {@code #} sorts before all that a name may hold.
 *
 * <p>An index that projects keys alone sends for the items; one that projects all is taken at its word.
 */
final class BucketScan implements Iterator<BucketView> {

    private static final int AT_ONCE = 100;
    private static final String READING = "reading buckets";
    private static final String STAMP = "rf";
    private static final String ENTITY = "entity_id";
    private static final String RESOURCE = "resource";

    private final Engine engine;
    private final BlockingStore blocking;
    private final Deque<Item> items = new ArrayDeque<>();
    private final Pages<Item> pages;

    BucketScan(Engine engine, BlockingStore blocking, Query query) {
        this.engine = engine;
        this.blocking = blocking;
        this.pages = Pages.read(engine, blocking, READING, query.limit(AT_ONCE));
    }

    @Override
    public boolean hasNext() {
        while (items.isEmpty() && pages.hasNext()) {
            read(pages.next());
        }
        return !items.isEmpty();
    }

    @Override
    public BucketView next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        List<Item> shards = new ArrayList<>();
        Item first = items.element();
        do {
            while (!items.isEmpty() && sameBucket(first, items.element())) {
                shards.add(items.remove());
            }
        } while (items.isEmpty() && more());
        return BucketReader.read(
                text(first, ENTITY),
                text(first, RESOURCE),
                shards,
                engine.environment().wallMillis());
    }

    /** Whether there is another page, now read: the bucket may go on there. */
    private boolean more() {
        if (!pages.hasNext()) {
            return false;
        }
        read(pages.next());
        return true;
    }

    private void read(List<Item> shown) {
        // Those of the Python system before 0.9 lie in the index of a resource, too.
        List<Item> page = shown.stream()
                .filter(item -> BucketStamps.place(item.key()) != null)
                .toList();
        List<Key> missing = new ArrayList<>();
        page.forEach(item -> {
            if (!item.has(STAMP)) {
                missing.add(item.key());
            }
        });
        Map<Key, Item> found = missing.isEmpty()
                ? Map.of()
                : blocking.read(READING, engine.patientStore().batchGet(missing));
        for (Item item : page) {
            // The index may still know a bucket that has gone.
            Item whole = item.has(STAMP) ? item : found.get(item.key());
            if (whole != null) {
                items.add(whole);
            }
        }
    }

    private static boolean sameBucket(Item a, Item b) {
        return text(a, ENTITY).equals(text(b, ENTITY)) && text(a, RESOURCE).equals(text(b, RESOURCE));
    }

    private static String text(Item item, String attribute) {
        return Objects.requireNonNullElse(item.text(attribute), "");
    }
}

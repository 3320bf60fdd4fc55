package dev.zaelimiter.admin.migration;

import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.BlockingStore;
import dev.zaelimiter.internal.facets.Pages;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.NamespaceItems;
import dev.zaelimiter.internal.schema.OldBucketItems;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the buckets that clients before 0.9 have left, in all namespaces. Nobody since reads them, and those of
 * entities with limits of their own have no time to live. Their balances are not carried over: a bucket of today begins
 * full.
 *
 * <p>One that was refilled within the last day is left: an old client is at work, and to delete its bucket would fill
 * it.
 */
final class OldBuckets implements Migration {

    static final String ID = "0.9.0-old-buckets";

    private static final int KEYS_AT_ONCE = 500;
    private static final Duration IN_USE = Duration.ofDays(1);
    private static final String OPERATION = "finding buckets of clients before 0.9";

    /** Before there were registered namespaces, this was the id of the only one. */
    private static final String FIRST_NAMESPACE = "default";

    private static final char BETWEEN = ' ';

    private final Engine engine;
    private final BlockingStore blocking;
    private @Nullable NavigableSet<String> namespaces;

    OldBuckets(Engine engine, BlockingStore blocking) {
        this.engine = engine;
        this.blocking = blocking;
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String what() {
        return "deletes buckets that only clients before 0.9 used";
    }

    @Override
    public @Nullable String obstacle() {
        return null;
    }

    @Override
    public Pages.Part<Piece> read(@Nullable String place) {
        String from = place == null || place.indexOf(BETWEEN) < 0 ? namespaces().first() + BETWEEN : place;
        String namespace = from.substring(0, from.indexOf(BETWEEN));
        String after = from.substring(namespace.length() + 1);
        Page page = blocking.read(
                OPERATION,
                engine.patientStore()
                        .query(OldBucketItems.besideEntities(new Keys(namespace))
                                .limit(KEYS_AT_ONCE)
                                .after(after.isEmpty() ? null : after)));
        if (page.next() != null) {
            List<Piece> pieces = page.items().isEmpty() ? List.of() : List.of(piece(page.items()));
            return new Pages.Part<>(pieces, namespace + BETWEEN + page.next());
        }
        String next = namespaces().higher(namespace);
        return new Pages.Part<>(List.of(piece(page.items())), next == null ? null : next + BETWEEN);
    }

    private Piece piece(List<Item> found) {
        List<Key> keys =
                found.stream().map(Item::key).filter(OldBucketItems::isOne).toList();
        if (keys.isEmpty()) {
            return Piece.of(found, List.of());
        }
        long until = engine.environment().wallMillis() - IN_USE.toMillis();
        Map<Key, Item> buckets = blocking.read(OPERATION, engine.patientStore().batchGet(keys));
        List<Write> writes = new ArrayList<>();
        String inUse = null;
        for (Map.Entry<Key, Item> bucket : buckets.entrySet()) {
            if (OldBucketItems.stamp(bucket.getValue()) > until) {
                inUse = bucket.getKey().toString();
            } else {
                writes.add(OldBucketItems.deleteUnlessUsed(bucket.getKey(), until));
            }
        }
        return new Piece(
                found.size(),
                writes,
                buckets.size() - writes.size(),
                inUse == null ? null : "a client before 0.9 has used " + inUse + " within the last day");
    }

    /** Also those that are deleted and not yet purged: they may be recovered. */
    private NavigableSet<String> namespaces() {
        NavigableSet<String> known = namespaces;
        if (known == null) {
            known = new TreeSet<>(List.of(FIRST_NAMESPACE));
            NavigableSet<String> ids = known;
            Pages.read(engine, blocking, "listing namespaces", NamespaceItems.ids())
                    .forEach(item -> ids.add(NamespaceItems.id(item)));
            namespaces = known;
        }
        return known;
    }
}

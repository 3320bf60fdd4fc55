package dev.zaelimiter.admin;

import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.BlockingStore;
import dev.zaelimiter.internal.facets.Pages;
import dev.zaelimiter.internal.schema.AuditItems;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.NamespaceItems;
import dev.zaelimiter.internal.schema.Ulid;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Records of a whole namespace by time. The index has them by subject; but an id sorts by time and stands in the key,
 * so a pass over the keys finds the newest in memory for one page. For one call.
 */
final class AuditScan {

    private static final Comparator<Key> BY_TIME =
            Comparator.comparing(AuditItems::id).thenComparing(Key::pk);

    private final Engine engine;
    private final BlockingStore blocking;

    AuditScan(Engine engine, BlockingStore blocking) {
        this.engine = engine;
        this.blocking = blocking;
    }

    AuditPage read(@Nullable Instant since, @Nullable Instant until, int limit, @Nullable String after) {
        // One more than is shown tells whether there are more.
        PriorityQueue<Key> newest = new PriorityQueue<>(limit + 2, BY_TIME);
        for (Query query : queries()) {
            Pages.read(engine, blocking, "listing records of changes", query).forEach(item -> {
                Key key = item.key();
                if (isWanted(AuditItems.id(key), since, until, after)) {
                    newest.add(key);
                    if (newest.size() > limit + 1) {
                        newest.remove();
                    }
                }
            });
        }
        boolean more = newest.size() > limit;
        if (more) {
            newest.remove();
        }
        List<Key> keys = new ArrayList<>(newest);
        keys.sort(BY_TIME.reversed());
        Map<Key, Item> items = keys.isEmpty()
                ? Map.of()
                : blocking.read(
                        "reading records of changes", engine.patientStore().batchGet(keys));
        // The index may still know one whose retention is over.
        List<AuditEvent> events = keys.stream()
                .map(items::get)
                .flatMap(item -> Optional.ofNullable(item).stream())
                .map(AuditEvent::of)
                .toList();
        return new AuditPage(events, more ? Optional.of(AuditItems.id(keys.get(keys.size() - 1))) : Optional.empty());
    }

    private static boolean isWanted(
            String id, @Nullable Instant since, @Nullable Instant until, @Nullable String after) {
        long millis = Ulid.millis(id);
        return millis >= 0
                && (since == null || millis >= since.toEpochMilli())
                && (until == null || millis < until.toEpochMilli())
                && (after == null || id.compareTo(after) < 0);
    }

    /** What was done to a namespace lies beside the registry, under its name. */
    private List<Query> queries() {
        List<Query> queries = new ArrayList<>(List.of(AuditItems.ofNamespace(engine.keys())));
        String id = engine.keys().namespace();
        Item record =
                blocking.read("reading namespace " + id, engine.patientStore().get(NamespaceItems.byId(id)));
        String name = record == null ? null : record.text(NamespaceItems.NAME);
        if (name != null) {
            queries.add(AuditItems.of(new Keys(Keys.REGISTRY), AuditItems.NAMESPACE + name));
        }
        return queries;
    }
}

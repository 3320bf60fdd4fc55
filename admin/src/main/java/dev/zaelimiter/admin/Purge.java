package dev.zaelimiter.admin;

import dev.zaelimiter.NamespaceStateException;
import dev.zaelimiter.internal.engine.Engine;
import dev.zaelimiter.internal.facets.Waiting;
import dev.zaelimiter.internal.schema.NamespaceItems;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;

/** Deletes the items of a namespace, some at a time, in passes over its index until one finds nothing. */
final class Purge {

    private static final int AT_ONCE = 100;
    private static final WriteShape DELETE_EXISTING = WriteShape.delete(Condition.itemExists());

    private final Engine engine;
    private final Waiting waiting;
    private final String id;

    Purge(Engine engine, Waiting waiting, String id) {
        this.engine = engine;
        this.waiting = waiting;
        this.id = id;
    }

    long run(LongConsumer progress) {
        refuseUnless(NamespaceItems.purging(id));
        return leftovers(progress);
    }

    /** Deletes what is stored under an id, whether it is registered or not. */
    long leftovers(LongConsumer progress) {
        long deleted = 0;
        long before;
        do {
            before = deleted;
            deleted = pass(deleted, progress);
        } while (deleted > before);
        return deleted;
    }

    private void refuseUnless(Write write) {
        if (waiting.get("purging namespace " + id, engine.patientStore().write(write)) instanceof WriteResult.Refused) {
            throw new NamespaceStateException(
                    id, NamespaceItems.ACTIVE, "is in use again, or gone, since somebody else recovered or purged it");
        }
    }

    /** The index may lag: it may show what has gone, which does not count, and not yet what is there. */
    private long pass(long before, LongConsumer progress) {
        long deleted = before;
        Query query = NamespaceItems.everythingIn(id).limit(AT_ONCE);
        Page page;
        do {
            page = waiting.get(
                    "finding items of namespace " + id, engine.patientStore().query(query));
            deleted += delete(page.items());
            if (!page.items().isEmpty()) {
                progress.accept(deleted);
            }
            query = query.after(page.next());
        } while (page.next() != null);
        return deleted;
    }

    private long delete(List<Item> items) {
        List<CompletableFuture<WriteResult>> answers = items.stream()
                .map(item -> engine.patientStore().write(Write.of(DELETE_EXISTING, item.key())))
                .toList();
        String operation = "deleting items of namespace " + id;
        return answers.stream()
                .filter(answer -> waiting.get(operation, answer) instanceof WriteResult.Written)
                .count();
    }
}

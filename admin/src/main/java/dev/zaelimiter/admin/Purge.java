package dev.zaelimiter.admin;

import dev.zaelimiter.NamespaceStateException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.BlockingStore;
import dev.zaelimiter.internal.facets.OptimisticRetry;
import dev.zaelimiter.internal.facets.Pages;
import dev.zaelimiter.internal.schema.NamespaceItems;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Deletes the items of a namespace, some at a time, in passes over its index until one finds nothing. */
final class Purge {

    private static final int AT_ONCE = 100;
    private static final WriteShape DELETE_EXISTING = WriteShape.delete(Condition.itemExists());

    private final Engine engine;
    private final BlockingStore blocking;
    private final String id;
    private final OptimisticRetry retry;

    Purge(Engine engine, BlockingStore blocking, String id) {
        this.engine = engine;
        this.blocking = blocking;
        this.id = id;
        this.retry = new OptimisticRetry(engine, blocking);
    }

    long run(LongConsumer progress) {
        refuseUnless(NamespaceItems.purging(id));
        return leftovers(progress);
    }

    /** Deletes what is stored under an id, whether it is registered or not. */
    long leftovers(LongConsumer progress) {
        Passes passes = new Passes(progress);
        return retry.runInParts("deleting items of namespace " + id, "others stored new ones", passes);
    }

    private void refuseUnless(Write write) {
        if (blocking.get("purging namespace " + id, engine.patientStore().write(write))
                instanceof WriteResult.Refused) {
            throw new NamespaceStateException(
                    id, NamespaceItems.ACTIVE, "is in use again, or gone, since somebody else recovered or purged it");
        }
    }

    /** One pass after another, until one finds nothing. */
    private final class Passes implements OptimisticRetry.Attempt<Long> {
        private final LongConsumer progress;
        private long deleted;

        Passes(LongConsumer progress) {
            this.progress = progress;
        }

        /** The index may lag: it may show what has gone, which does not count, and not yet what is there. */
        @Override
        public @Nullable Long once() {
            long before = deleted;
            Pages.change(
                            engine,
                            blocking,
                            "finding items of namespace " + id,
                            NamespaceItems.everythingIn(id).limit(AT_ONCE))
                    .forEachRemaining(this::delete);
            return deleted > before ? null : deleted;
        }

        private void delete(List<Item> page) {
            if (!page.isEmpty()) {
                deleted += Purge.this.delete(page);
                progress.accept(deleted);
            }
        }
    }

    private long delete(List<Item> items) {
        List<CompletableFuture<WriteResult>> answers = items.stream()
                .map(item -> engine.patientStore().write(Write.of(DELETE_EXISTING, item.key())))
                .toList();
        String operation = "deleting items of namespace " + id;
        return answers.stream()
                .filter(answer -> blocking.get(operation, answer) instanceof WriteResult.Written)
                .count();
    }
}

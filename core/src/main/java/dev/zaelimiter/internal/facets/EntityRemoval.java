package dev.zaelimiter.internal.facets;

import static dev.zaelimiter.NameEncoding.ENTITY;

import dev.zaelimiter.internal.engine.acquire.Limiters;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.AuditItems;
import dev.zaelimiter.internal.schema.ConfigItems;
import dev.zaelimiter.internal.schema.ConfigQueries;
import dev.zaelimiter.internal.schema.EntityItems;
import dev.zaelimiter.internal.schema.EntityQueries;
import dev.zaelimiter.internal.schema.LevelItem;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Deletes all items of an entity: buckets with the items next to them, limits (whose registers follow), usage, and at
 * last its own record, with the record of the deletion. What is left by a failure midway is found by the next call.
 */
final class EntityRemoval {

    private static final WriteShape DELETE = WriteShape.delete(null);
    private static final WriteShape DELETE_EXISTING = WriteShape.delete(Condition.itemExists());

    private final Limiters limiters;
    private final Engine engine;
    private final BlockingStore blocking;
    private final AuditedTransactions transactions;
    private final Registers registers;
    private final OptimisticRetry retry;

    EntityRemoval(Limiters limiters, Engine engine, BlockingStore blocking, AuditedTransactions transactions) {
        this.limiters = limiters;
        this.engine = engine;
        this.blocking = blocking;
        this.transactions = transactions;
        this.registers = new Registers(engine.keys());
        this.retry = new OptimisticRetry(engine, blocking);
    }

    long delete(String id) {
        Key own = engine.keys().meta(id);
        long deleted = 0;
        for (String place : places(id)) {
            for (Item item : all("reading a bucket of " + ENTITY.show(id), Query.of(Query.Index.TABLE, place))) {
                deleted += delete(id, item.key());
            }
        }
        Item record = null;
        for (Item item : all("reading entity " + ENTITY.show(id), EntityQueries.everythingOf(engine.keys(), id))) {
            String resource = ConfigQueries.resource(item.key());
            if (item.key().equals(own)) {
                record = item;
            } else if (resource == null) {
                deleted += delete(id, item.key());
            } else {
                deleted += deleteLimits(id, resource, item);
            }
        }
        if (record != null || deleted > 0) {
            deleted += deleteRecord(id, own, record, deleted);
        }
        limiters.entityChanged(id);
        return deleted;
    }

    /**
     * The partitions of its buckets. Where a bucket has gone, what was done to it under an idempotency key may lie
     * there still, and no index tells: the record of that change does.
     */
    private Set<String> places(String id) {
        Set<String> places = new LinkedHashSet<>();
        all("finding buckets of " + ENTITY.show(id), EntityQueries.bucketsOf(engine.keys(), id))
                .forEach(bucket -> places.add(bucket.key().pk()));
        each("reading the records of " + ENTITY.show(id), AuditItems.of(engine.keys(), id), record -> {
            String resource = AuditItems.refilled(record);
            if (resource != null) {
                places.add(engine.keys().bucket(id, resource, 0).pk());
            }
        });
        return places;
    }

    private int deleteRecord(String id, Key own, @Nullable Item record, long before) {
        int count = record == null ? 0 : 1;
        Write write = Write.of(record == null ? DELETE : DELETE_EXISTING, own);
        boolean done = transactions.commit(
                        "deleting entity " + ENTITY.show(id),
                        List.of(write),
                        EntityRecords.deleted(
                                id, record == null ? null : EntityItems.decode(id, record), before + count))
                instanceof TransactionResult.Committed;
        return done ? count : 0;
    }

    private int delete(String id, Key key) {
        WriteResult result = blocking.get(
                "deleting an item of " + ENTITY.show(id), engine.patientStore().write(Write.of(DELETE_EXISTING, key)));
        return result instanceof WriteResult.Written ? 1 : 0;
    }

    private int deleteLimits(String id, String resource, Item found) {
        String operation = "deleting the limits of " + ENTITY.show(id);
        try {
            return retry.run(operation, "others changed them", new Deletion(operation, id, resource, found));
        } finally {
            engine.configs().forget(found.key());
        }
    }

    /** Deletes a level; one that others change or delete meanwhile is read again. */
    private final class Deletion implements OptimisticRetry.Attempt<Integer> {
        private final String operation;
        private final String id;
        private final String resource;
        private final Key key;
        private @Nullable Item level;

        Deletion(String operation, String id, String resource, Item found) {
            this.operation = operation;
            this.id = id;
            this.resource = resource;
            this.key = found.key();
            this.level = found;
        }

        @Override
        public @Nullable Integer once() {
            Item seen = level;
            if (seen == null) {
                return 0;
            }
            if (!ConfigItems.isCounted(seen)) {
                return delete(id, key);
            }
            Item counts = blocking.get(operation, engine.patientStore().get(registers.counts()));
            List<Write> writes = new ArrayList<>(List.of(ConfigItems.delete(seen)));
            Write register = registers.write(id, resource, false, counts);
            if (register != null) {
                writes.add(register);
            }
            if (transactions.commit(
                            operation,
                            writes,
                            ConfigRecords.of(id, resource, ConfigItems.lenient(seen), LevelItem.NOTHING))
                    instanceof TransactionResult.Committed) {
                return 1;
            }
            level = blocking.get(operation, engine.patientStore().get(key));
            return null;
        }
    }

    /** An entity has few items, so all of them are kept. */
    private List<Item> all(String operation, Query first) {
        List<Item> items = new ArrayList<>();
        each(operation, first, items::add);
        return items;
    }

    private void each(String operation, Query query, Consumer<Item> action) {
        Pages.change(engine, blocking, operation, query).forEach(action);
    }
}

package dev.zaelimiter.internal.facets;

import dev.zaelimiter.Entities;
import dev.zaelimiter.Entity;
import dev.zaelimiter.EntityExistsException;
import dev.zaelimiter.EntityNotFoundException;
import dev.zaelimiter.internal.engine.Engine;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.EntityItems;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Creates and reads entities. An entity that was in use before it was created has its buckets told of its parent. */
final class EntitiesFacet implements Entities {

    private static final WriteShape PUT_NEW = WriteShape.put(Condition.itemAbsent());
    private static final WriteShape EXISTS = WriteShape.check(Condition.itemExists());
    private static final int PARENT = 1;

    private final Engine engine;
    private final Waiting waiting;

    EntitiesFacet(Engine engine, Waiting waiting) {
        this.engine = engine;
        this.waiting = waiting;
    }

    @Override
    public void create(Entity entity) {
        engine.requireOpen();
        String operation = "creating entity " + entity.id();
        Item item = EntityItems.encode(
                engine.keys(),
                entity,
                engine.environment().wallMillis(),
                engine.environment().random().nextLong());
        Write put = Write.put(PUT_NEW, item);
        if (entity.parent().isEmpty()) {
            if (waiting.get(operation, engine.patientStore().write(put)) instanceof WriteResult.Refused) {
                throw new EntityExistsException(entity.id());
            }
        } else {
            Key parent = engine.keys().meta(entity.parent().get());
            String token = new UUID(
                            engine.environment().random().nextLong(),
                            engine.environment().random().nextLong())
                    .toString();
            TransactionResult result = waiting.get(
                    operation, engine.patientStore().transact(List.of(put, Write.of(EXISTS, parent)), token));
            if (result instanceof TransactionResult.Refused refused) {
                throw refused.failures().containsKey(PARENT)
                        ? new EntityNotFoundException(
                                entity.parent().get(),
                                "create it before its child '" + entity.id() + "', which was not created")
                        : new EntityExistsException(entity.id());
            }
        }
        tellBuckets(entity, item);
        engine.entityChanged(entity.id());
    }

    private void tellBuckets(Entity entity, Item record) {
        Lineage lineage = EntityItems.lineage(record);
        Query query = EntityItems.bucketsOf(engine.keys(), entity.id());
        Page page;
        do {
            page = waiting.get(
                    "finding buckets of " + entity.id(), engine.patientStore().query(query));
            for (Item bucket : page.items()) {
                waiting.get(
                        "telling a bucket of " + entity.id(),
                        engine.patientStore().write(EntityItems.tellBucket(bucket.key(), lineage)));
            }
            query = query.after(page.next());
        } while (page.next() != null);
    }

    @Override
    public Optional<Entity> get(String id) {
        engine.requireOpen();
        Inputs.entity(id);
        Item item = waiting.get(
                "reading entity " + id, engine.patientStore().get(engine.keys().meta(id)));
        return item == null ? Optional.empty() : Optional.of(EntityItems.decode(id, item));
    }
}

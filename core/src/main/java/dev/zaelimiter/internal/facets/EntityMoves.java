package dev.zaelimiter.internal.facets;

import static dev.zaelimiter.NameEncoding.ENTITY;

import dev.zaelimiter.Entity;
import dev.zaelimiter.EntityNotFoundException;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.internal.engine.acquire.Limiters;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.AuditItems;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.EntityChanges;
import dev.zaelimiter.internal.schema.EntityItems;
import dev.zaelimiter.internal.schema.EntityQueries;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gives entities other parents. A move is pinned on every ancestor that was looked at, so that two moves at the same
 * time can't close a circle; its buckets are told afterwards, each only if it does not know of a later move.
 */
final class EntityMoves {

    private static final int MOST_ANCESTORS = 32;

    private final Limiters limiters;
    private final Engine engine;
    private final BlockingStore blocking;
    private final AuditedTransactions transactions;
    private final ClientVersionFloor versionFloor;
    private final OptimisticRetry retry;

    EntityMoves(
            Limiters limiters,
            Engine engine,
            BlockingStore blocking,
            AuditedTransactions transactions,
            ClientVersionFloor versionFloor) {
        this.versionFloor = versionFloor;
        this.limiters = limiters;
        this.engine = engine;
        this.blocking = blocking;
        this.transactions = transactions;
        this.retry = new OptimisticRetry(engine, blocking);
    }

    boolean setParent(String id, @Nullable String parent) {
        String operation = "moving entity " + ENTITY.show(id);
        return retry.run(operation, "others moved it or its ancestors", () -> move(operation, id, parent));
    }

    private @Nullable Boolean move(String operation, String id, @Nullable String parent) {
        Item record = record(id);
        if (record == null) {
            throw new EntityNotFoundException(id, "create it with its parent instead of moving it");
        }
        boolean same = Objects.equals(EntityItems.lineage(record).parent(), parent);
        if (!same) {
            long now = engine.environment().wallMillis();
            List<Write> writes = new ArrayList<>();
            writes.add(EntityChanges.move(engine.keys(), record, parent, now));
            writes.addAll(ancestors(id, parent));
            versionFloor.pass(engine, operation);
            AuditItems.Change change = EntityRecords.moved(
                    EntityItems.decode(id, record), parent, EntityChanges.nextGeneration(record, now));
            if (transactions.commit(operation, writes, change) instanceof TransactionResult.Refused) {
                return null;
            }
        }
        tellBuckets(id, Objects.requireNonNullElse(record(id), record));
        return !same;
    }

    boolean setCascade(String id, boolean cascade) {
        String operation = "changing whether entity " + ENTITY.show(id) + " cascades";
        return retry.run(operation, "others changed it", () -> cascade(operation, id, cascade));
    }

    private @Nullable Boolean cascade(String operation, String id, boolean cascade) {
        Item record = record(id);
        if (record == null) {
            throw new EntityNotFoundException(id, "create it first, with its parent");
        }
        Entity entity = EntityItems.decode(id, record);
        if (cascade && entity.parent().isEmpty()) {
            throw new InvalidInputException(
                    "cascade", true, "only for an entity with a parent; '" + ENTITY.show(id) + "' has none");
        }
        if (entity.cascade() != cascade) {
            long now = engine.environment().wallMillis();
            versionFloor.pass(engine, operation);
            AuditItems.Change change =
                    EntityRecords.cascades(entity, cascade, EntityChanges.nextGeneration(record, now));
            if (transactions.commit(operation, List.of(EntityChanges.cascade(record, cascade, now)), change)
                    instanceof TransactionResult.Refused) {
                return null;
            }
        }
        tellBuckets(id, Objects.requireNonNullElse(record(id), record));
        return entity.cascade() != cascade;
    }

    /** Checks of the new parent and all that are above it. */
    private List<Write> ancestors(String id, @Nullable String parent) {
        List<Write> checks = new ArrayList<>();
        String next = parent;
        while (next != null) {
            if (next.equals(id)) {
                throw new InvalidInputException(
                        "parent",
                        parent,
                        "an entity that is not '" + ENTITY.show(id) + "' and does not descend from it");
            }
            if (checks.size() == MOST_ANCESTORS) {
                throw new InvalidInputException(
                        "parent", parent, "an entity with fewer than " + MOST_ANCESTORS + " ancestors");
            }
            Item record = record(next);
            if (record == null && next.equals(parent)) {
                throw new EntityNotFoundException(next, "create it before it becomes a parent; nothing was changed");
            }
            String above = record == null ? null : EntityItems.lineage(record).parent();
            if (record != null) {
                checks.add(EntityChanges.sameParent(record));
            }
            next = next.equals(above) ? null : above;
        }
        return checks;
    }

    private @Nullable Item record(String id) {
        return blocking.read(
                "reading entity " + ENTITY.show(id),
                engine.patientStore().get(engine.keys().meta(id)));
    }

    /** Writes what a record says of its parent to all buckets of its entity. */
    void tellBuckets(String id, Item record) {
        Lineage lineage = EntityItems.lineage(record);
        Pages.change(
                        engine,
                        blocking,
                        "finding buckets of " + ENTITY.show(id),
                        EntityQueries.bucketsOf(engine.keys(), id))
                .forEach(bucket -> blocking.get(
                        "telling a bucket of " + ENTITY.show(id),
                        engine.patientStore().write(EntityChanges.tellBucket(bucket.key(), lineage))));
        limiters.entityChanged(id);
    }
}

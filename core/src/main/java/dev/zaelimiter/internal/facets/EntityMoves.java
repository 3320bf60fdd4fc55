package dev.zaelimiter.internal.facets;

import static dev.zaelimiter.NameEncoding.ENTITY;

import dev.zaelimiter.Entity;
import dev.zaelimiter.EntityNotFoundException;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.engine.acquire.Limiters;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.EntityItems;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives entities other parents. A move is pinned on every ancestor that was looked at, so that two moves at once can't
 * close a circle; its buckets are told afterwards, each only if it does not know of a later move.
 */
final class EntityMoves {

    private static final int MOST_ANCESTORS = 32;
    private static final int MAX_TRIES = 20;

    private final Limiters limiters;
    private final Engine engine;
    private final Waiting waiting;
    private final Journal journal;
    private final VersionGate gate;

    EntityMoves(Limiters limiters, Engine engine, Waiting waiting, Journal journal, VersionGate gate) {
        this.gate = gate;
        this.limiters = limiters;
        this.engine = engine;
        this.waiting = waiting;
        this.journal = journal;
    }

    boolean setParent(String id, @Nullable String parent) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Item record = record(id);
            if (record == null) {
                throw new EntityNotFoundException(id, "create it with its parent instead of moving it");
            }
            List<Write> writes = new ArrayList<>();
            boolean same = Objects.equals(EntityItems.lineage(record).parent(), parent);
            if (!same) {
                long now = engine.environment().wallMillis();
                Write move = EntityItems.move(engine.keys(), record, parent, now);
                writes.add(move);
                writes.addAll(ancestors(id, parent));
                gate.pass(engine, "moving entity " + ENTITY.show(id));
                if (journal.commit(
                                "moving entity " + ENTITY.show(id),
                                writes,
                                EntityRecords.moved(
                                        EntityItems.decode(id, record),
                                        parent,
                                        EntityItems.nextGeneration(record, now)))
                        instanceof TransactionResult.Refused) {
                    continue;
                }
            }
            tellBuckets(id, Objects.requireNonNullElse(record(id), record));
            return !same;
        }
        throw new StoreFailureException(
                "moving entity " + ENTITY.show(id),
                false,
                new StoreException.Conflict(
                        "others moved it or its ancestors " + MAX_TRIES + " times meanwhile", null));
    }

    boolean setCascade(String id, boolean cascade) {
        String operation = "changing whether entity " + ENTITY.show(id) + " cascades";
        for (int tries = 0; tries < MAX_TRIES; tries++) {
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
                gate.pass(engine, operation);
                if (journal.commit(
                                operation,
                                List.of(EntityItems.cascade(record, cascade, now)),
                                EntityRecords.cascades(entity, cascade, EntityItems.nextGeneration(record, now)))
                        instanceof TransactionResult.Refused) {
                    continue;
                }
            }
            tellBuckets(id, Objects.requireNonNullElse(record(id), record));
            return entity.cascade() != cascade;
        }
        throw new StoreFailureException(
                operation,
                false,
                new StoreException.Conflict("others changed it " + MAX_TRIES + " times meanwhile", null));
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
                checks.add(EntityItems.sameParent(record));
            }
            next = next.equals(above) ? null : above;
        }
        return checks;
    }

    private @Nullable Item record(String id) {
        return waiting.read(
                "reading entity " + ENTITY.show(id),
                engine.patientStore().get(engine.keys().meta(id)));
    }

    /** Writes what a record says of its parent to all buckets of its entity. */
    void tellBuckets(String id, Item record) {
        Lineage lineage = EntityItems.lineage(record);
        Query query = EntityItems.bucketsOf(engine.keys(), id);
        Optional<String> next;
        do {
            Page page = waiting.get(
                    "finding buckets of " + ENTITY.show(id),
                    engine.patientStore().query(query));
            for (Item bucket : page.items()) {
                waiting.get(
                        "telling a bucket of " + ENTITY.show(id),
                        engine.patientStore().write(EntityItems.tellBucket(bucket.key(), lineage)));
            }
            next = Optional.ofNullable(page.next());
            query = query.after(page.next());
        } while (next.isPresent());
        limiters.entityChanged(id);
    }
}

package dev.zaelimiter.internal.facets;

import static dev.zaelimiter.NameEncoding.ENTITY;

import dev.zaelimiter.Entities;
import dev.zaelimiter.Entity;
import dev.zaelimiter.EntityExistsException;
import dev.zaelimiter.EntityHasChildrenException;
import dev.zaelimiter.EntityNotFoundException;
import dev.zaelimiter.EntityPage;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.internal.engine.acquire.Limiters;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.EntityItems;
import dev.zaelimiter.internal.schema.EntityQueries;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Creates, reads, moves and deletes entities. One that was in use before it was created has its buckets told of it. */
final class EntitiesFacet implements Entities {

    private static final WriteShape PUT_NEW = WriteShape.put(Condition.itemAbsent());
    private static final WriteShape EXISTS = WriteShape.check(Condition.itemExists());
    private static final int PARENT = 1;
    private static final int NAMED = 10;

    private final Engine engine;
    private final BlockingStore blocking;
    private final AuditedTransactions transactions;
    private final EntityMoves moves;
    private final EntityRemoval removal;

    EntitiesFacet(
            Limiters limiters,
            Engine engine,
            BlockingStore blocking,
            AuditedTransactions transactions,
            ClientVersionFloor versionFloor) {
        this.engine = engine;
        this.blocking = blocking;
        this.transactions = transactions;
        this.moves = new EntityMoves(limiters, engine, blocking, transactions, versionFloor);
        this.removal = new EntityRemoval(limiters, engine, blocking, transactions);
    }

    @Override
    public void create(Entity entity) {
        engine.requireOpen();
        String operation = "creating entity " + ENTITY.show(entity.id());
        Item item = EntityItems.encode(
                engine.keys(),
                entity,
                engine.environment().wallMillis(),
                engine.environment().random().nextLong());
        List<Write> writes = new ArrayList<>(List.of(Write.put(PUT_NEW, item)));
        entity.parent()
                .ifPresent(parent -> writes.add(Write.of(EXISTS, engine.keys().meta(parent))));
        if (transactions.commit(operation, writes, EntityRecords.created(entity))
                instanceof TransactionResult.Refused refused) {
            throw entity.parent().isPresent() && refused.failures().containsKey(PARENT)
                    ? new EntityNotFoundException(
                            entity.parent().get(),
                            "create it before its child '" + ENTITY.show(entity.id()) + "', which was not created")
                    : new EntityExistsException(entity.id());
        }
        moves.tellBuckets(entity.id(), item);
    }

    @Override
    public Optional<Entity> get(String id) {
        engine.requireOpen();
        Inputs.entity(id);
        Item item = blocking.read(
                "reading entity " + ENTITY.show(id),
                engine.patientStore().get(engine.keys().meta(id)));
        return item == null ? Optional.empty() : Optional.of(EntityItems.decode(id, item));
    }

    @Override
    public EntityPage children(String parent, int limit, @Nullable String after) {
        engine.requireOpen();
        Inputs.entity(parent);
        if (limit < 1 || limit > Query.MAX_LIMIT) {
            throw new InvalidInputException("limit", limit, "1 to " + Query.MAX_LIMIT);
        }
        Query query =
                EntityQueries.childrenOf(engine.keys(), parent).limit(limit).after(after);
        String operation = "reading the children of " + ENTITY.show(parent);
        Page page = blocking.read(operation, engine.patientStore().query(query));
        List<String> ids = page.items().stream().map(EntityQueries::child).toList();
        Map<Key, Item> records = blocking.read(
                operation,
                engine.patientStore()
                        .batchGet(ids.stream().map(engine.keys()::meta).toList()));
        List<Entity> children = new ArrayList<>();
        for (String id : ids) {
            Item record = records.get(engine.keys().meta(id));
            // The index may still know a child that has gone, or moved on.
            if (record != null && parent.equals(EntityItems.lineage(record).parent())) {
                children.add(EntityItems.decode(id, record));
            }
        }
        return new EntityPage(children, Optional.ofNullable(page.next()));
    }

    @Override
    public EntityPage list(int limit, @Nullable String after) {
        engine.requireOpen();
        if (limit < 1 || limit > Query.MAX_LIMIT) {
            throw new InvalidInputException("limit", limit, "1 to " + Query.MAX_LIMIT);
        }
        String operation = "listing entities";
        Page page = blocking.read(
                operation,
                engine.patientStore()
                        .query(EntityQueries.withAllEntities(engine.keys())
                                .limit(limit)
                                .after(after)));
        List<Key> keys = page.items().stream()
                .map(Item::key)
                .filter(EntityItems::isRecord)
                .toList();
        Map<Key, Item> records = keys.isEmpty()
                ? Map.of()
                : blocking.read(operation, engine.patientStore().batchGet(keys));
        List<Entity> entities = new ArrayList<>();
        for (Key key : keys) {
            Item record = records.get(key);
            String id = EntityQueries.entity(engine.keys(), key);
            // The index may still know one that has gone; and no call could name one whose id breaks the rule.
            if (record != null && StoredNames.isEntity("the entities", id)) {
                entities.add(EntityItems.decode(id, record));
            }
        }
        return new EntityPage(entities, Optional.ofNullable(page.next()));
    }

    @Override
    public boolean setCascade(String id, boolean cascade) {
        engine.requireOpen();
        return moves.setCascade(Inputs.entity(id), cascade);
    }

    @Override
    public boolean setParent(String id, @Nullable String parent) {
        engine.requireOpen();
        return moves.setParent(Inputs.entity(id), parent == null ? null : Inputs.entity(parent));
    }

    @Override
    public long delete(String id) {
        engine.requireOpen();
        Inputs.entity(id);
        List<String> children = ids(children(id, NAMED + 1, null));
        if (!children.isEmpty()) {
            throw new EntityHasChildrenException(
                    id, children.subList(0, Math.min(NAMED, children.size())), children.size() > NAMED);
        }
        return removal.delete(id);
    }

    @Override
    public long deleteAndDetachChildren(String id) {
        engine.requireOpen();
        Inputs.entity(id);
        List<String> children = new ArrayList<>();
        new Pages<>(engine, blocking, "reading the children of " + ENTITY.show(id), after -> {
                    EntityPage page = children(id, Query.MAX_LIMIT, after);
                    return new Pages.Part<>(ids(page), page.next().orElse(null));
                })
                .forEach(children::add);
        children.forEach(child -> moves.setParent(child, null));
        return removal.delete(id);
    }

    private static List<String> ids(EntityPage page) {
        return page.entities().stream().map(Entity::id).toList();
    }
}

package dev.zaelimiter.admin;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NameEncoding;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.engine.acquire.Limiters;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.AuditedTransactions;
import dev.zaelimiter.internal.facets.BlockingStore;
import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.internal.facets.OptimisticRetry;
import dev.zaelimiter.internal.facets.ShardsInLine;
import dev.zaelimiter.internal.schema.AuditItems;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.internal.schema.OperationItems;
import dev.zaelimiter.internal.schema.OperationItems.Done;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads all shards of a bucket, and writes what they are given, with the records of it: one transaction, tried anew if
 * others were quicker.
 */
final class RefillAttempt implements OptimisticRetry.Attempt<Refilled> {

    private final Engine engine;
    private final Limiters limiters;
    private final BlockingStore blocking;
    private final AuditedTransactions transactions;
    private final ShardsInLine inLine;
    private final String entity;
    private final String resource;
    private final RefillOrder order;
    private final String operation;
    private final Key first;
    private final Key record;

    /**
     * For one order.
     *
     * @param repository where the bucket is
     * @param transactions in whose name
     * @param entity whose bucket
     * @param resource on what
     * @param order what is to be given
     * @param idempotencyKey under which it is done once, or null
     */
    RefillAttempt(
            EngineRepository repository,
            AuditedTransactions transactions,
            String entity,
            String resource,
            RefillOrder order,
            @Nullable String idempotencyKey) {
        this.engine = repository.engine();
        this.limiters = repository.limiters();
        this.blocking = repository.waiting();
        this.transactions = transactions;
        this.inLine = new ShardsInLine(engine, blocking);
        this.entity = entity;
        this.resource = resource;
        this.order = order;
        this.operation = order.operation() + " of " + NameEncoding.ENTITY.show(entity) + " on "
                + NameEncoding.RESOURCE.show(resource);
        this.first = engine.keys().bucket(entity, resource, 0);
        this.record =
                OperationItems.key(engine.keys(), entity, resource, idempotencyKey == null ? random() : idempotencyKey);
    }

    String operation() {
        return operation;
    }

    @Override
    public @Nullable Refilled once() {
        Key meta = engine.keys().meta(entity);
        Map<Key, Item> found = blocking.read(operation, engine.patientStore().batchGet(List.of(meta, first, record)));
        long now = engine.environment().wallMillis();
        String incarnation = OperationItems.incarnation(found.get(meta));
        Done before = OperationItems.decode(found.get(record), incarnation, now);
        if (before != null) {
            return repeated(before);
        }
        List<ShardTransfer.Seen> shards = shards(found.get(first));
        if (inLine.bring(operation, entity, resource, shards)) {
            return null;
        }
        if (!shards.isEmpty()) {
            order.requireKnown(shards.get(0).image());
        }
        List<Write> writes = new ArrayList<>();
        Done done = new Done(order.operation(), shards.size(), give(shards, now, writes));
        writes.add(OperationItems.put(engine.keys(), record, entity, resource, done, incarnation, now, random()));
        if (transactions.commit(operation, writes, change(done)) instanceof TransactionResult.Refused) {
            return null;
        }
        limiters.entityChanged(entity);
        return new Refilled(entity, resource, done.shards(), done.amounts(), false);
    }

    private Refilled repeated(Done before) {
        if (!before.operation().equals(order.operation())) {
            throw new InvalidInputException(
                    "idempotencyKey",
                    record.sk().substring(record.sk().lastIndexOf('#') + 1),
                    "another key: under this one a " + before.operation() + " was done");
        }
        return new Refilled(entity, resource, before.shards(), before.amounts(), true);
    }

    private List<ShardTransfer.Seen> shards(@Nullable Item stored) {
        List<ShardTransfer.Seen> shards = new ArrayList<>();
        if (stored == null) {
            return shards;
        }
        try {
            shards.add(ShardTransfer.Seen.of(stored));
            // Others may be divided finer than the first one knows.
            int most = shards.get(0).image().shardCount() == 1 ? 1 : Shares.MAX;
            List<Key> others = new ArrayList<>();
            for (int shard = 1; shard < most; shard++) {
                others.add(engine.keys().bucket(entity, resource, shard));
            }
            if (!others.isEmpty()) {
                Map<Key, Item> items =
                        blocking.read(operation, engine.patientStore().batchGet(others));
                for (Key other : others) {
                    Item item = items.get(other);
                    if (item != null) {
                        shards.add(ShardTransfer.Seen.of(item));
                    }
                }
            }
        } catch (DamagedBucketException damaged) {
            throw new StoreFailureException(operation, false, damaged);
        }
        return shards;
    }

    /** Adds the writes, and tells what is given, in whole tokens by limit. */
    private Map<String, Long> give(List<ShardTransfer.Seen> shards, long now, List<Write> writes) {
        Map<String, Long> given = new TreeMap<>();
        Map<String, Long> left = order.toGive();
        for (ShardTransfer.Seen shard : shards) {
            long[] amounts = order.share(shard.image(), left, now);
            for (int i = 0; i < amounts.length; i++) {
                if (order.concerns(shard.image(), i)) {
                    given.merge(shard.image().layout().name(i), amounts[i], BucketMath::plus);
                }
            }
            writes.add(ShardTransfer.give(
                    shard, amounts, now, engine.environment().random().nextLong(1, Long.MAX_VALUE)));
        }
        if (shards.isEmpty()) {
            // Made meanwhile, it is read again: else the key would stand for a refill that gave nothing.
            writes.add(Write.of(WriteShape.check(Condition.itemAbsent()), first, new long[0], new AttributeValue[0]));
        }
        given.replaceAll((name, milli) -> milli / BucketMath.MILLI);
        return given;
    }

    private AuditItems.Change change(Done done) {
        Map<String, AttributeValue> amounts = new TreeMap<>();
        done.amounts().forEach((name, tokens) -> amounts.put(name, AttributeValue.of(tokens)));
        return new AuditItems.Change(
                order.action(),
                entity,
                resource,
                Map.of("shards", AttributeValue.of(done.shards()), "amounts", new AttributeValue.Mapping(amounts)),
                Map.of());
    }

    private String random() {
        return new UUID(
                        engine.environment().random().nextLong(),
                        engine.environment().random().nextLong())
                .toString();
    }
}

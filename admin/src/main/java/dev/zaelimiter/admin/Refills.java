package dev.zaelimiter.admin;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.NameEncoding;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.engine.acquire.Limiters;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.internal.facets.Inputs;
import dev.zaelimiter.internal.facets.Journal;
import dev.zaelimiter.internal.facets.ShardsInLine;
import dev.zaelimiter.internal.facets.Waiting;
import dev.zaelimiter.internal.schema.AuditItems;
import dev.zaelimiter.internal.schema.BucketSchema;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.internal.schema.OperationItems;
import dev.zaelimiter.internal.schema.OperationItems.Done;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives a bucket tokens by hand: all that is missing, or some. All shards, the record of the idempotency key and the audit
 * record are written in one transaction. Never above a ceiling, which is that of the limits that are stored now, also if
 * nobody has taken anything since they were changed. Blocking; safe for use by many threads.
 *
 * <p>Under an idempotency key something is done once: who asks again within three days is told what was done. Without one
 * a call that failed may have been done, and would be done again.
 */
public final class Refills {

    private static final Pattern IDEMPOTENCY_KEY = Pattern.compile("[A-Za-z0-9._:\\-]{1,64}");
    private static final String RESET = "reset";
    private static final String TOP_UP = "top_up";
    private static final int MAX_TRIES = 20;

    private final Engine engine;
    private final Limiters limiters;
    private final Waiting waiting;
    private final Journal journal;
    private final ShardsInLine inLine;

    Refills(EngineRepository repository, Journal journal) {
        this.engine = repository.engine();
        this.limiters = repository.limiters();
        this.waiting = repository.waiting();
        this.journal = journal;
        this.inLine = new ShardsInLine(engine, waiting);
    }

    /**
     * Fills limits up, and forgives debts.
     *
     * @param entity whose bucket
     * @param resource on what
     * @param limits which limits; none for all
     * @param idempotencyKey letters, digits and {@code . _ : -}, up to 64; or null
     * @return what was given
     * @throws InvalidInputException if an argument breaks its rule, the bucket lacks a limit, or something else was done
     *     under this key
     * @throws StoreFailureException if the store fails, or others kept changing the bucket
     */
    public Refilled reset(String entity, String resource, Set<String> limits, @Nullable String idempotencyKey) {
        limits.forEach(name -> Limit.perSecond(name, 1));
        return run(entity, resource, new Order(RESET, new TreeSet<>(limits), Map.of()), idempotencyKey);
    }

    /**
     * Gives limits tokens. What would go above a ceiling is not given.
     *
     * @param entity whose bucket
     * @param resource on what
     * @param tokens whole tokens by limit, each 1 to 10^15
     * @param idempotencyKey letters, digits and {@code . _ : -}, up to 64; or null
     * @return what was given
     * @throws InvalidInputException if an argument breaks its rule, the bucket lacks a limit, or something else was done
     *     under this key
     * @throws StoreFailureException if the store fails, or others kept changing the bucket
     */
    public Refilled topUp(String entity, String resource, Map<String, Long> tokens, @Nullable String idempotencyKey) {
        if (tokens.isEmpty()) {
            throw new InvalidInputException("tokens", tokens, "at least one limit");
        }
        tokens.forEach((name, amount) -> {
            Limit.perSecond(name, 1);
            if (amount < 1 || amount > Limit.MAX_AMOUNT) {
                throw new InvalidInputException("tokens(" + name + ")", amount, "1 to 10^15 whole tokens");
            }
        });
        return run(entity, resource, new Order(TOP_UP, tokens.keySet(), tokens), idempotencyKey);
    }

    /** What is to be done: of which limits, and how much; all that is missing where nothing is said. */
    private record Order(String operation, Set<String> limits, Map<String, Long> tokens) {

        boolean concerns(BucketImage image, int i) {
            return i != image.layout().wcu()
                    && (limits.isEmpty() || limits.contains(image.layout().name(i)));
        }
    }

    private Refilled run(String entity, String resource, Order order, @Nullable String idempotencyKey) {
        engine.requireOpen();
        Inputs.entity(entity);
        Inputs.resource(resource);
        if (idempotencyKey != null && !IDEMPOTENCY_KEY.matcher(idempotencyKey).matches()) {
            throw new InvalidInputException("idempotencyKey", idempotencyKey, "letters, digits and . _ : - (1 to 64)");
        }
        Key record =
                OperationItems.key(engine.keys(), entity, resource, idempotencyKey == null ? random() : idempotencyKey);
        String operation = order.operation + " of " + NameEncoding.ENTITY.show(entity) + " on "
                + NameEncoding.RESOURCE.show(resource);
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Refilled done = attempt(operation, entity, resource, order, record);
            if (done != null) {
                return done;
            }
        }
        throw new StoreFailureException(
                operation,
                false,
                new StoreException.Conflict("others changed the bucket " + MAX_TRIES + " times meanwhile", null));
    }

    private @Nullable Refilled attempt(String operation, String entity, String resource, Order order, Key record) {
        Key meta = engine.keys().meta(entity);
        Key first = engine.keys().bucket(entity, resource, 0);
        Map<Key, Item> found = waiting.read(operation, engine.patientStore().batchGet(List.of(meta, first, record)));
        long now = engine.environment().wallMillis();
        String incarnation = OperationItems.incarnation(found.get(meta));
        Done before = OperationItems.decode(found.get(record), incarnation, now);
        if (before != null) {
            if (!before.operation().equals(order.operation)) {
                throw new InvalidInputException(
                        "idempotencyKey",
                        record.sk().substring(record.sk().lastIndexOf('#') + 1),
                        "another key: under this one a " + before.operation() + " was done");
            }
            return new Refilled(entity, resource, before.shards(), before.amounts(), true);
        }
        List<ShardTransfer.Seen> shards = shards(operation, entity, resource, found.get(first));
        if (inLine.bring(operation, entity, resource, shards)) {
            return null;
        }
        requireKnown(order, shards);
        Map<String, Long> given = new TreeMap<>();
        List<Write> writes = new ArrayList<>();
        Map<String, Long> left = new TreeMap<>();
        order.tokens.forEach((name, tokens) -> left.put(name, tokens * BucketMath.MILLI));
        for (ShardTransfer.Seen shard : shards) {
            long[] amounts = amounts(order, shard.image(), left, now);
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
        Done done = new Done(order.operation, shards.size(), given);
        writes.add(OperationItems.put(engine.keys(), record, entity, resource, done, incarnation, now, random()));
        if (journal.commit(operation, writes, change(order, entity, resource, done))
                instanceof TransactionResult.Refused) {
            return null;
        }
        limiters.entityChanged(entity);
        return new Refilled(entity, resource, shards.size(), given, false);
    }

    private List<ShardTransfer.Seen> shards(String operation, String entity, String resource, @Nullable Item first) {
        List<ShardTransfer.Seen> shards = new ArrayList<>();
        if (first == null) {
            return shards;
        }
        try {
            shards.add(seen(first));
            long count = shards.get(0).image().shardCount();
            List<Key> others = new ArrayList<>();
            for (int shard = 1; shard < Math.min(Shares.MAX, count); shard++) {
                others.add(engine.keys().bucket(entity, resource, shard));
            }
            if (!others.isEmpty()) {
                Map<Key, Item> items =
                        waiting.read(operation, engine.patientStore().batchGet(others));
                for (Key other : others) {
                    Item item = items.get(other);
                    if (item != null) {
                        shards.add(seen(item));
                    }
                }
            }
        } catch (DamagedBucketException damaged) {
            throw new StoreFailureException(operation, false, damaged);
        }
        return shards;
    }

    private static ShardTransfer.Seen seen(Item item) {
        BucketSchema schema = BucketSchema.of(item.layout());
        return new ShardTransfer.Seen(item, schema, schema.decode(item));
    }

    private static void requireKnown(Order order, List<ShardTransfer.Seen> shards) {
        if (shards.isEmpty()) {
            return;
        }
        BucketImage image = shards.get(0).image();
        for (String name : order.limits) {
            int i = image.layout().indexOf(name);
            if (i < 0) {
                throw new InvalidInputException("limit", name, "a limit of the bucket, which are " + image.layout());
            }
        }
    }

    /** What one shard gets: what it misses, as long as there is something left to give. */
    private static long[] amounts(Order order, BucketImage image, Map<String, Long> left, long now) {
        long[] amounts = new long[image.layout().size()];
        for (int i = 0; i < amounts.length; i++) {
            if (order.concerns(image, i)) {
                String name = image.layout().name(i);
                long missing = image.rates().cap(i) - image.balance(i, image.rates(), now);
                Long most = left.get(name);
                amounts[i] = Math.max(0, most == null ? missing : Math.min(missing, most));
                if (most != null) {
                    left.put(name, most - amounts[i]);
                }
            }
        }
        return amounts;
    }

    private static AuditItems.Change change(Order order, String entity, String resource, Done done) {
        Map<String, AttributeValue> amounts = new TreeMap<>();
        done.amounts().forEach((name, tokens) -> amounts.put(name, AttributeValue.of(tokens)));
        return new AuditItems.Change(
                order.operation.equals(RESET) ? AuditItems.Action.BUCKET_RESET : AuditItems.Action.BUCKET_TOPPED_UP,
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

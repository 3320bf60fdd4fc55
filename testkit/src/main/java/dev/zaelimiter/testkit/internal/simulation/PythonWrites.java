package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The writes of the Python system 0.17.0: what each of them adds, sets and demands. Of limits that refill; switches,
 * soft limits, schedules and quotas are left to the tests beside the original itself. {@code PythonVectorsTest} holds
 * these writes against recordings of it.
 */
final class PythonWrites {

    private static final long UNIT = 1000;
    private static final long UNITS = 1_000_000;

    private final Keys keys;

    PythonWrites(Keys keys) {
        this.keys = keys;
    }

    Key shard(String entity, int shard) {
        return keys.bucket(entity, RequestGenerator.RESOURCE, shard);
    }

    Key record(String entity) {
        return keys.meta(entity);
    }

    /** Takes what is stored, by one write that reads nothing, and refills nothing. */
    Write fast(Key key, Map<String, Long> amounts, long now) {
        Terms terms = new Terms();
        terms.demand(Condition.itemExists());
        amounts.forEach((limit, milli) -> {
            terms.take(limit, milli);
            terms.atLeast(tk(limit), milli);
        });
        terms.take(PythonImage.WCU, UNIT);
        terms.atLeast(tk(PythonImage.WCU), UNIT);
        terms.demand(absentOrAbove("ttl", now / 1000));
        terms.demand(new Condition.NotExists("disabled"));
        terms.demand(absentOrAbove("vu", now));
        return terms.update(key);
    }

    /**
     * Refills all limits, moves the stamp, and takes.
     *
     * @param planned when the refill was computed
     * @param now when the write is made, which is later by two reads: what came back meanwhile is lost
     * @param owner the entity's record, or null if there is none
     */
    Write slow(PythonImage image, Map<String, Long> amounts, long planned, long now, long ttl, @Nullable Item owner) {
        Terms terms = new Terms();
        terms.set("rf", AttributeValue.of(Math.max(now, image.rf())));
        terms.demand(compare("rf", Condition.Op.EQ, image.rf()));
        if (ttl > 0) {
            terms.set("ttl", AttributeValue.of(now / 1000 + ttl));
        }
        terms.remove("vu");
        terms.demand(image.vu() == null ? new Condition.NotExists("vu") : compare("vu", Condition.Op.EQ, image.vu()));
        if (owner != null) {
            terms.owner(owner);
        }
        image.limits().forEach((limit, balance) -> {
            long consumed = amounts.getOrDefault(limit, 0L);
            long refill = balance.refilled(image.rf(), planned) - balance.tk();
            terms.add(tk(limit), refill - consumed);
            terms.add(tc(limit), consumed);
            if (consumed > refill) {
                terms.atLeast(tk(limit), consumed - refill);
            }
            if (refill > 0) {
                terms.demand(compare(tk(limit), Condition.Op.LE, balance.tk()));
            }
        });
        return terms.update(image.key());
    }

    /** Takes what is stored, after the stamp was found moved. */
    Write retry(Key key, Map<String, Long> amounts) {
        Terms terms = new Terms();
        amounts.forEach((limit, milli) -> {
            terms.take(limit, milli);
            terms.atLeast(tk(limit), milli);
        });
        return terms.update(key);
    }

    /** Makes a shard, full at its part of the limit, less what is taken. */
    Item made(Key key, String entity, int count, List<Limit> limits, Map<String, Long> amounts, long now, long ttl) {
        int shard = KeyReader.shard(key);
        Item.Builder item = Item.builder(key)
                .put("entity_id", entity)
                .put("resource", RequestGenerator.RESOURCE)
                .put("rf", now)
                .put("GSI2PK", keys.namespace() + "/RESOURCE#" + RequestGenerator.RESOURCE)
                .put("GSI2SK", "BUCKET#" + entity + "#" + shard)
                .put("cascade", false)
                .put("GSI3PK", keys.namespace() + "/ENTITY#" + entity)
                .put("GSI3SK", "BUCKET#" + RequestGenerator.RESOURCE + "#" + shard)
                .put("GSI4PK", keys.namespace())
                .put("GSI4SK", "BUCKET#" + entity + "#" + RequestGenerator.RESOURCE + "#" + shard)
                .put("shard_count", count);
        if (ttl > 0) {
            item.put("ttl", now / 1000 + ttl);
        }
        limit(item, PythonImage.WCU, UNITS, UNITS, 1000, UNITS, 0);
        for (Limit limit : limits) {
            long capacity = limit.capacity() * 1000;
            long taken = amounts.getOrDefault(limit.name(), 0L);
            limit(
                    item,
                    limit.name(),
                    capacity,
                    limit.refillAmount() * 1000,
                    limit.refillPeriod().toMillis(),
                    capacity / count - taken,
                    taken);
        }
        return item.build();
    }

    private static void limit(
            Item.Builder item, String limit, long capacity, long amount, long period, long balance, long taken) {
        item.put(tk(limit), balance)
                .put("b_" + limit + "_cp", capacity)
                .put("b_" + limit + "_ra", amount)
                .put("b_" + limit + "_rp", period)
                .put(tc(limit), taken);
    }

    /** The owner's words, which each new shard repeats. */
    static Item owned(Item made, @Nullable Item owner) {
        if (owner == null) {
            return made;
        }
        Item.Builder item = made.toBuilder();
        Terms.of(owner).forEach((name, value) -> item.put(name, value));
        return item.build();
    }

    Write create(Item made) {
        return Write.put(WriteShape.put(Condition.itemAbsent()), made);
    }

    /** That the entity is still the one whose record was read. */
    Write unchanged(String entity, @Nullable Item owner) {
        Condition condition = owner == null
                ? Condition.itemAbsent()
                : new Condition.And(List.of(Condition.itemExists(), same(owner, "pgen"), same(owner, "pinc")));
        return Write.of(WriteShape.check(condition), record(entity));
    }

    private static Condition same(Item owner, String name) {
        AttributeValue value = owner.get(name);
        return value == null ? new Condition.NotExists(name) : Condition.equal(name, value);
    }

    /** Changes what was taken; what goes back lands only where it fits, by the image that the lease was given. */
    Write adjust(PythonImage image, Map<String, Long> more) {
        Terms terms = new Terms();
        terms.demand(Condition.itemExists());
        boolean credits = false;
        for (Map.Entry<String, Long> change : more.entrySet()) {
            PythonImage.Balance balance = image.limits().get(change.getKey());
            terms.take(change.getKey(), change.getValue());
            if (change.getValue() < 0 && balance != null) {
                credits = true;
                terms.demand(compare(tk(change.getKey()), Condition.Op.LE, balance.part() + change.getValue()));
                terms.demand(compare("b_" + change.getKey() + "_cp", Condition.Op.EQ, balance.capacity()));
            }
        }
        if (credits) {
            terms.demand(compare("shard_count", Condition.Op.EQ, image.count()));
            terms.demand(
                    image.vu() == null ? new Condition.NotExists("vu") : compare("vu", Condition.Op.EQ, image.vu()));
        }
        return terms.update(image.key());
    }

    /** The same where it did not fit: all of it, and the next slow pass is to cut it. */
    Write trimmed(Key key, Map<String, Long> more) {
        Terms terms = new Terms();
        terms.demand(Condition.itemExists());
        terms.set("vu", AttributeValue.of(0));
        more.forEach(terms::take);
        return terms.update(key);
    }

    /** Believes in twice as many shards from now on. */
    Write doubled(Key first, long count) {
        Terms terms = new Terms();
        terms.set("shard_count", AttributeValue.of(2 * count));
        terms.demand(compare("shard_count", Condition.Op.EQ, count));
        return terms.update(first);
    }

    /** Tells another shard. */
    Write told(Key other, long count) {
        Terms terms = new Terms();
        terms.set("shard_count", AttributeValue.of(count));
        terms.demand(compare("shard_count", Condition.Op.LT, count));
        return terms.update(other);
    }

    private static String tk(String limit) {
        return "b_" + limit + "_tk";
    }

    private static String tc(String limit) {
        return "b_" + limit + "_tc";
    }

    private static Condition compare(String name, Condition.Op op, long value) {
        return new Condition.Compare(name, op, new Operand.Constant(AttributeValue.of(value)));
    }

    private static Condition absentOrAbove(String name, long value) {
        return new Condition.Or(List.of(new Condition.NotExists(name), compare(name, Condition.Op.GT, value)));
    }

    /** One update in the making. */
    private static final class Terms {
        private static final List<String> OWNED = List.of("cascade", "parent_id", "pgen", "pinc");

        private final List<WriteShape.Action> actions = new ArrayList<>();
        private final List<Condition> conditions = new ArrayList<>();

        /** What a bucket repeats of its entity's record. */
        static Map<String, AttributeValue> of(Item owner) {
            Map<String, AttributeValue> words = new java.util.TreeMap<>();
            OWNED.forEach(name -> {
                AttributeValue value = owner.get(name);
                if (value != null && value != AttributeValue.Null.NULL) {
                    words.put(name, value);
                }
            });
            return words;
        }

        void owner(Item owner) {
            of(owner).forEach(this::set);
        }

        void demand(Condition condition) {
            conditions.add(condition);
        }

        void atLeast(String name, long value) {
            demand(compare(name, Condition.Op.GE, value));
        }

        void set(String name, AttributeValue value) {
            actions.add(new WriteShape.Action(WriteShape.Verb.SET, name, new Operand.Constant(value)));
        }

        void remove(String name) {
            actions.add(new WriteShape.Action(WriteShape.Verb.REMOVE, name, null));
        }

        void add(String name, long value) {
            actions.add(
                    new WriteShape.Action(WriteShape.Verb.ADD, name, new Operand.Constant(AttributeValue.of(value))));
        }

        void take(String limit, long milli) {
            add(tk(limit), -milli);
            add(tc(limit), milli);
        }

        Write update(Key key) {
            return Write.of(WriteShape.update(new Condition.And(conditions), actions), key);
        }
    }
}

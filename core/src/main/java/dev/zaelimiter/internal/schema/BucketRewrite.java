package dev.zaelimiter.internal.schema;

import static dev.zaelimiter.internal.bucket.BucketMath.plus;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Lifetime;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.bucket.TakenBack;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Verb;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One rewrite of a bucket as it grows, limit by limit. The write is pinned on everything that its arithmetic used, and
 * refills first, under the old numbers: a lower ceiling then clamps at once, a higher one fills by refill, a changed
 * period keeps the balance, an added limit starts full. Used by one thread, once.
 */
final class BucketRewrite {

    private final Key key;
    private final Item item;
    private final BucketSchema schema;
    private final BucketImage image;
    private final long now;
    private final List<Condition> conditions = new ArrayList<>();
    private final List<WriteShape.Action> actions = new ArrayList<>();

    private final List<Held> held = new ArrayList<>();

    /**
     * A limit that the bucket holds after the write.
     *
     * @param rates its numbers, alone
     * @param balance what it then holds
     * @param gained what is added to the stored balance, or negative if that is replaced
     */
    private record Held(String name, Rates rates, long balance, long gained) {}

    BucketRewrite(Key key, Item item, BucketSchema schema, BucketImage image, long now) {
        this.key = key;
        this.item = item;
        this.schema = schema;
        this.image = image;
        this.now = now;
    }

    /** Keeps a limit, under new numbers if there are such. */
    void carryOver(int i, @Nullable Limit limit) {
        LimitAttributes a = schema.attributes(i);
        Rates old = image.rates();
        long newCap = limit == null ? image.stored().cap(i) : limit.capacity() * BucketMath.MILLI;
        long newShare = limit == null ? old.cap(i) : image.share(newCap);
        long newPeriod = limit == null ? old.rp(i) : limit.refillPeriod().toMillis();
        long newAmount = limit == null ? image.stored().ra(i) : limit.refillAmount() * BucketMath.MILLI;
        // What was used of a budget stays used: it gains what the new one has more, or loses what it has less.
        boolean budget = image.stored().isBudget(i) && Rates.isBudget(newAmount, newPeriod);
        long granted = budget ? newShare - old.cap(i) : 0;
        long ceiling = budget ? old.cap(i) : Math.min(old.cap(i), newShare);
        long elapsed = image.elapsed(now);
        long gained = image.gained(i, old, elapsed);
        long balance = plus(image.tk()[i], gained);
        pin(i);
        if (i != image.layout().wcu()) {
            long held = Math.min(ceiling, balance) + granted;
            hold(a.limit, newCap, newAmount, newPeriod, held, balance >= ceiling ? -1 : gained + granted);
        }
        long rm = 0;
        if (balance >= ceiling) {
            compare(a.tk, Op.GE, ceiling - gained);
            act(Verb.SET, a.tk, ceiling + granted);
        } else {
            // Strictly below: a limit that was filled up meanwhile keeps no remainder.
            compare(a.tk, Op.LT, ceiling - gained);
            act(Verb.ADD, a.tk, gained + granted);
            long left = BucketMath.remainder(
                    elapsed, old.ra(i), old.rp(i), BucketMath.validRemainder(image.rm()[i], old.rp(i)));
            rm = scaled(left, newPeriod, old.rp(i));
        }
        if (rm != 0 || schema.hasRemainder(i)) {
            act(Verb.SET, a.rm, rm);
        }
        if (limit != null) {
            act(Verb.SET, a.cp, newCap);
            act(Verb.SET, a.ra, newAmount);
            act(Verb.SET, a.rp, newPeriod);
            if (schema.hasBurst(i)) {
                actions.add(new WriteShape.Action(Verb.REMOVE, a.bx, null));
            }
        }
    }

    private void hold(String name, long cap, long ra, long rp, long balance, long gained) {
        long gains = Rates.isBudget(ra, rp) ? 0 : ra;
        held.add(new Held(name, new Rates(new long[] {cap}, new long[] {gains}, new long[] {rp}), balance, gained));
    }

    private static long scaled(long rm, long newPeriod, long oldPeriod) {
        return newPeriod == oldPeriod
                ? rm
                : BigInteger.valueOf(rm)
                        .multiply(BigInteger.valueOf(newPeriod))
                        .divide(BigInteger.valueOf(oldPeriod))
                        .longValue();
    }

    private void pin(int i) {
        LimitAttributes a = schema.attributes(i);
        compare(schema.hasBurst(i) ? a.bx : a.cp, Op.EQ, image.stored().cap(i));
        compare(a.ra, Op.EQ, image.stored().ra(i));
        compare(a.rp, Op.EQ, image.stored().rp(i));
        if (schema.hasRemainder(i)) {
            compare(a.rm, Op.EQ, image.rm()[i]);
        } else {
            conditions.add(new Condition.NotExists(a.rm));
        }
    }

    /** Adds a limit, full. */
    void add(Limit limit) {
        LimitAttributes a = new LimitAttributes(limit.name());
        long cap = limit.capacity() * BucketMath.MILLI;
        long ra = limit.refillAmount() * BucketMath.MILLI;
        long rp = limit.refillPeriod().toMillis();
        hold(a.limit, cap, ra, rp, cap, -1);
        conditions.add(new Condition.NotExists(a.cp));
        act(Verb.SET, a.tk, image.share(cap));
        act(Verb.SET, a.cp, cap);
        act(Verb.SET, a.ra, ra);
        act(Verb.SET, a.rp, rp);
        act(Verb.SET, a.tc, item.whole(a.tc, 0));
        for (String attribute : List.of(a.rm, a.bx)) {
            if (item.has(attribute)) {
                actions.add(new WriteShape.Action(Verb.REMOVE, attribute, null));
            }
        }
    }

    /** Takes a limit away. */
    void remove(int i) {
        LimitAttributes a = schema.attributes(i);
        pin(i);
        for (String attribute : List.of(a.tk, a.cp, a.ra, a.rp, a.rm, a.tc, a.bx)) {
            if (item.has(attribute)) {
                actions.add(new WriteShape.Action(Verb.REMOVE, attribute, null));
            }
        }
    }

    /**
     * Keeps names in a list attribute. Pinned, whether it changes or not: the stamp alone does not tell two rewrites within a millisecond apart, or those of
     * a process whose clock is behind, and the second would write over the names that the first has added.
     */
    void list(String attribute, Set<String> names) {
        AttributeValue seen = item.get(attribute);
        conditions.add(
                seen == null
                        ? new Condition.NotExists(attribute)
                        : new Condition.Compare(attribute, Op.EQ, new Operand.Constant(seen)));
        if (!names.isEmpty()) {
            AttributeValue value = AttributeValue.Sequence.ofTexts(names);
            if (!value.equals(item.get(attribute))) {
                actions.add(new WriteShape.Action(Verb.SET, attribute, new Operand.Constant(value)));
            }
        } else if (item.has(attribute)) {
            actions.add(new WriteShape.Action(Verb.REMOVE, attribute, null));
        }
    }

    /** Tells the bucket what its entity's record says. Pinned on what it knew. */
    void lineage(Lineage record) {
        for (String attribute : EntityItems.TOLD) {
            AttributeValue seen = item.get(attribute);
            conditions.add(seen == null ? new Condition.NotExists(attribute) : Condition.equal(attribute, seen));
        }
        tell(BucketSchema.CASCADE, AttributeValue.of(record.cascade()));
        tell(BucketSchema.PARENT, record.parent() == null ? null : AttributeValue.of(record.parent()));
        tell(EntityItems.GENERATION, record.generation() == null ? null : AttributeValue.of(record.generation()));
        tell(EntityItems.INCARNATION, record.incarnation() == null ? null : AttributeValue.of(record.incarnation()));
    }

    private void tell(String attribute, @Nullable AttributeValue value) {
        if (value != null) {
            actions.add(new WriteShape.Action(Verb.SET, attribute, new Operand.Constant(value)));
        } else if (item.has(attribute)) {
            actions.add(new WriteShape.Action(Verb.REMOVE, attribute, null));
        }
    }

    /**
     * Sets the time to live, or takes it away, also where it can't be told. Counts from the balances that the image shows, also of limits that came with a call. Others may leave deeper debts
     * before this lands, so the condition proves that each limit is full when the bucket may vanish.
     */
    void timeToLive(boolean expires, int multiplier) {
        long ttl = expires ? latestEnd(multiplier) : Lifetime.NO_END;
        if (ttl != Lifetime.NO_END) {
            for (Held limit : held) {
                if (limit.gained >= 0) {
                    String tk = new LimitAttributes(limit.name).tk;
                    compare(tk, Op.GE, Lifetime.leastThatLasts(limit.rates, 0, -limit.gained, ttl, now));
                }
            }
            act(Verb.SET, BucketSchema.TTL, ttl);
        } else if (item.has(BucketSchema.TTL)) {
            actions.add(new WriteShape.Action(Verb.REMOVE, BucketSchema.TTL, null));
        }
    }

    /** Of a bucket of no limits it is the last moment that is past. */
    private long latestEnd(int multiplier) {
        long latest = Math.floorDiv(now, 1000L);
        for (Held limit : held) {
            BucketLayout layout = new BucketLayout(limit.name);
            long ttl = Lifetime.ttlSeconds(layout, limit.rates, new long[] {limit.balance}, now, multiplier);
            if (ttl == Lifetime.NO_END) {
                return ttl;
            }
            latest = Math.max(latest, ttl);
        }
        return latest;
    }

    Write write(long wid) {
        compare(BucketSchema.STAMP, Op.EQ, image.rf());
        compare(BucketSchema.SHARD_COUNT, Op.EQ, image.shardCount());
        boolean damaged = image.damagedStamp(now);
        act(Verb.SET, BucketSchema.STAMP, damaged ? now : Math.max(now, image.rf()));
        TakenBack takenBack = image.takenBackAfter(now);
        if (takenBack != null && !takenBack.equals(image.takenBack())) {
            act(Verb.SET, BucketSchema.LONGEST_GAP, takenBack.longest());
            act(Verb.SET, BucketSchema.TAKEN_BACK_MILLIS, takenBack.millis());
        } else if (takenBack == null && image.takenBack() != null) {
            actions.add(new WriteShape.Action(Verb.REMOVE, BucketSchema.LONGEST_GAP, null));
            actions.add(new WriteShape.Action(Verb.REMOVE, BucketSchema.TAKEN_BACK_MILLIS, null));
        }
        act(Verb.SET, BucketSchema.WID, wid);
        act(Verb.SET, BucketSchema.LIMITS_CHANGED, wid);
        return Write.of(WriteShape.update(new Condition.And(conditions), actions), key);
    }

    private void compare(String attribute, Op op, long number) {
        conditions.add(new Condition.Compare(attribute, op, new Operand.Constant(AttributeValue.of(number))));
    }

    private void act(Verb verb, String attribute, long number) {
        actions.add(new WriteShape.Action(verb, attribute, new Operand.Constant(AttributeValue.of(number))));
    }
}

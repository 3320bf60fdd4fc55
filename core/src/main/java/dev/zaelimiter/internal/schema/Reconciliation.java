package dev.zaelimiter.internal.schema;

import static dev.zaelimiter.internal.bucket.BucketMath.plus;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Lifetime;
import dev.zaelimiter.internal.bucket.Rates;
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
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Brings a bucket in line with limits that were changed, added or removed. The write is pinned on everything that its
 * arithmetic used, and refills first, under the old numbers: a lower ceiling then clamps at once, a higher one fills by
 * refill, a changed period keeps the balance, an added limit starts full, a removed one goes and leaves its name behind.
 */
public final class Reconciliation {

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

    private Reconciliation(Key key, Item item, BucketSchema schema, BucketImage image, long now) {
        this.key = key;
        this.item = item;
        this.schema = schema;
        this.image = image;
        this.now = now;
    }

    /**
     * What a bucket should hold.
     *
     * @param limits its limits
     * @param ttlMultiplier times the slowest time to full until an unused bucket may vanish; 0 for never
     */
    public record Target(List<Limit> limits, int ttlMultiplier) {}

    /**
     * Whether a bucket holds what it should. Limits that came with a call are nobody's business but the call's.
     *
     * @param item the bucket's item
     * @param image the same, decoded
     * @param target what it should hold
     * @return true if nothing is to be done
     */
    public static boolean agrees(Item item, BucketImage image, Target target) {
        List<String> callTime = BucketSchema.callTimeLimits(item);
        int governed = 0;
        for (int i = 0; i < image.layout().size(); i++) {
            String name = image.layout().name(i);
            governed += i == image.layout().wcu() || callTime.contains(name) ? 0 : 1;
        }
        if (governed != target.limits().size() || (image.ttl() != 0) != expires(image, target)) {
            return false;
        }
        for (Limit limit : target.limits()) {
            int i = image.layout().indexOf(limit.name());
            if (i < 0 || callTime.contains(limit.name()) || !same(image.stored(), i, limit)) {
                return false;
            }
        }
        return true;
    }

    /** One shard that vanished beside others would be made anew whole. */
    private static boolean expires(BucketImage image, Target target) {
        return target.ttlMultiplier() > 0 && image.shardCount() <= 1;
    }

    private static boolean same(Rates rates, int i, Limit limit) {
        return rates.cap(i) == limit.capacity() * BucketMath.MILLI
                && rates.ra(i) == limit.refillAmount() * BucketMath.MILLI
                && rates.rp(i) == limit.refillPeriod().toMillis();
    }

    /**
     * Renders the write that makes a bucket hold what it should.
     *
     * @param key the bucket's key
     * @param item its item
     * @param schema of the item
     * @param image the item, decoded
     * @param target what it should hold
     * @param now one reading of the clock
     * @param wid the id of this write
     * @return a pinned update
     */
    public static Write toTarget(
            Key key, Item item, BucketSchema schema, BucketImage image, Target target, long now, long wid) {
        Reconciliation work = new Reconciliation(key, item, schema, image, now);
        TreeMap<String, Limit> wanted = new TreeMap<>();
        target.limits().forEach(limit -> wanted.put(limit.name(), limit));
        TreeSet<String> callTime = new TreeSet<>(BucketSchema.callTimeLimits(item));
        callTime.removeAll(wanted.keySet());
        // What is stored has room before what came with a call.
        while (callTime.size() + wanted.size() >= BucketLayout.MAX_LIMITS) {
            callTime.remove(callTime.last());
        }
        Set<String> gone = new TreeSet<>(BucketSchema.removedLimits(item));
        for (int i = 0; i < image.layout().size(); i++) {
            String name = image.layout().name(i);
            Limit limit = wanted.remove(name);
            if (limit != null || i == image.layout().wcu() || callTime.contains(name)) {
                work.carryOver(i, limit);
            } else {
                work.remove(i);
                gone.add(name);
            }
        }
        wanted.values().forEach(work::add);
        target.limits().forEach(limit -> gone.remove(limit.name()));
        work.list(BucketSchema.CALL_TIME, callTime);
        work.list(BucketSchema.GONE, gone);
        work.timeToLive(target);
        return work.write(wid);
    }

    /**
     * Renders the write that adds limits which came with a call, and leaves everything else.
     *
     * @param key the bucket's key
     * @param item its item
     * @param schema of the item
     * @param image the item, decoded
     * @param limits limits that the bucket lacks
     * @param now one reading of the clock
     * @param wid the id of this write
     * @return a pinned update
     */
    public static Write addCallTime(
            Key key, Item item, BucketSchema schema, BucketImage image, List<Limit> limits, long now, long wid) {
        Reconciliation work = new Reconciliation(key, item, schema, image, now);
        for (int i = 0; i < image.layout().size(); i++) {
            work.carryOver(i, null);
        }
        Set<String> callTime = new TreeSet<>(BucketSchema.callTimeLimits(item));
        for (Limit limit : limits) {
            work.add(limit);
            callTime.add(limit.name());
        }
        work.list(BucketSchema.CALL_TIME, callTime);
        return work.write(wid);
    }

    private void carryOver(int i, @Nullable Limit limit) {
        BucketSchema.Attributes a = schema.attributes(i);
        Rates old = image.rates();
        long newCap = limit == null ? image.stored().cap(i) : limit.capacity() * BucketMath.MILLI;
        long newShare = limit == null ? old.cap(i) : image.share(newCap);
        long newPeriod = limit == null ? old.rp(i) : limit.refillPeriod().toMillis();
        long ceiling = Math.min(old.cap(i), newShare);
        long elapsed = image.elapsed(now);
        long gained = image.gained(i, old, elapsed);
        long newAmount = limit == null ? image.stored().ra(i) : limit.refillAmount() * BucketMath.MILLI;
        long balance = plus(image.tk()[i], gained);
        pin(i);
        if (i != image.layout().wcu()) {
            hold(a.limit, newCap, newAmount, newPeriod, Math.min(ceiling, balance), balance >= ceiling ? -1 : gained);
        }
        long rm = 0;
        if (balance >= ceiling) {
            compare(a.tk, Op.GE, ceiling - gained);
            act(Verb.SET, a.tk, ceiling);
        } else {
            compare(a.tk, Op.LE, ceiling - gained);
            act(Verb.ADD, a.tk, gained);
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
        held.add(new Held(name, new Rates(new long[] {cap}, new long[] {ra}, new long[] {rp}), balance, gained));
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
        BucketSchema.Attributes a = schema.attributes(i);
        compare(schema.hasBurst(i) ? a.bx : a.cp, Op.EQ, image.stored().cap(i));
        compare(a.ra, Op.EQ, image.stored().ra(i));
        compare(a.rp, Op.EQ, image.stored().rp(i));
        if (schema.hasRemainder(i)) {
            compare(a.rm, Op.EQ, image.rm()[i]);
        } else {
            conditions.add(new Condition.NotExists(a.rm));
        }
    }

    private void add(Limit limit) {
        BucketSchema.Attributes a = new BucketSchema.Attributes(limit.name());
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

    private void remove(int i) {
        BucketSchema.Attributes a = schema.attributes(i);
        pin(i);
        for (String attribute : List.of(a.tk, a.cp, a.ra, a.rp, a.rm, a.tc, a.bx)) {
            if (item.has(attribute)) {
                actions.add(new WriteShape.Action(Verb.REMOVE, attribute, null));
            }
        }
    }

    /**
     * Pinned, whether it changes or not: the stamp alone does not tell two rewrites within a millisecond apart, or those of
     * a process whose clock is behind, and the second would write over the names that the first has added.
     */
    private void list(String attribute, Set<String> names) {
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

    /**
     * Counts from the balances that the image shows, also of limits that came with a call. Others may leave deeper debts
     * before this lands, so the condition proves that each limit is full when the bucket may vanish.
     */
    private void timeToLive(Target target) {
        if (expires(image, target)) {
            long ttl = 0;
            for (Held limit : held) {
                BucketLayout layout = new BucketLayout(limit.name);
                long[] balance = {limit.balance};
                ttl = Math.max(ttl, Lifetime.ttlSeconds(layout, limit.rates, balance, now, target.ttlMultiplier()));
            }
            for (Held limit : held) {
                if (limit.gained >= 0) {
                    String tk = new BucketSchema.Attributes(limit.name).tk;
                    compare(tk, Op.GE, Lifetime.leastThatLasts(limit.rates, 0, -limit.gained, ttl, now));
                }
            }
            act(Verb.SET, BucketSchema.TTL, ttl);
        } else if (item.has(BucketSchema.TTL)) {
            actions.add(new WriteShape.Action(Verb.REMOVE, BucketSchema.TTL, null));
        }
    }

    private Write write(long wid) {
        compare(BucketSchema.STAMP, Op.EQ, image.rf());
        compare(BucketSchema.SHARD_COUNT, Op.EQ, image.shardCount());
        boolean damaged = image.damagedStamp(now);
        act(Verb.SET, BucketSchema.STAMP, damaged ? now : Math.max(now, image.rf()));
        act(Verb.SET, BucketSchema.WID, wid);
        return Write.of(WriteShape.update(new Condition.And(conditions), actions), key);
    }

    private void compare(String attribute, Op op, long number) {
        conditions.add(new Condition.Compare(attribute, op, new Operand.Constant(AttributeValue.of(number))));
    }

    private void act(Verb verb, String attribute, long number) {
        actions.add(new WriteShape.Action(verb, attribute, new Operand.Constant(AttributeValue.of(number))));
    }
}

package dev.zaelimiter.internal.schema;

import static dev.zaelimiter.internal.bucket.BucketMath.plus;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Counters;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.bucket.TakenBack;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Divides a shard in two, and makes one of two: each a transaction that moves tokens and makes none. And the one way to
 * give a shard tokens from outside.
 *
 * <p>Both refill first, under the shares of before. A split moves a fixed amount, half of each balance as it was seen,
 * debts too: so it need not pin balances, which change all the time on a bucket that is hot enough to be split, and what
 * the one shard gives is what the other gets all the same. A shard that holds less than that by now is not split: it would
 * be in debt, and the other half would hold what nobody has any more. A merge takes away a whole item, so it pins that one's
 * balances. Source: the project's design notes, section 5.4.
 */
public final class ShardTransfer {

    /** Half of a debt that is compared with twice of it: beyond, that would leave the range of a number. */
    private static final long DEEPEST_BOUND = Long.MIN_VALUE >> 4;

    private final Seen from;
    private final long now;
    private final long wid;
    private final List<Condition> conditions = new ArrayList<>();
    private final List<WriteShape.Action> actions = new ArrayList<>();

    private ShardTransfer(Seen from, long now, long wid) {
        this.from = from;
        this.now = now;
        this.wid = wid;
    }

    /**
     * A shard as it was seen.
     *
     * @param item the item
     * @param schema of the item
     * @param image the item, decoded
     */
    public record Seen(Item item, BucketSchema schema, BucketImage image) {

        /**
         * A shard, decoded.
         *
         * @param item its item
         * @return what it is
         * @throws DamagedBucketException if it can't be understood
         */
        public static Seen of(Item item) {
            BucketSchema schema = BucketSchema.of(item.layout());
            return new Seen(item, schema, schema.decode(item));
        }

        private boolean full(int i, long now) {
            return plus(image.tk()[i], gained(i, now)) >= image.rates().cap(i);
        }

        private long gained(int i, long now) {
            return image.gained(i, image.rates(), image.elapsed(now));
        }

        private long left(int i, long now) {
            Rates by = image.rates();
            long rm = BucketMath.validRemainder(image.rm()[i], by.rp(i));
            return full(i, now) || image.damagedStamp(now)
                    ? 0
                    : BucketMath.remainder(image.elapsed(now), by.ra(i), by.rp(i), rm);
        }

        private long stamp(long now) {
            return image.damagedStamp(now) ? now : Math.max(now, image.rf());
        }
    }

    /**
     * Renders a split of a shard with {@code n} for its count: it keeps half of what it holds, and the shard
     * {@code id + n} gets the other half. Neither has a time to live afterwards.
     *
     * @param keys of the namespace
     * @param seen the shard
     * @param now one reading of the clock
     * @param wid the id of this transaction, not 0
     * @return an update of the shard and a put of the new one, all or nothing
     */
    public static List<Write> split(Keys keys, Seen seen, long now, long wid) {
        BucketImage image = seen.image();
        ShardTransfer work = new ShardTransfer(seen, now, wid);
        int sibling = Math.toIntExact(image.shard() + image.shardCount());
        Item.Builder born = work.twin(keys, sibling);
        for (int i = 0; i < image.layout().size(); i++) {
            LimitAttributes a = seen.schema().attributes(i);
            boolean divided = i != image.layout().wcu();
            long moved = divided ? Math.floorDiv(image.balance(i, image.rates(), now), 2L) : 0;
            work.refill(i, -moved, seen.left(i, now));
            if (divided && !seen.full(i, now)) {
                // What was given back meanwhile stays here, and might not fit below half the ceiling.
                long half = Shares.of(image.stored().cap(i), 2 * image.shardCount(), image.shard());
                work.compare(a.tk, Op.LE, plus(half, moved) - seen.gained(i, now));
                work.keepSign(a.tk, moved, seen.gained(i, now));
            }
            born.put(a.tk, divided ? moved : image.rates().cap(i)).put(a.tc, 0).remove(a.rm);
        }
        long count = 2 * image.shardCount();
        born.put(BucketSchema.SHARD_COUNT, count);
        TakenBack takenBack = image.takenBackAfter(now);
        if (takenBack != null) {
            born.put(BucketSchema.LONGEST_GAP, takenBack.longest())
                    .put(BucketSchema.TAKEN_BACK_MILLIS, takenBack.millis());
        } else {
            born.remove(BucketSchema.LONGEST_GAP).remove(BucketSchema.TAKEN_BACK_MILLIS);
        }
        work.takeBack(takenBack);
        return List.of(
                work.update(count, seen.stamp(now)), Write.put(WriteShape.put(Condition.itemAbsent()), born.build()));
    }

    /**
     * Renders the reverse of a split.
     *
     * @param lower a shard
     * @param upper the shard that was split from it last: {@code n / 2} above it, with the same count {@code n}
     * @param now one reading of the clock
     * @param wid the id of this transaction, not 0
     * @return an update of the lower and a delete of the upper, all or nothing
     * @throws IllegalArgumentException if the two are no {@link #pair}
     */
    public static List<Write> merge(Seen lower, Seen upper, long now, long wid) {
        BucketImage low = lower.image();
        BucketImage high = upper.image();
        if (!pair(lower, upper)) {
            throw new IllegalArgumentException("shard " + low.shard() + " of " + low.shardCount() + " with "
                    + low.layout() + " and " + high.shard() + " of " + high.shardCount() + " with " + high.layout()
                    + " are no pair");
        }
        ShardTransfer gone = new ShardTransfer(upper, now, wid);
        ShardTransfer kept = new ShardTransfer(lower, now, wid);
        for (int i = 0; i < low.layout().size(); i++) {
            gone.pin(i);
            if (i == low.layout().wcu()) {
                kept.refill(i, 0, lower.left(i, now));
                continue;
            }
            LimitAttributes a = lower.schema().attributes(i);
            gone.compare(a.tk, Op.EQ, high.tk()[i]);
            gone.compare(a.tc, Op.EQ, high.tc()[i]);
            long left = lower.left(i, now) + upper.left(i, now);
            long period = low.rates().rp(i);
            kept.refill(i, high.balance(i, high.rates(), now) + left / period, left % period);
            kept.count(i, high.tc()[i]);
        }
        gone.pinShard();
        kept.takeBack(later(low.takenBackAfter(now), high.takenBackAfter(now)));
        long stamp = Math.max(lower.stamp(now), upper.stamp(now));
        return List.of(
                kept.update(low.shardCount() / 2, stamp),
                Write.of(
                        WriteShape.delete(new Condition.And(gone.conditions)),
                        upper.item().key()));
    }

    /**
     * Whether two shards can be merged: the upper was split from the lower last, and both have the same limits.
     *
     * @param lower a shard
     * @param upper another
     * @return false if others are to be merged first, or a change of the limits has reached one of them only
     */
    public static boolean pair(Seen lower, Seen upper) {
        BucketImage low = lower.image();
        BucketImage high = upper.image();
        return low.shardCount() >= 2
                && low.shardCount() == high.shardCount()
                && high.shard() == low.shard() + low.shardCount() / 2
                && sameLimits(low, high);
    }

    /**
     * Renders a gift: a shard refills first, and gets tokens then. Whoever takes meanwhile only makes room; whoever gives
     * back so much that the gift would lift a limit above its ceiling makes the write be refused.
     *
     * @param seen the shard
     * @param amounts what each limit gets, in millitokens in the order of the layout; at most what was missing when it was
     *     seen
     * @param now one reading of the clock
     * @param wid the id of this write, not 0
     * @return a pinned update
     */
    public static Write give(Seen seen, long[] amounts, long now, long wid) {
        ShardTransfer work = new ShardTransfer(seen, now, wid);
        BucketImage image = seen.image();
        for (int i = 0; i < amounts.length; i++) {
            long missing = image.rates().cap(i) - image.balance(i, image.rates(), now);
            work.refill(i, amounts[i], amounts[i] > 0 && amounts[i] == missing ? 0 : seen.left(i, now));
            if (amounts[i] > 0) {
                String tk = seen.schema().attributes(i).tk;
                work.compare(tk, Op.LE, image.rates().cap(i) - seen.gained(i, now) - amounts[i]);
            }
        }
        work.pinShard();
        work.takeBack(image.takenBackAfter(now));
        // Strictly forward, so that the same gift is refused the second time, whichever way it comes again.
        work.act(Verb.SET, BucketSchema.STAMP, image.damagedStamp(now) ? now : Math.max(now, image.rf() + 1));
        work.act(Verb.SET, BucketSchema.WID, wid);
        return Write.of(
                WriteShape.update(new Condition.And(work.conditions), work.actions),
                seen.item().key());
    }

    private static boolean sameLimits(BucketImage a, BucketImage b) {
        boolean same = a.layout().size() == b.layout().size();
        for (int i = 0; same && i < a.layout().size(); i++) {
            same = a.layout().name(i).equals(b.layout().name(i))
                    && a.stored().cap(i) == b.stored().cap(i)
                    && a.stored().ra(i) == b.stored().ra(i)
                    && a.stored().rp(i) == b.stored().rp(i);
        }
        return same;
    }

    /** Refills a limit up to the share that it had, and moves tokens then. The server proves the sum. */
    private void refill(int i, long moved, long left) {
        LimitAttributes a = from.schema().attributes(i);
        long cap = from.image().rates().cap(i);
        long gained = from.gained(i, now);
        pin(i);
        if (from.full(i, now)) {
            compare(a.tk, Op.GE, cap - gained);
            act(Verb.SET, a.tk, cap + moved);
        } else {
            // Strictly below: a limit that was filled up meanwhile keeps no remainder.
            compare(a.tk, Op.LT, cap - gained);
            act(Verb.ADD, a.tk, gained + moved);
        }
        if (left != 0 || from.schema().hasRemainder(i)) {
            act(Verb.SET, a.rm, left);
        }
    }

    /** Of two halves that are made one, what leaves out more holds for both: less is refilled, and never more. */
    private static @Nullable TakenBack later(@Nullable TakenBack a, @Nullable TakenBack b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return new TakenBack(Math.min(a.longest(), b.longest()), Math.max(a.millis(), b.millis()));
    }

    /**
     * Neither half may hold tokens beside a debt of the other that the shard did not have: whoever came to that half would be
     * served with what others took since the shard was seen. Nor may the shard keep a debt that has more than doubled since:
     * those who wait for it were told times at the whole rate, and who comes to the other half would overtake them.
     */
    private void keepSign(String tk, long moved, long gained) {
        if (moved > 0) {
            compare(tk, Op.GE, moved - gained);
        } else if (moved < 0) {
            compare(tk, Op.LE, moved - gained);
            if (moved >= DEEPEST_BOUND) {
                compare(tk, Op.GE, 4 * moved - gained);
            }
        }
    }

    /** Notes what must not be refilled a second time. */
    private void takeBack(@Nullable TakenBack after) {
        if (Objects.equals(after, from.image().takenBack())) {
            return;
        }
        if (after != null) {
            act(Verb.SET, BucketSchema.LONGEST_GAP, after.longest());
            act(Verb.SET, BucketSchema.TAKEN_BACK_MILLIS, after.millis());
        } else {
            actions.add(new WriteShape.Action(Verb.REMOVE, BucketSchema.LONGEST_GAP, null));
            actions.add(new WriteShape.Action(Verb.REMOVE, BucketSchema.TAKEN_BACK_MILLIS, null));
        }
    }

    /** Adds to a counter, as any other write does. */
    private void count(int i, long consumed) {
        String tc = from.schema().attributes(i).tc;
        long counter = from.image().tc()[i];
        long step = Counters.step(counter, consumed);
        if (step != consumed) {
            compare(tc, Op.GE, -step);
        }
        if (consumed != 0) {
            act(Verb.ADD, tc, step);
        }
    }

    private void pin(int i) {
        LimitAttributes a = from.schema().attributes(i);
        BucketImage image = from.image();
        compare(from.schema().hasBurst(i) ? a.bx : a.cp, Op.EQ, image.stored().cap(i));
        compare(a.ra, Op.EQ, image.stored().ra(i));
        compare(a.rp, Op.EQ, image.stored().rp(i));
        if (from.schema().hasRemainder(i)) {
            compare(a.rm, Op.EQ, image.rm()[i]);
        } else {
            conditions.add(new Condition.NotExists(a.rm));
        }
    }

    private void pinShard() {
        compare(BucketSchema.STAMP, Op.EQ, from.image().rf());
        compare(BucketSchema.SHARD_COUNT, Op.EQ, from.image().shardCount());
        // A limit that was added meanwhile would be in one shard and not in the other; the stamp alone need not tell.
        AttributeValue changed = from.item().get(BucketSchema.LIMITS_CHANGED);
        conditions.add(
                changed == null
                        ? new Condition.NotExists(BucketSchema.LIMITS_CHANGED)
                        : new Condition.Compare(BucketSchema.LIMITS_CHANGED, Op.EQ, new Operand.Constant(changed)));
    }

    private Write update(long count, long stamp) {
        pinShard();
        act(Verb.SET, BucketSchema.STAMP, stamp);
        act(Verb.SET, BucketSchema.SHARD_COUNT, count);
        act(Verb.SET, BucketSchema.WID, wid);
        if (from.item().has(BucketSchema.TTL)) {
            actions.add(new WriteShape.Action(Verb.REMOVE, BucketSchema.TTL, null));
        }
        return Write.of(
                WriteShape.update(new Condition.And(conditions), actions),
                from.item().key());
    }

    /** The same item under another shard's keys: also what we know nothing of is the same in both. */
    private Item.Builder twin(Keys keys, int shard) {
        Item item = from.item();
        String entity = item.text(BucketSchema.ENTITY);
        String resource = item.text(BucketSchema.RESOURCE);
        if (entity == null || resource == null) {
            throw new DamagedBucketException(
                    item.key(), entity == null ? BucketSchema.ENTITY : BucketSchema.RESOURCE, "is not a text");
        }
        Item.Builder twin = Item.builder(keys.bucket(entity, resource, shard));
        item.attributes().forEach((name, value) -> {
            if (!name.equals(Item.PK) && !name.equals(Item.SK) && !name.equals(BucketSchema.TTL)) {
                twin.put(name, value);
            }
        });
        return twin.put("GSI2SK", "BUCKET#" + entity + "#" + shard)
                .put("GSI3SK", "BUCKET#" + resource + "#" + shard)
                .put("GSI4SK", "BUCKET#" + entity + "#" + resource + "#" + shard)
                .put(BucketSchema.STAMP, from.stamp(now))
                .put(BucketSchema.WID, wid);
    }

    private void compare(String attribute, Op op, long number) {
        conditions.add(new Condition.Compare(attribute, op, new Operand.Constant(AttributeValue.of(number))));
    }

    private void act(Verb verb, String attribute, long number) {
        actions.add(new WriteShape.Action(verb, attribute, new Operand.Constant(AttributeValue.of(number))));
    }
}

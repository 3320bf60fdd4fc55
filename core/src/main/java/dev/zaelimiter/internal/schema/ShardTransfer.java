package dev.zaelimiter.internal.schema;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketUpdate;
import dev.zaelimiter.internal.bucket.TakenBack;
import dev.zaelimiter.internal.bucket.Transfers;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.List;

/**
 * Renders what {@link Transfers} plans: a shard that is divided in two, two that are made one, each in a transaction,
 * and a shard that is given tokens. Pure functions.
 */
public final class ShardTransfer {

    private static final WriteShape PUT_NEW = WriteShape.put(Condition.itemAbsent());

    private ShardTransfer() {}

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
            return of(item, BucketSchema.of(item.layout()));
        }

        /**
         * A shard, decoded by a schema that is there already.
         *
         * @param item its item
         * @param schema of the item's layout
         * @return what it is
         * @throws DamagedBucketException if it can't be understood
         */
        public static Seen of(Item item, BucketSchema schema) {
            return new Seen(item, schema, schema.decode(item));
        }
    }

    /**
     * Renders a split of a shard with {@code n} for its count: it keeps half of what it holds, and the shard {@code id
     * + n} gets the other half. Neither has a time to live afterwards.
     *
     * @param keys of the namespace
     * @param seen the shard
     * @param now one reading of the clock
     * @param wid the id of this transaction, not 0
     * @return an update of the shard and a put of the new one, all or nothing
     */
    public static List<Write> split(Keys keys, Seen seen, long now, long wid) {
        Transfers.Split split = Transfers.split(seen.image(), now);
        BucketUpdate kept = split.kept();
        Item.Builder born = twin(keys, seen.item(), split.shard());
        for (int i = 0; i < split.balances().length; i++) {
            LimitAttributes a = seen.schema().attributes(i);
            born.put(a.tk, split.balances()[i]).put(a.tc, 0).remove(a.rm);
        }
        born.put(BucketSchema.STAMP, kept.stamp())
                .put(BucketSchema.WID, wid)
                .put(BucketSchema.SHARD_COUNT, kept.shardCount());
        TakenBack takenBack = kept.takenBack();
        if (takenBack != null) {
            born.put(BucketSchema.LONGEST_GAP, takenBack.longest())
                    .put(BucketSchema.TAKEN_BACK_MILLIS, takenBack.millis());
        } else {
            born.remove(BucketSchema.LONGEST_GAP).remove(BucketSchema.TAKEN_BACK_MILLIS);
        }
        return List.of(update(seen, kept, wid), Write.put(PUT_NEW, born.build()));
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
        Transfers.Merge merge = Transfers.merge(lower.image(), upper.image(), now);
        UpdateRenderer gone = new UpdateRenderer(upper.item(), upper.schema(), upper.image());
        for (int i = 0; i < upper.image().layout().size(); i++) {
            gone.pin(i);
            if ((merge.pinned() & 1 << i) != 0) {
                gone.pinBalance(i);
            }
        }
        pinShard(gone);
        return List.of(
                update(lower, merge.kept(), wid),
                Write.of(gone.emitter().delete(), upper.item().key()));
    }

    /**
     * Whether two shards can be merged, as {@link Transfers#pair} says.
     *
     * @param lower a shard
     * @param upper another
     * @return false if others are to be merged first, or a change of the limits has reached one of them only
     */
    public static boolean pair(Seen lower, Seen upper) {
        return Transfers.pair(lower.image(), upper.image());
    }

    /**
     * Renders a gift, see {@link Transfers#give}.
     *
     * @param seen the shard
     * @param amounts what each limit gets, in millitokens in the order of the layout; at most what was missing when it
     *     was seen
     * @param now one reading of the clock
     * @param wid the id of this write, not 0
     * @return a pinned update
     */
    public static Write give(Seen seen, long[] amounts, long now, long wid) {
        return update(seen, Transfers.give(seen.image(), amounts, now), wid);
    }

    /** A shard that begins with nothing, under the count of another one that is there. */
    static Write empty(Keys keys, Seen like, int shard, long now, long wid) {
        Item.Builder born = twin(keys, like.item(), shard);
        for (int i = 0; i < like.image().layout().size(); i++) {
            LimitAttributes a = like.schema().attributes(i);
            long full = like.image().stored().cap(i);
            born.put(a.tk, i == like.image().layout().wcu() ? full : 0)
                    .put(a.tc, 0)
                    .remove(a.rm);
        }
        born.put(BucketSchema.STAMP, now)
                .put(BucketSchema.WID, wid)
                .remove(BucketSchema.LONGEST_GAP)
                .remove(BucketSchema.TAKEN_BACK_MILLIS);
        return Write.put(PUT_NEW, born.build());
    }

    private static Write update(Seen seen, BucketUpdate update, long wid) {
        UpdateRenderer work = new UpdateRenderer(seen.item(), seen.schema(), seen.image());
        work.limits(update);
        pinShard(work);
        Emitter emitter = work.emitter();
        Pins.takenBack(emitter, seen.image(), update.takenBack());
        emitter.set(BucketSchema.STAMP, update.stamp());
        if (update.shardCount() != seen.image().shardCount()) {
            emitter.set(BucketSchema.SHARD_COUNT, update.shardCount());
        }
        emitter.set(BucketSchema.WID, wid);
        work.timeToLive(update);
        return work.update(seen.item().key());
    }

    private static void pinShard(UpdateRenderer work) {
        work.pinShard();
        // A limit that was added meanwhile would be in one shard and not in the other; the stamp alone need not tell.
        work.pin(BucketSchema.LIMITS_CHANGED);
    }

    /** The same item under another shard's keys: also what we know nothing of is the same in both. */
    private static Item.Builder twin(Keys keys, Item item, int shard) {
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
                .put("GSI4SK", "BUCKET#" + entity + "#" + resource + "#" + shard);
    }
}

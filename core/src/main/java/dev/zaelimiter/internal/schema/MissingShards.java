package dev.zaelimiter.internal.schema;

import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.schema.ShardTransfer.Seen;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Shards that the Python system has counted and nobody has made, or that have vanished while others stayed. They are
 * made empty: nobody knows what they held, so they get only what comes back from now on. Pure functions.
 */
public final class MissingShards {

    /** The shards of a bucket that was divided twice. */
    private static final int NEXT = 4;

    private static final WriteShape IS_DIVIDED = WriteShape.check(
            new Condition.Compare(BucketSchema.SHARD_COUNT, Condition.Op.EQ, new Operand.WholeSlot(0)));

    private MissingShards() {}

    /**
     * Which shards are looked for before a bucket is made: the first, and three more. All 32 would cost more than the
     * bucket, so that more are looked for only where they were seen, or told of.
     *
     * @param shards into how many the bucket was seen divided, 1 if never
     * @return their numbers, the first one first
     */
    public static List<Integer> toLookFor(long shards) {
        return IntStream.range(0, (int) Math.min(Shares.MAX, Math.max(NEXT, shards)))
                .boxed()
                .toList();
    }

    /**
     * Makes all that the first shard has counted and that are not there, unless their slots belong to another shard. If
     * the first has vanished itself, by the count of another one: with it, or else those who take from all shards would
     * go by its last image.
     *
     * @param keys of the namespace
     * @param shards all that are there, by their numbers
     * @param now one reading of the clock
     * @param wid the id of this transaction, not 0
     * @return what is to be written, all or nothing; empty if no shard is missing
     */
    public static List<Write> all(Keys keys, Map<Integer, Seen> shards, long now, long wid) {
        Seen home = shards.get(0);
        Seen like = home == null ? finest(shards) : home;
        if (like == null) {
            return List.of();
        }
        int count = (int) Math.min(like.image().shardCount(), Shares.MAX);
        List<Write> writes = new ArrayList<>();
        for (int shard = 0; shard < count; shard++) {
            if (!shards.containsKey(shard) && owner(shards, shard) == null) {
                writes.add(ShardTransfer.empty(keys, like, shard, now, wid));
            }
        }
        if (!writes.isEmpty()) {
            writes.add(unchanged(like));
        }
        return writes;
    }

    /**
     * Makes the first shard of a bucket of which another one is there.
     *
     * @param keys of the namespace
     * @param other the other shard
     * @param now one reading of the clock
     * @param wid the id of this write, not 0
     * @return what is to be written, all or nothing
     */
    public static List<Write> first(Keys keys, Seen other, long now, long wid) {
        return List.of(ShardTransfer.empty(keys, other, 0, now, wid), unchanged(other));
    }

    /**
     * The shard that believes in the most shards.
     *
     * @param shards some that are there, by their numbers
     * @return one of them, or null if there are none
     */
    public static @Nullable Seen finest(Map<Integer, Seen> shards) {
        Seen finest = null;
        for (Seen shard : shards.values()) {
            finest = finest == null
                            || shard.image().shardCount() > finest.image().shardCount()
                    ? shard
                    : finest;
        }
        return finest;
    }

    private static Write unchanged(Seen shard) {
        return Write.of(
                IS_DIVIDED, shard.item().key(), new long[] {shard.image().shardCount()});
    }

    /**
     * The shard that a missing one is to be split from.
     *
     * @param shards all that are there, by their numbers
     * @param missing one that is not
     * @return the nearest ancestor, if it owns the slots of the missing one; else null
     */
    public static @Nullable Seen owner(Map<Integer, Seen> shards, int missing) {
        int ancestor = missing;
        while (ancestor > 0 && (ancestor == missing || !shards.containsKey(ancestor))) {
            ancestor = Shares.parent(ancestor);
        }
        Seen owner = shards.get(ancestor);
        boolean owns = owner != null
                && owner.image().shardCount() < Shares.MAX
                && Shares.owns(ancestor, owner.image().shardCount(), missing);
        return owns ? owner : null;
    }
}

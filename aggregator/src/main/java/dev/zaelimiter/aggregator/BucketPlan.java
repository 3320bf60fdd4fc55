package dev.zaelimiter.aggregator;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.store.Item;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done with one shard of a bucket, by what a batch says of it. Pure: nothing here makes tokens, and each
 * step is proven again by the store when it is taken.
 *
 * @param steps what is to be done
 * @param seen the shard, or null if nothing is to be done
 */
record BucketPlan(Set<Step> steps, ShardTransfer.@Nullable Seen seen) {

    /** What can be done. */
    enum Step {
        /** Its stored tokens are to catch up with the time. */
        REFILL,
        /** It is written nearly as often as its partition can take. */
        DIVIDE,
        /** Its shard count went up: the others are to follow. */
        PROPAGATE
    }

    /** What is left of {@code wcu}, as a part of its capacity, when a division begins early. */
    private static final long FIFTH = 5;

    /** A division shows in what is left of {@code wcu} after it has refilled. */
    private static final long SETTLED_MILLIS = 1000;

    /** A shard that was hot longer ago may be cold by now. */
    private static final long RECENT_MILLIS = 5000;

    private static final BucketPlan NOTHING = new BucketPlan(EnumSet.noneOf(Step.class), null);

    /** What the original's schedules, resets and sessions set: then balances do not just refill, and are left alone. */
    private static final List<String> NOT_PLAIN = List.of("vu", "sched", "rsched");

    /**
     * Judges a shard.
     *
     * @param activity what a batch says of it
     * @param settings whether buckets are refilled and divided
     * @param partitions whether the store's partitions have a limit
     * @param nowMillis the time
     */
    static BucketPlan of(BucketActivity activity, AggregatorSettings settings, boolean partitions, long nowMillis) {
        Item item = activity.last();
        if (item == null || !isPlain(item)) {
            return NOTHING;
        }
        ShardTransfer.Seen seen;
        try {
            seen = ShardTransfer.Seen.of(item);
        } catch (DamagedBucketException e) {
            // Whoever acquires is told of it. What it has counted was counted all the same.
            return NOTHING;
        }
        Set<Step> steps = EnumSet.noneOf(Step.class);
        BucketImage image = seen.image();
        if (settings.refills() && runsDry(image, activity, nowMillis)) {
            steps.add(Step.REFILL);
        }
        if (settings.divisions() && partitions && isHot(image, activity, nowMillis)) {
            steps.add(Step.DIVIDE);
        }
        // Of two shards the other one was made by the division itself.
        if (settings.divisions() && activity.grew() && image.shard() == 0 && image.shardCount() > 2) {
            steps.add(Step.PROPAGATE);
        }
        return steps.isEmpty() ? NOTHING : new BucketPlan(steps, seen);
    }

    /** Whether the balances of a bucket just refill. */
    static boolean isPlain(Item item) {
        return NOT_PLAIN.stream().noneMatch(item::has);
    }

    /** Whether a limit will not hold once more what was just consumed, and has gained something to be stored. */
    private static boolean runsDry(BucketImage image, BucketActivity activity, long nowMillis) {
        long elapsed = image.elapsed(nowMillis);
        boolean dry = false;
        for (int i = 0; i < image.layout().size(); i++) {
            if (i != image.layout().wcu()) {
                long consumed = activity.consumed(image.layout().name(i));
                long gained = image.gained(i, image.rates(), elapsed);
                dry |= consumed > 0 && gained > 0 && image.balance(i, image.rates(), nowMillis) < consumed;
            }
        }
        return dry && !image.damagedStamp(nowMillis);
    }

    private static boolean isHot(BucketImage image, BucketActivity activity, long nowMillis) {
        int wcu = image.layout().wcu();
        long then = activity.lastMillis();
        return wcu >= 0
                && mayBeDivided(image)
                && nowMillis - then <= RECENT_MILLIS
                && (activity.countedSinceMillis() == Long.MIN_VALUE
                        || nowMillis - activity.countedSinceMillis() > SETTLED_MILLIS)
                && image.balance(wcu, image.rates(), then) < image.rates().cap(wcu) / FIFTH;
    }

    /** Whether there may be more shards, and each would hold a token of each limit. */
    static boolean mayBeDivided(BucketImage image) {
        boolean may = image.shardCount() < Shares.MAX;
        long twice = 2 * image.shardCount();
        for (int i = 0; may && i < image.layout().size(); i++) {
            may = i == image.layout().wcu()
                    || Shares.of(image.stored().cap(i), twice, image.shard() + image.shardCount()) >= BucketMath.MILLI;
        }
        return may;
    }

    /** Whether a limit is in debt: such a shard is not made one with another. */
    static boolean isInDebt(BucketImage image, long nowMillis) {
        boolean debt = false;
        for (int i = 0; i < image.layout().size(); i++) {
            debt |= i != image.layout().wcu() && image.balance(i, image.rates(), nowMillis) < 0;
        }
        return debt;
    }
}

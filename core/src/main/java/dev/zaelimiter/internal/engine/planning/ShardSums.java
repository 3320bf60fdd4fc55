package dev.zaelimiter.internal.engine.planning;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.bucket.Shares;
import java.util.ArrayList;
import java.util.List;

/**
 * What the shards of a bucket hold together, now and later, if nobody takes anything. For one request, and one reading
 * of the clock. Pure, but for the shards that are added.
 */
final class ShardSums {

    private final TakeRequest take;
    private final long now;
    private final List<Shard> shards = new ArrayList<>();

    ShardSums(TakeRequest take, long now) {
        this.take = take;
        this.now = now;
    }

    private record Shard(BucketImage image, Rates by) {
        int indexOf(String limit) {
            return image.layout().indexOf(limit);
        }
    }

    void add(BucketImage image, Rates by) {
        shards.add(new Shard(image, by));
    }

    /** Whether a slot is one of a shard that was added, by that shard's own image. */
    boolean has(int slot) {
        return shards.stream().anyMatch(shard -> Shares.owns(shard.image.shard(), shard.image.shardCount(), slot));
    }

    /** A shard's share of a limit that it would be given. */
    static long share(BucketImage image, Limit own) {
        return image.share(own.capacity() * BucketMath.MILLI);
    }

    /**
     * When all of them together give what is asked of a limit, if no other takes anything.
     *
     * @param k which limit of the request
     * @param parts into how many shards the bucket is to be divided
     * @return milliseconds from now on
     */
    long untilTogether(int k, long parts) {
        long amount = take.amounts()[k];
        long most = 1;
        for (Shard shard : shards) {
            int i = shard.indexOf(take.names()[k]);
            if (i >= 0) {
                most = Math.max(most, shard.image.millisUntil(i, shard.by, shard.by.most(i), now));
            }
        }
        if (held(k, 0, take.waitMillis()) >= amount) {
            return 0;
        }
        // Of those that are to be divided each part rounds down a millitoken.
        amount += Math.max(0, parts - shards.size());
        // Each is full by then, and what they hold together only grows. One that was never seen is not waited for.
        long least = 1;
        while (least < most) {
            long middle = least + (most - least) / 2;
            if (held(k, middle, 0) >= amount) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        return least;
    }

    /** What all give after a time to somebody who waits so long then. */
    private long held(int k, long millis, long waitMillis) {
        long held = 0;
        for (Shard shard : shards) {
            int i = shard.indexOf(take.names()[k]);
            Limit own = take.callLimit(take.names()[k]);
            long lacking = own == null ? 0 : share(shard.image, own);
            long then = BucketMath.plus(now, millis);
            long there = i < 0
                    ? lacking
                    : BucketMath.plus(
                            shard.image.balance(i, shard.by, then), shard.image.mayOwe(i, shard.by, waitMillis, then));
            // One in debt takes nothing away from what the others give.
            held = BucketMath.plus(held, Math.max(0, there));
        }
        return held;
    }

    /**
     * How long until a token more is there than now, by all shards together.
     *
     * @param k which limit
     * @param there what is told of it, in millitokens
     */
    long untilMore(int k, Limit limit, long there) {
        long next = Statuses.nextToken(Math.floorDiv(there, BucketMath.MILLI));
        if (limit.isBudget() || next > limit.capacity() * BucketMath.MILLI) {
            return Statuses.NEVER;
        }
        long wanted = BucketMath.plus(next, BucketMath.minus(sum(k, now), there));
        long after = Math.max(1, atTheWholeRate(limit, BucketMath.minus(next, there)));
        if (most(k) < wanted) {
            // Not all shards were seen, and of the others it is not known how full they are.
            return after;
        }
        // A shard that is full gains nothing, so it may take longer.
        long before = after - 1;
        for (long step = 1; after < BucketMath.SATURATED && sum(k, BucketMath.plus(now, after)) < wanted; step *= 2) {
            before = after;
            after = BucketMath.plus(after, step);
        }
        while (before + 1 < after) {
            long middle = before + (after - before) / 2;
            if (sum(k, BucketMath.plus(now, middle)) < wanted) {
                before = middle;
            } else {
                after = middle;
            }
        }
        return after;
    }

    private static long atTheWholeRate(Limit limit, long missing) {
        return BucketMath.millisUntil(
                missing,
                limit.refillAmount() * BucketMath.MILLI,
                limit.refillPeriod().toMillis(),
                0);
    }

    /** What the shards hold of a limit at most. */
    private long most(int k) {
        long most = 0;
        for (Shard shard : shards) {
            int i = shard.indexOf(take.names()[k]);
            most = i < 0 ? most : BucketMath.plus(most, shard.by.most(i));
        }
        return most;
    }

    /** What the shards will hold of a limit at a time, if nothing is taken. */
    private long sum(int k, long then) {
        long sum = 0;
        for (Shard shard : shards) {
            int i = shard.indexOf(take.names()[k]);
            if (i >= 0) {
                long there = shard.image.balance(i, shard.by, then);
                sum = BucketMath.plus(sum, BucketMath.minus(there, shard.by.reserve(i)));
            }
        }
        return sum;
    }
}

package dev.zaelimiter.internal.engine;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Rates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an entity's limits stand over all shards of its bucket. Balances are summed in millitokens and rounded once.
 *
 * <p>A request is served by one shard, so a limit is exceeded if no shard holds enough of it, and comes back with the
 * first that does. Where every limit is there, but not in one shard, those count that are missing in the shard that will
 * serve the request first. A request larger than every share is served by several shards, and judged by what they hold
 * together. A shard that lacks a limit which comes with the call counts as full, since it would be given that limit so.
 */
final class ShardTotals {

    private static final long NEVER = Long.MAX_VALUE;

    private final Takes takes;
    private final boolean takenAlready;
    private final long now;
    private final long[] balance;
    private final @Nullable Limit[] limits;
    private final long[] soonest;
    private final boolean[] counts;
    private final List<Shard> shards = new ArrayList<>();
    private long @Nullable [] first;
    private long firstMillis = NEVER;

    ShardTotals(Takes takes, boolean takenAlready, long now) {
        int size = takes.names().length;
        this.takes = takes;
        this.takenAlready = takenAlready;
        this.now = now;
        this.balance = new long[size];
        this.limits = new Limit[size];
        this.soonest = new long[size];
        this.counts = new boolean[size];
        Arrays.fill(soonest, NEVER);
    }

    private record Shard(BucketImage image, Rates by) {
        int indexOf(String limit) {
            return image.layout().indexOf(limit);
        }
    }

    /** Adds one shard. */
    void add(BucketImage image, int soft) {
        Rates by = CallLimits.govern(image, takes.callLimits());
        shards.add(new Shard(image, by));
        long[] millis = new long[balance.length];
        long slowest = 0;
        for (int k = 0; k < balance.length; k++) {
            int i = image.layout().indexOf(takes.names()[k]);
            Limit own = takes.callLimit(takes.names()[k]);
            if (i >= 0) {
                limits[k] =
                        own == null ? Statuses.limit(takes.names()[k], image.stored(), i, (soft & 1 << i) != 0) : own;
                balance[k] = BucketMath.plus(balance[k], image.balance(i, by, now));
                counts[k] = (soft & 1 << i) == 0;
                millis[k] = counts[k] ? millis(image, by, i, takes.amounts()[k]) : 0;
            } else if (own != null) {
                long full = full(image, own);
                balance[k] = BucketMath.plus(balance[k], full);
                millis[k] = takenAlready || own.soft() || takes.amounts()[k] <= full ? 0 : NEVER;
            } else {
                continue;
            }
            soonest[k] = Math.min(soonest[k], millis[k]);
            slowest = Math.max(slowest, millis[k]);
        }
        if (first == null || slowest < firstMillis) {
            first = millis;
            firstMillis = slowest;
        }
    }

    /** A shard's share of a limit that it would be given. */
    private static long full(BucketImage image, Limit own) {
        return image.share(own.capacity() * BucketMath.MILLI);
    }

    private long millis(BucketImage image, Rates by, int i, long amount) {
        if (takenAlready || amount == 0) {
            return 0;
        } else if (amount > by.cap(i)) {
            return NEVER;
        }
        long owed = image.mayOwe(i, by, takes.waitMillis(), now);
        return amount - owed <= image.balance(i, by, now) ? 0 : Math.max(1, image.millisUntil(i, by, amount, now));
    }

    private boolean exceedsEachShare() {
        boolean exceeds = false;
        for (int k = 0; k < soonest.length; k++) {
            exceeds |= soonest[k] == NEVER && takes.amounts()[k] <= capacity(k);
        }
        return exceeds;
    }

    /** Of the bucket: some shard may not have been seen yet. */
    private long capacity(int k) {
        Limit limit = limits[k];
        return limit == null ? 0 : limit.capacity() * BucketMath.MILLI;
    }

    /** When all shards together will hold enough of each limit. */
    private long[] together() {
        long[] millis = new long[soonest.length];
        for (int k = 0; k < millis.length; k++) {
            if (!takenAlready && counts[k] && takes.amounts()[k] > 0) {
                millis[k] = takes.amounts()[k] > capacity(k) ? NEVER : untilTogether(k);
            }
        }
        return millis;
    }

    private long untilTogether(int k) {
        long amount = takes.amounts()[k];
        long owed = 0;
        long most = 1;
        for (Shard shard : shards) {
            int i = shard.indexOf(takes.names()[k]);
            if (i >= 0) {
                owed = BucketMath.plus(owed, shard.image.mayOwe(i, shard.by, takes.waitMillis(), now));
                most = Math.max(most, shard.image.millisUntil(i, shard.by, shard.by.cap(i), now));
            }
        }
        if (BucketMath.plus(heldAfter(k, 0), owed) >= amount) {
            return 0;
        }
        // Each is full by then, and what they hold together only grows. One that was never seen is not waited for.
        long least = 1;
        while (least < most) {
            long middle = least + (most - least) / 2;
            if (heldAfter(k, middle) >= amount) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        return least;
    }

    private long heldAfter(int k, long millis) {
        long held = 0;
        for (Shard shard : shards) {
            int i = shard.indexOf(takes.names()[k]);
            Limit own = takes.callLimit(takes.names()[k]);
            long lacking = own == null ? 0 : full(shard.image, own);
            long there = i < 0 ? lacking : shard.image.balance(i, shard.by, BucketMath.plus(now, millis));
            // One in debt takes nothing away from what the others give.
            held = BucketMath.plus(held, Math.max(0, there));
        }
        return held;
    }

    /** The sums, for each limit that some shard has. */
    List<LimitStatus> statuses(String entity, String resource) {
        boolean apart = true;
        for (int k = 0; k < soonest.length; k++) {
            apart &= limits[k] == null || soonest[k] == 0;
        }
        long[] retry = exceedsEachShare() ? together() : apart && first != null ? first : soonest;
        List<LimitStatus> statuses = new ArrayList<>(balance.length);
        for (int k = 0; k < balance.length; k++) {
            Limit limit = limits[k];
            if (limit != null) {
                long amount = takes.amounts()[k];
                long there = BucketMath.plus(balance[k], takenAlready ? amount : 0);
                statuses.add(LimitStatus.of(
                        entity,
                        resource,
                        limit,
                        Math.min(limit.capacity(), Math.floorDiv(there, BucketMath.MILLI)),
                        amount / BucketMath.MILLI,
                        retry[k] > 0,
                        retry[k] == NEVER ? -1 : retry[k]));
            }
        }
        return statuses;
    }
}

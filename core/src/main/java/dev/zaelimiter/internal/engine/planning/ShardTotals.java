package dev.zaelimiter.internal.engine.planning;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.bucket.Shares;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an entity's limits stand over all shards of its bucket. Balances are summed in millitokens and rounded once.
 *
 * <p>A request is served by one shard: the one that will hold enough of every limit first. A limit is exceeded if it is
 * missing there, though another shard may hold it, with too little of other limits. A request larger than every share
 * is served by several shards, and judged by what they hold together. A shard that is to be divided, since the first
 * one says that there are more, may be so before anybody comes back: the later time of the two is told. A shard that
 * lacks a limit which comes with the call counts as full, since it would be given that limit so.
 */
public final class ShardTotals {

    private static final long NEVER = Long.MAX_VALUE;

    private final TakeRequest take;
    private final Told told;
    private final boolean takenAlready;
    private final long finest;
    private final long now;
    private final long[] balance;
    private final @Nullable Limit[] limits;
    private final long[] soonest;
    private final boolean[] counts;
    private final ShardSums shards;
    /** Into how many shards the bucket is to be divided, as its first one says. */
    private long count = 1;

    private long @Nullable [] first;
    private long firstMillis = NEVER;

    /**
     * For what one request is told.
     *
     * @param take the request
     * @param told as of when; told after a grant, all shards have given it already unless it is {@link #less taken off}
     * @param finest into how many shards the bucket was divided at most since it was whole, 1 or more: what exceeded
     *     each share then is still served by several
     * @param now in milliseconds
     */
    public ShardTotals(TakeRequest take, Told told, long finest, long now) {
        int size = take.names().length;
        this.take = take;
        this.told = told;
        this.takenAlready = told != Told.BEFORE;
        this.finest = finest;
        this.now = now;
        this.shards = new ShardSums(take, now);
        this.balance = new long[size];
        this.limits = new Limit[size];
        this.soonest = new long[size];
        this.counts = new boolean[size];
        Arrays.fill(soonest, NEVER);
    }

    /**
     * Adds one shard, in the order of their ids. One whose slots another has, by its own image, is left out: it was
     * made of that one since that image, or was made one with it, and its tokens would count twice.
     *
     * @param image the shard
     * @param by the numbers that govern there
     * @param soft its limits, as bits, of which a take is never refused
     */
    public void add(BucketImage image, Rates by, int soft) {
        if (shards.has(image.shard())) {
            return;
        }
        shards.add(image, by);
        count = image.shard() == 0 ? image.shardCount() : count;
        long[] millis = new long[balance.length];
        long slowest = 0;
        for (int k = 0; k < balance.length; k++) {
            int i = image.layout().indexOf(take.names()[k]);
            Limit own = take.callLimit(take.names()[k]);
            if (i >= 0) {
                limits[k] =
                        own == null ? Statuses.limit(take.names()[k], image.stored(), i, (soft & 1 << i) != 0) : own;
                balance[k] = BucketMath.plus(balance[k], BucketMath.minus(image.balance(i, by, now), by.reserve(i)));
                counts[k] = (soft & 1 << i) == 0;
                millis[k] = counts[k] ? millis(image, by, i, take.amounts()[k]) : 0;
            } else if (own != null) {
                long full = ShardSums.share(image, own);
                balance[k] = BucketMath.plus(balance[k], full);
                millis[k] = takenAlready || own.soft() || take.amounts()[k] <= full ? 0 : NEVER;
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

    private long millis(BucketImage image, Rates by, int i, long amount) {
        if (takenAlready || amount == 0) {
            return 0;
        } else if (amount > by.most(i)) {
            return NEVER;
        }
        long owed = image.mayOwe(i, by, take.waitMillis(), now);
        return amount - owed <= image.balance(i, by, now) ? 0 : Math.max(1, millisUntil(image, by, i, amount));
    }

    private long millisUntil(BucketImage image, Rates by, int i, long amount) {
        long millis = image.millisUntil(i, by, amount, now);
        long parts = count / Math.max(1, image.shardCount());
        long cap = by.most(i) / Math.max(1, parts);
        if (parts <= 1 || amount > cap) {
            return millis;
        }
        // What one part will hold, with all that the division rounds down.
        long all = BucketMath.minus(Math.min(image.balance(i, by, now), by.cap(i)), by.reserve(i));
        long there = Math.floorDiv(all, parts) - 1;
        long missing = BucketMath.minus(amount, there);
        return Math.max(millis, BucketMath.millisUntil(missing, by.ra(i) / parts, by.rp(i), 0));
    }

    private boolean exceedsEachShare() {
        boolean exceeds = false;
        for (int k = 0; k < soonest.length; k++) {
            long amount = take.amounts()[k];
            boolean exceededOnce = counts[k] && !takenAlready && amount > Shares.of(capacity(k), finest, 0);
            // Nothing is larger than no share: of a limit that no shard has, none may be asked, too.
            exceeds |= (soonest[k] == NEVER || exceededOnce) && amount > 0 && amount <= capacity(k);
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
            if (!takenAlready && counts[k] && take.amounts()[k] > 0) {
                millis[k] = take.amounts()[k] > capacity(k) ? NEVER : shards.untilTogether(k, count);
            }
        }
        return millis;
    }

    /**
     * Takes off what was taken since the shards were seen.
     *
     * @param taken of which limits how much
     */
    public void less(Tokens taken) {
        for (int k = 0; k < balance.length; k++) {
            balance[k] = BucketMath.plus(balance[k], -taken.milli(take.names()[k]));
        }
    }

    /** The sums, for each limit that some shard has. */
    public List<LimitStatus> statuses(String entity, String resource) {
        // No shard serves what asks more of one limit than there can be: the others are told each by itself.
        long[] one = first;
        long[] retry = exceedsEachShare() ? together() : one != null && firstMillis != NEVER ? one : soonest;
        List<LimitStatus> statuses = new ArrayList<>(balance.length);
        for (int k = 0; k < balance.length; k++) {
            Limit limit = limits[k];
            if (limit != null) {
                long amount = take.amounts()[k];
                long there = BucketMath.plus(balance[k], told == Told.AS_IF_BACK ? amount : 0);
                statuses.add(LimitStatus.of(
                        entity,
                        resource,
                        limit,
                        Math.min(limit.capacity(), Math.floorDiv(there, BucketMath.MILLI)),
                        amount / BucketMath.MILLI,
                        retry[k] > 0,
                        retry[k] == NEVER ? Statuses.NEVER : Statuses.orNever(retry[k], limit.isBudget()),
                        shards.untilMore(k, limit, there)));
            }
        }
        return statuses;
    }
}

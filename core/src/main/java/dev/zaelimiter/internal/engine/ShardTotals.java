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
 * serve the request first.
 */
final class ShardTotals {

    private static final long NEVER = Long.MAX_VALUE;

    private final Takes takes;
    private final boolean takenAlready;
    private final long now;
    private final long[] balance;
    private final @Nullable Limit[] limits;
    private final long[] soonest;
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
        Arrays.fill(soonest, NEVER);
    }

    /** Adds one shard. */
    void add(BucketImage image, int soft) {
        Rates by = Selection.withCallLimits(image, takes.callLimits());
        long[] millis = new long[balance.length];
        long slowest = 0;
        for (int k = 0; k < balance.length; k++) {
            int i = image.layout().indexOf(takes.names()[k]);
            if (i < 0) {
                continue;
            }
            Limit own = takes.callLimit(takes.names()[k]);
            limits[k] = own == null ? Statuses.limit(takes.names()[k], image.stored(), i, (soft & 1 << i) != 0) : own;
            balance[k] = BucketMath.plus(balance[k], image.balance(i, by, now));
            millis[k] = (soft & 1 << i) != 0 ? 0 : millis(image, by, i, takes.amounts()[k]);
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
        } else if (amount > by.cap(i)) {
            return NEVER;
        }
        long owed = image.mayOwe(i, by, takes.waitMillis(), now);
        return amount - owed <= image.balance(i, by, now) ? 0 : Math.max(1, image.millisUntil(i, by, amount, now));
    }

    /** The sums, for each limit that some shard has. */
    List<LimitStatus> statuses(String entity, String resource) {
        boolean apart = true;
        for (int k = 0; k < soonest.length; k++) {
            apart &= limits[k] == null || soonest[k] == 0;
        }
        long[] retry = apart && first != null ? first : soonest;
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

package dev.zaelimiter.internal.engine.planning;

import dev.zaelimiter.internal.bucket.BatchTotals;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.bucket.Plan;
import dev.zaelimiter.internal.bucket.PlanContext;
import dev.zaelimiter.internal.bucket.Planner;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.schema.BucketWriter;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.store.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Spreads takes over several shards of a bucket, each of which is planned as if it were taken from alone: one write for
 * each shard that gives something, to be applied together or not at all.
 *
 * <p>A take comes from the fullest shards first, so that few are written. A request that waits goes into debt in each
 * shard, divided so that all of the debt comes back in the shortest time. Pure, but for what it adds up; made for one
 * reading of the clock and one set of call limits.
 */
public final class MultiShardPlanner {

    private final List<Shard> shards = new ArrayList<>();
    private final long now;

    public MultiShardPlanner(long now) {
        this.now = now;
    }

    /**
     * A take that fits.
     *
     * @param waitMillis until every part of the debt has come back
     * @param given by each shard that gives something, the one that gives most first
     */
    public record Fit(long waitMillis, List<Given> given) {}

    /**
     * What one shard gives.
     *
     * @param place as the shards were added, from 0 on
     * @param tokens of which limits how much
     */
    public record Given(int place, Tokens tokens) {}

    /** One shard, and what is asked of it so far. */
    private static final class Shard {
        private final int place;
        private final ShardTransfer.Seen seen;
        private final Gains gains;
        private final BatchTotals totals;
        private final int soft;
        private boolean asked;

        Shard(int place, ShardTransfer.Seen seen, Gains gains, int soft) {
            this.place = place;
            this.seen = seen;
            this.gains = gains;
            this.soft = soft;
            this.totals = new BatchTotals(seen.image().layout().size());
        }

        int indexOf(String limit) {
            return seen.image().layout().indexOf(limit);
        }

        boolean isSoft(int i) {
            return (soft & 1 << i) != 0;
        }

        /** What it can still give of a limit to somebody who waits so long, in millitokens. */
        long has(int i, long waitMillis) {
            long owe = seen.image().mayOwe(i, gains.by(), waitMillis, gains.now());
            long balance = gains.balance(seen.image(), i);
            return Math.max(0, BucketMath.plus(BucketMath.plus(balance, -totals.taken(i)), owe));
        }

        /** How full it is, by the scarcest of some limits; negative in debt. */
        double room(TakeRequest take) {
            double room = 1;
            for (int k = 0; k < take.tokens().size(); k++) {
                int i = indexOf(take.tokens().limit(k));
                if (i >= 0 && take.tokens().milli(k) > 0 && !isSoft(i)) {
                    long there = BucketMath.plus(
                            BucketMath.minus(
                                    gains.balance(seen.image(), i), gains.by().reserve(i)),
                            -totals.taken(i));
                    room = Math.min(
                            room, (double) there / Math.max(1, gains.by().cap(i)));
                }
            }
            return room;
        }

        /** Whether it could ever serve a take alone. */
        boolean couldHold(TakeRequest take) {
            boolean could = true;
            for (int k = 0; k < take.tokens().size(); k++) {
                int i = indexOf(take.tokens().limit(k));
                could &= take.tokens().milli(k) <= 0
                        || (i >= 0
                                && (isSoft(i)
                                        || take.tokens().milli(k) <= gains.by().most(i)));
            }
            return could;
        }
    }

    /**
     * Adds a shard.
     *
     * @param seen how it was seen
     * @param by the numbers that govern there
     * @param soft its limits, as bits, of which a take is never refused
     */
    public void add(ShardTransfer.Seen seen, Rates by, int soft) {
        shards.add(new Shard(shards.size(), seen, Gains.of(seen.image(), by, now, null), soft));
    }

    /** How many shards were added. */
    public int shards() {
        return shards.size();
    }

    /** The fullest shard that could ever serve a take alone, by its place as they were added; negative for none. */
    public int alone(TakeRequest take) {
        int found = -1;
        double most = Double.NEGATIVE_INFINITY;
        for (int s = 0; s < shards.size(); s++) {
            double room = shards.get(s).couldHold(take) ? shards.get(s).room(take) : Double.NEGATIVE_INFINITY;
            if (room > most) {
                found = s;
                most = room;
            }
        }
        return found;
    }

    /** A shard that lacks a limit that is wanted, by its place; negative for none. */
    public int lacking(TakeRequest take) {
        for (int s = 0; s < shards.size(); s++) {
            for (int k = 0; k < take.tokens().size(); k++) {
                if (take.tokens().milli(k) > 0
                        && shards.get(s).indexOf(take.tokens().limit(k)) < 0) {
                    return s;
                }
            }
        }
        return -1;
    }

    /**
     * The shortest time after which all of a take will have come back, at most as long as its caller would wait.
     *
     * @return milliseconds, 0 if it is there; negative if it does not fit
     */
    public long leastWait(TakeRequest take) {
        if (!fits(take, take.waitMillis())) {
            return -1;
        }
        long least = 0;
        long most = take.waitMillis();
        while (least < most) {
            long middle = least + (most - least) / 2;
            if (fits(take, middle)) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        return least;
    }

    private boolean fits(TakeRequest take, long waitMillis) {
        for (int k = 0; k < take.tokens().size(); k++) {
            if (take.tokens().milli(k) > 0
                    && !fits(take.tokens().limit(k), take.tokens().milli(k), waitMillis)) {
                return false;
            }
        }
        return true;
    }

    private boolean fits(String limit, long amount, long waitMillis) {
        long has = 0;
        long cap = 0;
        for (Shard shard : shards) {
            int i = shard.indexOf(limit);
            if (i >= 0 && shard.isSoft(i)) {
                return true;
            } else if (i >= 0) {
                has = BucketMath.plus(has, shard.has(i, waitMillis));
                cap = BucketMath.plus(cap, shard.gains.by().most(i));
            }
        }
        return amount <= Math.min(has, cap);
    }

    /** Takes it, on top of what is taken already; null if it does not fit. */
    public @Nullable Fit take(TakeRequest take) {
        long wait = leastWait(take);
        if (wait < 0) {
            return null;
        }
        List<Shard> fullestFirst = new ArrayList<>(shards);
        fullestFirst.sort((a, b) -> Double.compare(b.room(take), a.room(take)));
        Map<Shard, Tokens> parts = new HashMap<>();
        for (int k = 0; k < take.tokens().size(); k++) {
            long left = take.tokens().milli(k);
            for (Shard shard : fullestFirst) {
                int i = shard.indexOf(take.tokens().limit(k));
                long part = i < 0 || left <= 0 ? 0 : shard.isSoft(i) ? left : Math.min(left, shard.has(i, wait));
                if (part > 0) {
                    ask(shard, i, part, wait);
                    parts.merge(shard, Tokens.of(take.tokens().limit(k), part), Tokens::plus);
                    left -= part;
                }
            }
        }
        List<Given> given = new ArrayList<>();
        for (Shard shard : fullestFirst) {
            Tokens part = parts.get(shard);
            if (part != null) {
                given.add(new Given(shard.place, part));
            }
        }
        return new Fit(wait, given);
    }

    private static void ask(Shard shard, int i, long part, long waitMillis) {
        if (shard.isSoft(i)) {
            shard.totals.debit(i, part);
        } else {
            long owe = shard.seen.image().mayOwe(i, shard.gains.by(), waitMillis, shard.gains.now());
            shard.totals.take(i, part, owe);
        }
        shard.asked = true;
    }

    /** How the planner is to plan for a shard. */
    public interface Contexts {
        PlanContext of(ShardTransfer.Seen seen);
    }

    /**
     * The writes of all that was taken.
     *
     * <p>A stamp that lies ahead of the clock is pinned and stays. It is not waited for: processes whose clocks are a
     * little ahead may renew it again and again. Late or not, a write counts as decided at the stamp that it sets.
     *
     * @param wid the id of this set of takes
     * @param mayLandLate whether the writes may be sent again as they are, and land late: then each sets its stamp
     * @param contexts what else matters
     * @param writes where they are added, one for each shard that gives something
     * @return how long some partition has to rest first, in milliseconds; 0 if all was written
     */
    public long render(long wid, boolean mayLandLate, Contexts contexts, List<Write> writes) {
        BucketWriter.Tag tag = new BucketWriter.Tag(wid, false, false);
        for (Shard shard : shards) {
            if (shard.asked) {
                ShardTransfer.Seen seen = shard.seen;
                PlanContext context = contexts.of(seen);
                Plan plan = mayLandLate
                        ? Planner.refill(seen.image(), shard.gains, shard.totals, context)
                        : Planner.plan(seen.image(), shard.gains, shard.totals, context);
                if (plan instanceof Plan.Move move) {
                    writes.add(BucketWriter.write(seen.item().key(), seen.schema(), seen.image(), move, tag));
                } else if (plan instanceof Plan.Refill refill) {
                    writes.add(BucketWriter.write(seen.item().key(), seen.schema(), seen.image(), refill, tag));
                } else if (plan instanceof Plan.Pause pause) {
                    return Math.max(1, pause.millis());
                }
            }
        }
        return 0;
    }
}

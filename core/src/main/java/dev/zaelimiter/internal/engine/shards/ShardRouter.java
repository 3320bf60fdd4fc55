package dev.zaelimiter.internal.engine.shards;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.BucketSnapshot;
import dev.zaelimiter.internal.engine.pipeline.Outlook;
import dev.zaelimiter.internal.engine.planning.ShardTotals;
import dev.zaelimiter.internal.engine.planning.Statuses;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.engine.planning.Told;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The way from a bucket to its shards, each of which has a pipeline of its own. Safe for use by many threads.
 *
 * <p>The first shard says how many there are. Acquires go to the fuller of two at random, as far as is known, those of
 * a short time together ({@link ShardAffinity}), and from one that refuses to the next that may hold what is asked:
 * what is there of the entity's limits can be had, wherever it lies. A bucket of one shard is its own way, told by one
 * look at the last image.
 */
public final class ShardRouter {

    /** With so much room, nobody looks whether it is still there. */
    private static final double PLENTY = 0.25;

    /** So many shards are asked without reading the others. */
    private static final int ASKED_IN_TURN = 2;

    private final Engine engine;
    /** Of divided buckets, as long as the pipeline of the first shard is in use. */
    private final Cache<BucketPipeline, ShardAffinity> turns =
            Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

    public ShardRouter(Engine engine) {
        this.engine = engine;
    }

    /** Forgets which shards are asked for the moment, as happens when the pipeline of a first one goes. */
    public void forgetAffinity(String entity) {
        turns.asMap().keySet().removeIf(home -> home.entity().equals(entity));
    }

    /** Into how many shards a bucket is divided, by the last image of its first one, or by what others told of it. */
    static int count(BucketPipeline home) {
        return home.outlook().shardCount();
    }

    /** The shard to ask first. */
    public BucketPipeline route(BucketPipeline home, TakeRequest take) {
        int count = count(home);
        if (count == 1) {
            return home;
        }
        return Objects.requireNonNull(turns.get(home, key -> new ShardAffinity()))
                .shard(
                        home,
                        count,
                        take,
                        engine.environment().monotonicNanos(),
                        () -> take.waitMillis() > 0 ? soonest(home, count, take) : fuller(home, count, take));
    }

    /**
     * For somebody who would wait: the shard that serves it first, as far as is known, so that first come is first
     * served.
     */
    private BucketPipeline soonest(BucketPipeline home, int count, TakeRequest take) {
        BucketPipeline best = home;
        double most = home.outlook().room(take);
        // Those too that the first one does not know of, since it is divided less than they are.
        for (BucketPipeline next : home.all()) {
            double room = next.outlook().room(take);
            if (room > most && (next.shard() < count || next.outlook().image() != null)) {
                best = next;
                most = room;
            }
        }
        return best;
    }

    /**
     * Whether somebody would wait in a shard of whose siblings it is not known lately whether they would serve it
     * sooner.
     */
    public boolean mayWaitInVain(BucketPipeline chosen, TakeRequest take) {
        if (take.waitMillis() == 0 || count(chosen.home()) == 1) {
            return false;
        }
        double room = chosen.outlook().loaded() ? chosen.outlook().room(take) : Outlook.NO_ROOM;
        // A little room that was seen long ago may be another one's by now, or in another shard.
        if (room >= PLENTY || (room >= 0 && chosen.outlook().fresh())) {
            return false;
        }
        return chosen.home().all().stream().anyMatch(shard -> !shard.outlook().fresh());
    }

    /**
     * For somebody who would have to wait in a shard: another one that serves it immediately, or the one that does so
     * first.
     */
    public BucketPipeline soonestInstead(BucketPipeline shard, TakeRequest take) {
        BucketPipeline best = null;
        double most = 0;
        for (BucketPipeline other : shard.home().all()) {
            double room = other == shard ? Outlook.NO_ROOM : other.outlook().room(take);
            if (room >= most) {
                best = other;
                most = room;
            }
        }
        return best == null ? soonest(shard.home(), count(shard.home()), take) : best;
    }

    private BucketPipeline fuller(BucketPipeline home, int count, TakeRequest take) {
        int one = engine.environment().random().nextInt(count);
        int other = (one + 1 + engine.environment().random().nextInt(count - 1)) % count;
        BucketPipeline a = home.sibling(one);
        BucketPipeline b = home.sibling(other);
        return a.outlook().room(take) >= b.outlook().room(take) ? a : b;
    }

    /** The next shard to ask after some have refused, or null if none is left that may hold what is asked. */
    public @Nullable BucketPipeline elsewhere(BucketPipeline last, int asked, TakeRequest take) {
        BucketPipeline home = last.home();
        int count = count(home);
        if (count == 1 && last.shard() == 0) {
            return null;
        }
        BucketPipeline best = null;
        double most = Outlook.NO_ROOM;
        // Those too that are not merged yet, while the first one knows of fewer: what is told of the limits is their
        // sum.
        for (BucketPipeline next : home.all()) {
            if (isLeft(next, asked)) {
                double room = next.outlook().room(take);
                if (room > most) {
                    best = next;
                    most = room;
                }
            }
        }
        return best;
    }

    private static boolean isLeft(BucketPipeline shard, int asked) {
        return (asked & 1 << shard.shard()) == 0 && !shard.outlook().liesWithAnother();
    }

    /**
     * Whether it is better to read all shards in one call than to ask another one: some have refused, and there are
     * others of which it is not known whether they would. One after another they could take longer than anybody waits.
     */
    public boolean worthReading(BucketPipeline last, int asked, TakeRequest take) {
        if (Integer.bitCount(asked) < ASKED_IN_TURN) {
            return false;
        }
        for (BucketPipeline shard : last.home().all()) {
            Outlook seen = shard.outlook();
            if (isLeft(shard, asked) && seen.room(take) > Outlook.NO_ROOM && !seen.fresh()) {
                return true;
            }
        }
        return false;
    }

    /** Whether no shard could ever hold what is asked, as far as is known, though all of them together could. */
    public static boolean exceedsEachShare(BucketPipeline any, TakeRequest take) {
        return exceedsEachShare(any.home(), take, 1);
    }

    /**
     * Whether what is asked is taken from several shards, where the one that was asked is short: no shard could hold
     * it, or none could while the bucket was divided finer. Then a time was told at which all shards together hold it,
     * and that time stands, though the larger shards of today could hold it alone, later.
     */
    public static boolean isServedTogether(BucketPipeline any, TakeRequest take) {
        return exceedsEachShare(any.home(), take, any.home().outlook().finest());
    }

    private static boolean exceedsEachShare(BucketPipeline home, TakeRequest take, long finest) {
        if (count(home) == 1) {
            return false;
        }
        List<BucketPipeline> all = home.all();
        TakeRequest held = home.outlook().heldToStored(take);
        boolean exceeds = false;
        for (int k = 0; k < take.names().length; k++) {
            long largest = -1;
            long whole = -1;
            for (BucketPipeline shard : all) {
                BucketImage image = shard.outlook().basis();
                int i = image == null ? -1 : image.layout().indexOf(take.names()[k]);
                if (image != null && i >= 0 && (shard.outlook().soft(take, image) & 1 << i) == 0) {
                    Limit own = held.callLimit(take.names()[k]);
                    long cap = own == null ? image.stored().cap(i) : own.capacity() * BucketMath.MILLI;
                    whole = Math.max(whole, cap);
                    largest = Math.max(largest, Math.min(image.share(cap), Shares.of(cap, finest, 0)));
                }
            }
            if (whole >= 0 && take.amounts()[k] > whole) {
                return false;
            }
            exceeds |= take.amounts()[k] > largest && whole >= 0;
        }
        return exceeds;
    }

    /**
     * How the entity's limits stand for somebody who only looks: of all its shards together, if there are several,
     * under what is stored by now.
     */
    public List<LimitStatus> statuses(BucketPipeline any, TakeRequest take) {
        List<LimitStatus> total = total(any, take, Told.BEFORE, now(), Outlook::inLine);
        return total == null ? any.outlook().statusesInLine(take) : total;
    }

    /**
     * The same for somebody who is told of a refusal or a grant; null for a bucket that is not divided. Each shard
     * hears for itself of changed limits, so that some may not be in line with what is stored yet: whoever comes back
     * finds them so. Of one that differs from what is known to be stored, and was seen later than that, nobody knows
     * which of the two holds then: the later time is told.
     */
    public @Nullable List<LimitStatus> total(BucketPipeline any, TakeRequest take, Told told) {
        List<LimitStatus> inLine = total(any, take, told, now(), Outlook::inLine);
        if (inLine == null || !inDoubt(any.home())) {
            return inLine;
        }
        List<LimitStatus> asStored = total(any, take, told, now(), Outlook::asStored);
        return asStored == null ? inLine : Statuses.later(inLine, asStored);
    }

    /** How they stand at a time, in milliseconds since the epoch; null for a bucket that is not divided. */
    public @Nullable List<LimitStatus> total(BucketPipeline any, TakeRequest take, Told told, long wallMillis) {
        return total(any, take, told, wallMillis, Outlook::inLine);
    }

    /**
     * How the entity's limits stood for a request that one shard has granted: that shard as it was then, the others as
     * they are known by now.
     *
     * @param granting the shard
     * @param take the request
     * @param then the shard's snapshot of then
     * @param wallMillis when that was, since the epoch
     * @return nothing if the snapshot tells nothing
     */
    public List<LimitStatus> after(BucketPipeline granting, TakeRequest take, BucketSnapshot then, long wallMillis) {
        BucketImage image = then.image();
        if (image == null) {
            return List.of();
        }
        Outlook own = granting.outlook();
        List<LimitStatus> total =
                total(granting, take, Told.AFTER, wallMillis, shard -> shard == own ? image : shard.inLine());
        return own.holding(take, total == null ? own.statusesAfter(take, then, wallMillis) : total);
    }

    private long now() {
        return engine.environment().wallMillis();
    }

    @SuppressWarnings("ReferenceEquality") // the same image, as long as nothing is to be changed
    private static boolean inDoubt(BucketPipeline home) {
        return home.all().stream()
                .map(BucketPipeline::outlook)
                .anyMatch(shard -> shard.inLine() == shard.image() && shard.asStored() != shard.image());
    }

    private @Nullable List<LimitStatus> total(
            BucketPipeline any,
            TakeRequest take,
            Told told,
            long wallMillis,
            Function<Outlook, @Nullable BucketImage> images) {
        BucketPipeline home = any.home();
        if (any.shard() == 0 && count(home) == 1) {
            return null;
        }
        ShardTotals totals = new ShardTotals(
                home.outlook().heldToStored(take), told, home.outlook().finest(), wallMillis);
        for (BucketPipeline shard : home.all()) {
            Outlook outlook = shard.outlook();
            BucketImage image = images.apply(outlook);
            if (image != null) {
                totals.add(image, outlook.governing(take, image), outlook.soft(take, image));
            }
        }
        return totals.statuses(home.entity(), home.resource());
    }
}

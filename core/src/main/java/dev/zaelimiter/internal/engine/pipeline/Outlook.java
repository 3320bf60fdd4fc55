package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Access;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.planning.CallLimits;
import dev.zaelimiter.internal.engine.planning.Held;
import dev.zaelimiter.internal.engine.planning.SoftLimits;
import dev.zaelimiter.internal.engine.planning.Statuses;
import dev.zaelimiter.internal.engine.planning.Takes;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.KeptNames;
import dev.zaelimiter.internal.schema.Reconciliation;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.store.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the last image says of a bucket. Any thread may ask; nothing here decides an acquire. */
public final class Outlook {

    /** No room in a shard, as surely as can be told without asking. */
    public static final double NO_ROOM = -1;

    /** It is throttled: asked last for a while. */
    private static final double AVOIDED = -0.9;

    /** There was too little a while ago. */
    private static final double TOO_LITTLE_THEN = -0.75;

    /** Of the longest wait that somebody accepts. What has to be waited for is worth less than what is there. */
    private static final double LONGEST_WAIT = -0.5;

    private final Engine engine;
    private final Site site;
    private final Work work;
    private final Division division;
    private final Probe probe;
    private final Arrivals arrivals = new Arrivals();

    Outlook(Engine engine, Site site, Work work, Division division, Probe probe) {
        this.engine = engine;
        this.site = site;
        this.work = work;
        this.division = division;
        this.probe = probe;
    }

    /** The entity's lineage, of a shard that was never seen by what others told; null before the first load of all. */
    public @Nullable Lineage lineage() {
        Lineage own = work.state.lineage();
        if (own != null) {
            return own;
        }
        return site.shard() == 0 ? probe.lineage() : site.home().lineage();
    }

    /** Into how many shards the bucket is divided, by the last image of the first of them, which this is. */
    public int shardCount() {
        BucketState.Seen seen = work.state.seen();
        if (seen == null) {
            return probe.count();
        }
        BucketImage image = seen.basis();
        return image == null || image.shardCount() <= 1 ? 1 : (int) Math.min(Shares.MAX, image.shardCount());
    }

    /**
     * Into how many shards the bucket was divided at most since the first of them, which this is, was last seen whole. Who was
     * told a time then comes back by it, though shards have been made one meanwhile.
     */
    public long finest() {
        return Math.min(Shares.MAX, work.state.finest());
    }

    /** Into how many shards the bucket is divided by the last image of this one; 0 where nothing is known. */
    int divisor() {
        BucketImage image = basis();
        return image == null ? 0 : (int) Math.min(Shares.MAX, image.shardCount());
    }

    /** Who is on the way here, and would wait. */
    public Arrivals arrivals() {
        return arrivals;
    }

    /** Whether the bucket lies in several shards, as far as is known. */
    public boolean divided() {
        return site.shard() > 0 || shardCount() > 1;
    }

    /** The last image, or null. */
    public @Nullable BucketImage image() {
        return Work.imageOf(work.state);
    }

    /** The last image but for its balances, counters and {@code wid}, which may be older; or null. */
    public @Nullable BucketImage basis() {
        BucketState.Seen seen = work.state.seen();
        return seen == null ? null : seen.basis();
    }

    /** Whether the last look is young enough to refuse from; also of a shard that was found not to be there. */
    public boolean fresh() {
        return work.state.fresh(engine.environment().monotonicNanos());
    }

    /** The bucket as it was last seen, or null if it was not, or was not there. */
    public ShardTransfer.@Nullable Seen seen() {
        BucketState.Seen seen = work.state.seen();
        BucketImage image = seen == null ? null : seen.image();
        return seen == null || image == null || seen.item() == null || seen.schema() == null
                ? null
                : new ShardTransfer.Seen(seen.item(), seen.schema(), image);
    }

    /**
     * How much room a shard has for a request beyond what is asked: the least share of a ceiling over the limits; all of
     * it where nothing is known. Negative where the request would wait, the more the longer, those who are on their way there
     * included; and less than that where it would not be served, as far as is known.
     */
    public double room(Takes takes) {
        BucketState.Seen seen = work.state.seen();
        BucketImage image = seen == null ? null : seen.image();
        boolean avoided = division.avoided(engine.environment().monotonicNanos());
        if (seen == null || (image == null && site.shard() == 0)) {
            return avoided ? AVOIDED : 1;
        }
        double tooLittle = work.state.fresh(engine.environment().monotonicNanos()) ? NO_ROOM : TOO_LITTLE_THEN;
        if (image == null) {
            return tooLittle;
        }
        Rates by = governing(takes, image);
        int soft = soft(takes, image);
        long now = engine.environment().wallMillis();
        double room = 1;
        long wait = 0;
        for (int k = 0; k < takes.names().length; k++) {
            int i = image.layout().indexOf(takes.names()[k]);
            long amount = takes.amounts()[k];
            if (i >= 0 && amount > 0 && (soft & 1 << i) == 0) {
                long left = BucketMath.plus(image.balance(i, by, now), -amount);
                long owed = image.mayOwe(i, by, takes.waitMillis(), now);
                if (amount > by.most(i) || BucketMath.plus(left, owed) < 0) {
                    return tooLittle;
                }
                room = Math.min(room, Math.max(0, (double) left / by.cap(i)));
                if (takes.waitMillis() > 0) {
                    long ahead = arrivals.of(takes.names()[k]);
                    wait = Math.max(wait, image.millisUntil(i, by, amount, ahead, now));
                }
            }
        }
        if (avoided) {
            return AVOIDED;
        }
        return wait == 0 ? room : LONGEST_WAIT * Math.min(1, (double) wait / (takes.waitMillis() + 1.0));
    }

    /**
     * How much of a limit the shard lacks to be full by its last image, in millitokens; 0 where it is not there or lacks the
     * limit, and {@link Long#MAX_VALUE} where nothing is known.
     */
    long lacks(String limit) {
        BucketState.Seen seen = work.state.seen();
        if (seen == null) {
            return Long.MAX_VALUE;
        }
        BucketImage image = seen.image();
        int i = image == null ? -1 : image.layout().indexOf(limit);
        return image == null || i < 0
                ? 0
                : Math.max(
                        0,
                        image.rates().cap(i)
                                - image.balance(
                                        i, image.rates(), engine.environment().wallMillis()));
    }

    /** Whether the last image holds comfortably more than a request asks. */
    public boolean comfortable(Takes takes) {
        BucketState.Seen seen = work.state.seen();
        if (seen == null) {
            return false;
        }
        BucketImage image = seen.image();
        if (image == null) {
            return true;
        }
        Rates by = governing(takes, image);
        long now = engine.environment().wallMillis();
        int ahead = site.waiting() + 2;
        for (int k = 0; k < takes.names().length; k++) {
            int i = image.layout().indexOf(takes.names()[k]);
            long amount = takes.amounts()[k];
            if (i >= 0 && amount > 0) {
                long spare = by.cap(i) / 20;
                if (image.balance(i, by, now) - by.reserve(i) < BucketMath.plus(spare, saturated(amount, ahead))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static long saturated(long amount, int times) {
        return Math.multiplyHigh(amount, (long) times) == 0 && amount * times >= 0 ? amount * times : Long.MAX_VALUE;
    }

    public boolean loaded() {
        return work.state.seen() != null && work.state.lineage() != null;
    }

    /** The limits that the bucket has, or would be created with, and that hold by what is known to be stored. */
    public Set<String> limitNames(Takes takes) {
        return limitNames(takes, work.config.resolution());
    }

    /** The same by what is stored as somebody has just read it. */
    public Set<String> limitNames(Takes takes, @Nullable Resolution known) {
        BucketState.Seen seen = work.state.seen();
        BucketImage last = inLine();
        BucketImage image = last == null ? work.blueprint.imageToCreate(takes.callLimits()) : last;
        Set<String> names = new TreeSet<>();
        for (int i = 0; image != null && i < image.layout().size(); i++) {
            String name = image.layout().name(i);
            if (i != image.layout().wcu() && Held.holds(known, seen == null ? null : seen.item(), takes, name)) {
                names.add(name);
            }
        }
        return names;
    }

    /**
     * The last image, as the next take will find it: in line with what is stored, which only a take brings about. For those
     * who look, and have nothing written.
     */
    public @Nullable BucketImage inLine() {
        Resolution known = work.config.resolution();
        return known == null || !work.config.mayRewrite(known) ? image() : asStored();
    }

    /** The same, though what is known to be stored may have been read before the image was seen, and be older. */
    public @Nullable BucketImage asStored() {
        ShardTransfer.Seen seen = seen();
        Resolution known = work.config.resolution();
        if (seen == null || known == null) {
            return image();
        }
        Reconciliation.Target target = work.config.target(known);
        if (Reconciliation.agrees(seen.item(), seen.image(), target)) {
            return seen.image();
        }
        Item item = Reconciliation.preview(
                site.key(),
                seen.item(),
                seen.schema(),
                seen.image(),
                target,
                engine.environment().wallMillis());
        return engine.schema(item.layout()).decode(item);
    }

    /** The entity's lineage for those who look. */
    public @Nullable Lineage lineageInLine() {
        BucketImage image = inLine();
        return image == null ? lineage() : new Lineage(image.parent(), image.cascade(), null, null);
    }

    /** How limits stand for those who look. */
    public List<LimitStatus> statusesInLine(Takes takes) {
        return statuses(inLine(), takes, false);
    }

    /** How limits stand by the last image, as if an amount taken of each were back. */
    public List<LimitStatus> statuses(Takes takes, boolean takenAlready) {
        return statuses(image(), takes, takenAlready);
    }

    private List<LimitStatus> statuses(@Nullable BucketImage last, Takes takes, boolean takenAlready) {
        BucketImage image = last;
        if (image == null) {
            image = work.blueprint.imageToCreate(takes.callLimits());
        }
        if (image == null) {
            return new ArrayList<>();
        }
        BucketImage known = image;
        Rates by = governing(takes, known);
        int soft = soft(takes, known);
        long now = engine.environment().wallMillis();
        return Statuses.of(site.entity(), site.resource(), known, by, now, new Statuses.Asked() {
            @Override
            public int size() {
                return takes.names().length;
            }

            @Override
            public int index(int k) {
                return known.layout().indexOf(takes.names()[k]);
            }

            @Override
            public long amount(int k) {
                return takes.amounts()[k];
            }

            @Override
            public long ahead(int i) {
                if (takenAlready) {
                    for (int k = 0; k < takes.names().length; k++) {
                        if (takes.names()[k].equals(known.layout().name(i))) {
                            return -takes.amounts()[k];
                        }
                    }
                }
                return 0;
            }

            @Override
            public long mayOwe(int i) {
                return known.mayOwe(i, by, takes.waitMillis(), now);
            }

            @Override
            public boolean soft(int i) {
                return (soft & 1 << i) != 0;
            }
        });
    }

    /** The limits, as bits, that only count. */
    public int soft(Takes takes, BucketImage image) {
        Resolution known = work.config.resolution();
        return SoftLimits.mask(known, takes.heldTo(known).callLimits(), image.layout());
    }

    /** The numbers by which a request is judged. */
    private Rates governing(Takes takes, BucketImage image) {
        return CallLimits.govern(image, heldToStored(takes).callLimits());
    }

    /** A request with what came with the call held to what is stored, as far as that is known. */
    public Takes heldToStored(Takes takes) {
        return takes.callLimits() == null ? takes : takes.heldTo(work.config.resolution());
    }

    /** Those of some statuses whose limits hold by what is known to be stored. */
    public List<LimitStatus> holding(Takes takes, List<LimitStatus> statuses) {
        Resolution known = work.config.resolution();
        if (known == null || !known.nothingStored()) {
            return statuses;
        }
        Set<String> names = limitNames(takes, known);
        return statuses.stream()
                .filter(status -> names.contains(status.limit().name()))
                .toList();
    }

    /** Whether no limit binds anybody here, as far as is known. */
    public boolean bypassed() {
        Resolution known = work.config.resolution();
        return known != null && known.access() == Access.BYPASS;
    }

    /** Whether a limit is known to have been removed: a request that names it goes on without it. */
    public boolean wasRemoved(String limit) {
        BucketState.Seen seen = work.state.seen();
        Resolution known = work.config.resolution();
        return (known != null && known.gone().contains(limit))
                || KeptNames.removed(seen == null ? null : seen.item()).contains(limit);
    }
}

package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Access;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.engine.planning.Told;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.ShardTransfer;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the last {@link BucketSnapshot} says of a bucket: all that others than the one who works its pipeline may know
 * of it. Nothing here changes anything, or decides an acquire. Safe for use by many threads.
 */
public final class Outlook implements SiblingView {

    /** No room in a shard, as surely as can be told without asking. */
    public static final double NO_ROOM = ShardRoom.NONE;

    private final Engine engine;
    private final Site site;
    private final Supplier<BucketSnapshot> published;
    private final KnownLimits limits;
    private final IncomingTakes incoming = new IncomingTakes();
    private final IncomingTakes cascading = new IncomingTakes();
    private final ShardRoom room;
    private final LimitReport report;

    /**
     * Of one pipeline.
     *
     * @param published the last snapshot, at any time
     * @param limits what is stored for the bucket
     */
    Outlook(Engine engine, Site site, Supplier<BucketSnapshot> published, KnownLimits limits) {
        this.engine = engine;
        this.site = site;
        this.published = published;
        this.limits = limits;
        this.room = new ShardRoom(
                engine.environment(), engine.options().refusalFreshnessNanos(), site.shard() == 0, limits, incoming);
        this.report = new LimitReport(engine, site, limits);
    }

    /** The last one, to be kept by somebody who may ask later what it says. */
    public BucketSnapshot snapshot() {
        return published.get();
    }

    @Override
    public @Nullable Lineage lineage() {
        BucketSnapshot snapshot = snapshot();
        Lineage own = limits.lineage(snapshot);
        if (own != null) {
            return own;
        }
        if (site.shard() > 0) {
            return site.home().outlook().lineage();
        }
        Background.Told told = snapshot.background().told();
        return told == null ? null : told.lineage();
    }

    /** Into how many shards the bucket is divided, by the last image of the first of them, which this is. */
    @Override
    public int shardCount() {
        BucketSnapshot seen = snapshot();
        if (!seen.isSeen()) {
            Background.Told told = seen.background().told();
            return told == null ? 1 : told.count();
        }
        BucketImage image = seen.basis();
        return image == null || image.shardCount() <= 1 ? 1 : (int) Math.min(Shares.MAX, image.shardCount());
    }

    /**
     * Into how many shards the bucket was divided at most since the first of them, which this is, was last seen whole.
     * A caller that was told a time then comes back at that time, though shards were merged meanwhile.
     */
    public long finest() {
        return Math.min(Shares.MAX, snapshot().background().finest());
    }

    @Override
    public int divisor() {
        BucketImage image = basis();
        return image == null ? 0 : (int) Math.min(Shares.MAX, image.shardCount());
    }

    /** Who is on the way here, and would wait. */
    public IncomingTakes arrivals() {
        return incoming;
    }

    /** Who was asked of this bucket as part of a cascade, and has not been answered. */
    public IncomingTakes cascading() {
        return cascading;
    }

    /** Whether the bucket lies in several shards, as far as is known. */
    public boolean divided() {
        return site.shard() > 0 || shardCount() > 1;
    }

    /** The last image, or null. */
    public @Nullable BucketImage image() {
        return snapshot().image();
    }

    /** The last image but for its balances, counters and {@code wid}, which may be older; or null. */
    public @Nullable BucketImage basis() {
        return snapshot().basis();
    }

    /** Whether the last look is young enough to refuse from; also of a shard that was found not to be there. */
    @Override
    public boolean fresh() {
        return snapshot().ageNanos(engine.environment().monotonicNanos())
                < engine.options().refusalFreshnessNanos();
    }

    /** The bucket as it was last seen, or null if it was not, or was not there. */
    public ShardTransfer.@Nullable Seen seen() {
        return snapshot().forTransfer();
    }

    /**
     * How much room a shard has for a request beyond what is asked: the least share of a ceiling over the limits; all
     * of it where nothing is known. Negative where the request would wait, the more the longer, those who are on their
     * way there included; and less than that where it would not be served, as far as is known.
     */
    public double room(TakeRequest take) {
        return room.of(take, snapshot());
    }

    @Override
    public long lacks(String limit) {
        return room.lacks(limit, snapshot());
    }

    /** Whether the last image holds comfortably more than a request asks that counts as {@link #cascading()}. */
    public boolean comfortable(TakeRequest take) {
        return room.comfortable(take, site.waiting(), cascading, snapshot());
    }

    @Override
    public boolean loaded() {
        BucketSnapshot snapshot = snapshot();
        return snapshot.isSeen() && snapshot.lineage() != null;
    }

    /** The limits that the bucket has, or would be created with, and that hold by what is known to be stored. */
    public Set<String> limitNames(TakeRequest take) {
        BucketSnapshot snapshot = snapshot();
        return report.names(take, limits.by(snapshot), snapshot);
    }

    /** The same by what is stored as somebody has just read it. */
    public Set<String> limitNames(TakeRequest take, @Nullable Resolution known) {
        return report.names(take, known, snapshot());
    }

    /** {@link LimitReport#inLine}, by the last snapshot. */
    public @Nullable BucketImage inLine() {
        return report.inLine(snapshot());
    }

    /** {@link LimitReport#asStored}, by the last snapshot. */
    public @Nullable BucketImage asStored() {
        return report.asStored(snapshot());
    }

    /**
     * Whether the Python system has counted this shard and not made it, as far as is known: it is not there, and its
     * slots are not another's.
     */
    boolean isMissing() {
        BucketSnapshot snapshot = snapshot();
        if (!engine.python().isKnown()
                || site.shard() == 0
                || !snapshot.isSeen()
                || snapshot.item() != null
                || site.shard() >= site.home().outlook().shardCount()) {
            return false;
        }
        return SlotOwner.of(site) == SlotOwner.NOBODY;
    }

    /**
     * Whether the shard was not seen, or was not there, and another one has its tokens, as far as is known: it was not
     * split off yet, or was merged. Who asks that one need not ask here.
     */
    public boolean liesWithAnother() {
        return snapshot().item() == null && SlotOwner.of(site) == SlotOwner.ANCESTOR;
    }

    /**
     * Whether the next take would find nothing to put in order, as far as is known: neither limits nor a stamp, nor a
     * shard.
     */
    @SuppressWarnings("ReferenceEquality") // the same image, as long as nothing is to be changed
    public boolean inOrder() {
        BucketSnapshot snapshot = snapshot();
        BucketImage image = snapshot.image();
        return !isMissing()
                && report.asStored(snapshot) == image
                && (image == null || !image.damagedStamp(engine.environment().wallMillis()));
    }

    /** The entity's lineage for those who look. */
    public @Nullable Lineage lineageInLine() {
        BucketImage image = report.asRead(snapshot());
        return image == null ? lineage() : new Lineage(image.parent(), image.cascade(), null, null);
    }

    /** How limits stand for those who look. */
    public List<LimitStatus> statusesInLine(TakeRequest take) {
        BucketSnapshot snapshot = snapshot();
        return report.statuses(take, report.inLine(snapshot), Told.BEFORE, snapshot);
    }

    /** How limits stand by the last image. */
    public List<LimitStatus> statuses(TakeRequest take, Told told) {
        BucketSnapshot snapshot = snapshot();
        return report.statuses(take, snapshot.image(), told, snapshot);
    }

    /** The same at a time, in milliseconds since the epoch. */
    public List<LimitStatus> statuses(TakeRequest take, Told told, long wallMillis) {
        BucketSnapshot snapshot = snapshot();
        return report.statuses(take, snapshot.image(), told, snapshot, wallMillis);
    }

    /** How limits stood for a request that was granted, by the snapshot of then and at a time since the epoch. */
    public List<LimitStatus> statusesAfter(TakeRequest take, BucketSnapshot then, long wallMillis) {
        return report.statuses(take, then.image(), Told.AFTER, then, wallMillis);
    }

    /** The limits, as bits, that only count. */
    public int soft(TakeRequest take, BucketImage image) {
        return limits.soft(snapshot(), take, image);
    }

    /** The numbers by which a request is judged, by an image of the last look. */
    public Rates governing(TakeRequest take, BucketImage image) {
        return limits.governing(snapshot(), take, image);
    }

    /** The same by another look, at this shard or another one. */
    public Rates governing(TakeRequest take, ShardTransfer.Seen seen) {
        return limits.governing(snapshot(), take, seen.image(), seen.item());
    }

    /** A request with what came with the call held to what is stored, as far as that is known. */
    public TakeRequest heldToStored(TakeRequest take) {
        return limits.heldToStored(snapshot(), take);
    }

    /** Those of some statuses whose limits hold by what is known to be stored. */
    public List<LimitStatus> holding(TakeRequest take, List<LimitStatus> statuses) {
        return report.holding(take, statuses, snapshot());
    }

    /** Whether no limit binds anybody here, as far as is known. */
    public boolean bypassed() {
        Resolution known = limits.by(snapshot());
        return known != null && known.access() == Access.BYPASS;
    }

    /**
     * Whether a request may have been let through by a switch, or by a limit that only counts, and that was read longer
     * ago than it holds: it may bind again by now.
     */
    public boolean leansOnOldSwitch(TakeRequest take) {
        BucketSnapshot snapshot = snapshot();
        Resolution known = limits.by(snapshot);
        if (known == null || engine.environment().monotonicNanos() - known.freshUntilNanos() < 0) {
            return false;
        }
        BucketImage image = snapshot.image();
        return known.access() == Access.BYPASS || (image != null && limits.soft(snapshot, take, image) != 0);
    }

    /**
     * Whether a limit is known to have been removed: a request that names it goes on without it. So was one that is
     * stored as far as is known, and lacking in a bucket that was seen later.
     */
    public boolean wasRemoved(String limit) {
        return report.wasRemoved(limit, snapshot());
    }
}

package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.store.StoreTraits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says when a shard is to be divided, and when it is to be made one with another. Belongs to the one who works the
 * pipeline; {@link Transferrer} does it.
 *
 * <p>A shard is divided if its partition has no room for more writes: its {@code wcu}, refilled, has run short, or the
 * store has throttled a write for the sake of its key. That has to be so a while after it was last divided, since what is
 * short then is what was short before. The first shard says how many there are to be; the others follow when they are
 * short themselves, or when one that is not there yet is asked. They are made one again when few writes have come for a
 * while, the first with its upper half first, and then each that believes in more shards than it does.
 */
final class Division {

    /** A division shows in what is left of {@code wcu} after it has refilled. */
    private static final long SETTLED_NANOS = 1_000_000_000;

    /** What is left of {@code wcu} when it counts as short: the rest lasts until a division is through. */
    private static final long SHORT = 10;

    private static final long CALM_NANOS = 30_000_000_000L;
    /** The part of what a partition can take that is so little that twice of it is still no burden. */
    private static final long LITTLE = 10;

    private static final long AVOIDED_NANOS = 100_000_000;

    /**
     * So long the store's word that a partition has no room, or another shard's, is a reason to divide. Longer than a division waits
     * to be due, and than a busy shard is between two throttles; of a shard that was at rest since it says nothing.
     */
    private static final long REMEMBERED_NANOS = 5_000_000_000L;

    private final StoreTraits traits;
    private final Site site;
    private final Work work;
    private final LoadMeter load = new LoadMeter(CALM_NANOS);
    private long count = -1;
    private long sinceNanos;
    private long notBeforeNanos;
    private boolean throttled;
    private long throttledNanos;
    private long wantedAt = -1;
    private long wantedNanos;

    Division(StoreTraits traits, Site site, Work work) {
        this.traits = traits;
        this.site = site;
        this.work = work;
    }

    /** What is to be done with a shard. */
    enum Step {
        NOTHING,
        SPLIT,
        MERGE
    }

    Step due(BucketImage image, long nowMillis, Outbox out) {
        long now = work.nowNanos();
        if (image.shardCount() != count) {
            count = image.shardCount();
            sinceNanos = now;
            notBeforeNanos = now;
            throttled = false;
            load.restart();
        }
        boolean calm = load.few(image, now, LITTLE);
        if (now - notBeforeNanos < 0) {
            return Step.NOTHING;
        }
        if (hot(image, nowMillis) && now - sinceNanos >= SETTLED_NANOS) {
            return split(image, out);
        }
        if (count > 1 && (site.shard() == 0 ? calm : isToFollow()) && !inDebt(image, nowMillis)) {
            load.restart();
            return Step.MERGE;
        }
        return Step.NOTHING;
    }

    /**
     * Whether a limit of a shard is in debt. It is not merged then: it would take away from what its other half holds, and from
     * the time that those were told who came there and were refused.
     */
    static boolean inDebt(BucketImage image, long nowMillis) {
        boolean debt = false;
        for (int i = 0; i < image.layout().size(); i++) {
            debt |= i != image.layout().wcu() && image.balance(i, image.rates(), nowMillis) < 0;
        }
        return debt;
    }

    /** Whether the first shard itself says that there are fewer than this one believes. */
    private boolean isToFollow() {
        ShardView first = site.home().outlook();
        return first.loaded() && count > first.shardCount();
    }

    private Step split(BucketImage image, Outbox out) {
        if (count >= Shares.MAX || !eachShareHoldsAToken(image)) {
            return Step.NOTHING;
        }
        if (site.shard() == 0 || count < site.home().outlook().shardCount()) {
            return Step.SPLIT;
        }
        notBeforeNanos = work.nowNanos() + AVOIDED_NANOS;
        site.home().divide(count, out);
        return Step.NOTHING;
    }

    private boolean hot(BucketImage image, long nowMillis) {
        int wcu = image.layout().wcu();
        boolean runsShort = traits.writeUnitsPerSecond() > 0
                && wcu >= 0
                && image.balance(wcu, image.rates(), nowMillis) < image.rates().cap(wcu) / SHORT;
        return runsShort || (throttled && isRecent(throttledNanos)) || (wantedAt == count && isRecent(wantedNanos));
    }

    private boolean isRecent(long nanos) {
        return work.nowNanos() - nanos < REMEMBERED_NANOS;
    }

    /** A shard of less than a token would serve nobody alone. */
    private static boolean eachShareHoldsAToken(BucketImage image) {
        long twice = 2 * image.shardCount();
        boolean holds = true;
        for (int i = 0; i < image.layout().size(); i++) {
            holds &= i == image.layout().wcu()
                    || Shares.of(image.stored().cap(i), twice, image.shard() + image.shardCount()) >= BucketMath.MILLI;
        }
        return holds;
    }

    /** Another shard of so many is short: there are to be more. */
    void wanted(long shards) {
        wantedAt = shards;
        wantedNanos = work.nowNanos();
    }

    /** The store has throttled a write for its key. */
    void throttled(Outbox out) {
        throttled = true;
        throttledNanos = work.nowNanos();
        avoid(out);
    }

    /** The store has throttled a call for its key: what waits goes to other shards, where there are some. */
    void avoid(Outbox out) {
        work.state.avoidUntil(work.nowNanos() + AVOIDED_NANOS);
        for (Demand demand : List.copyOf(work.waitlist.pending)) {
            if (demand.goElsewhere(out)) {
                work.waitlist.pending.remove(demand);
            }
        }
    }

    /** A transfer has come to nothing, for now. */
    void failed(@Nullable Long pauseNanos) {
        notBeforeNanos = work.nowNanos() + (pauseNanos == null ? SETTLED_NANOS : pauseNanos);
    }
}

package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.store.StoreTraits;
import org.jspecify.annotations.Nullable;

/**
 * Says when a shard is to be divided, and when it is to be made one with another: by its images, and by what it is
 * told. It asks nobody and sends nothing; {@link Transferrer} does. Belongs to the one who works the pipeline.
 *
 * <p>A shard is divided if its partition has no room for more writes: its {@code wcu}, refilled, has run short, or the
 * store has throttled a write for the sake of its key. That has to be so a while after it was last divided, since what
 * is short then is what was short before. The first shard says how many there are to be; the others follow when they
 * are short themselves, or when one that is not there yet is asked. They are made one again when few writes have come
 * for a while, the first with its upper half first, and then each that believes in more shards than it does.
 */
final class Division {

    /** A division shows in what is left of {@code wcu} after it has refilled. */
    private static final long SETTLED_NANOS = 1_000_000_000;

    /** What is left of {@code wcu} when it counts as short: the rest lasts until a division is through. */
    private static final long SHORT = 10;

    private static final long CALM_NANOS = 30_000_000_000L;
    /** The part of what a partition can take that is so little that twice of it is still no burden. */
    private static final long LITTLE = 10;

    /** So long the first shard is given to divide itself. */
    private static final long ASKED_NANOS = 100_000_000;

    /**
     * So long the store's word that a partition has no room, or another shard's, is a reason to divide. Longer than a
     * division waits to be due, and than a busy shard is between two throttles; of a shard that was at rest since it
     * says nothing.
     */
    private static final long REMEMBERED_NANOS = 5_000_000_000L;

    private final StoreTraits traits;
    private final int shard;
    private final LoadMeter load = new LoadMeter(CALM_NANOS);
    private long count = -1;
    private long sinceNanos;
    private long notBeforeNanos;
    private boolean throttled;
    private long throttledNanos;
    private long wantedAt = -1;
    private long wantedNanos;

    /**
     * Of one shard.
     *
     * @param traits of the store: what a partition can take
     * @param shard which, 0 for the first
     */
    Division(StoreTraits traits, int shard) {
        this.traits = traits;
        this.shard = shard;
    }

    /** What is to be done with a shard. */
    enum Due {
        NOTHING,
        SPLIT,
        MERGE,
        /** The first shard is to say that there are to be more. */
        ASK_FIRST
    }

    /**
     * What is due.
     *
     * @param image the last one
     * @param first what is known of the first shard; not looked at for that one itself
     * @param now monotonic, in nanoseconds
     * @param nowMillis since the epoch
     * @param withPython whether clients of the Python system use the bucket too: they never believe in fewer shards
     *     again, and make those anew that are gone, full
     */
    Due due(BucketImage image, SiblingView first, long now, long nowMillis, boolean withPython) {
        if (image.shardCount() != count) {
            count = image.shardCount();
            sinceNanos = now;
            notBeforeNanos = now;
            throttled = false;
            load.restart();
        }
        boolean calm = load.few(image, now, LITTLE);
        if (now - notBeforeNanos < 0) {
            return Due.NOTHING;
        }
        if (hot(image, now, nowMillis) && now - sinceNanos >= SETTLED_NANOS) {
            return split(image, first);
        }
        if (!withPython && count > 1 && (shard == 0 ? calm : isToFollow(first)) && !inDebt(image, nowMillis)) {
            load.restart();
            return Due.MERGE;
        }
        return Due.NOTHING;
    }

    /**
     * Whether a limit of a shard is in debt. It is not merged then: it would take away from what its other half holds,
     * and from the time that those were told who came there and were refused.
     */
    static boolean inDebt(BucketImage image, long nowMillis) {
        boolean debt = false;
        for (int i = 0; i < image.layout().size(); i++) {
            debt |= i != image.layout().wcu() && image.balance(i, image.rates(), nowMillis) < 0;
        }
        return debt;
    }

    /**
     * Whether a shard holds what is asked, and neither half of it would. Who asks for that is served by the whole: a
     * time was told at which it fits, and to divide the shard for its sake would take it away.
     */
    static boolean servesOnlyWhole(BucketImage image, TakeRequest take, long nowMillis) {
        boolean halfServes = true;
        for (int k = 0; k < take.names().length; k++) {
            int i = image.layout().indexOf(take.names()[k]);
            long held = i < 0 ? -1 : image.balance(i, image.rates(), nowMillis);
            if (held < take.amounts()[k]) {
                return false;
            }
            halfServes &= held / 2 >= take.amounts()[k];
        }
        return !halfServes;
    }

    /** Whether the first shard itself says that there are fewer than this one believes. */
    private boolean isToFollow(SiblingView first) {
        return first.loaded() && count > first.shardCount();
    }

    private Due split(BucketImage image, SiblingView first) {
        if (count >= Shares.MAX || !eachShareHoldsAToken(image)) {
            return Due.NOTHING;
        }
        return shard == 0 || count < first.shardCount() ? Due.SPLIT : Due.ASK_FIRST;
    }

    /** The first shard is told that there are to be more than so many: the answer takes a while. */
    long askedFirst(long now) {
        notBeforeNanos = now + ASKED_NANOS;
        return count;
    }

    private boolean hot(BucketImage image, long now, long nowMillis) {
        int wcu = image.layout().wcu();
        boolean runsShort = traits.writeUnitsPerSecond() > 0
                && wcu >= 0
                && image.balance(wcu, image.rates(), nowMillis) < image.rates().cap(wcu) / SHORT;
        return runsShort
                || (throttled && isRecent(throttledNanos, now))
                || (wantedAt == count && isRecent(wantedNanos, now));
    }

    private static boolean isRecent(long nanos, long now) {
        return now - nanos < REMEMBERED_NANOS;
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
    void wanted(long shards, long now) {
        wantedAt = shards;
        wantedNanos = now;
    }

    /** The store has throttled a write for its key. */
    void throttled(long now) {
        throttled = true;
        throttledNanos = now;
    }

    /** A transfer has come to nothing: not again for a while. */
    void failed(long pauseNanos, long now) {
        notBeforeNanos = now + pauseNanos;
    }

    /** There is nothing to be moved, as was found out by asking. */
    void nothingToMove(long now) {
        failed(SETTLED_NANOS, now);
    }

    /** Whether nothing is of interest but since when the bucket is whole, if it was ever asked about. */
    boolean isUsual(@Nullable BucketImage image) {
        boolean whole = count == 1 && image != null && image.shardCount() == 1;
        return wantedAt < 0 && (!wasAsked() || (whole && !throttled && notBeforeNanos == sinceNanos));
    }

    /** Whether anything was ever due, or might have been. */
    boolean wasAsked() {
        return count >= 0;
    }

    /** Since when it is divided as it is, monotonic. */
    long sinceNanos() {
        return sinceNanos;
    }

    /** Goes on from another of the same shard, which was usual, and asked. */
    void goOnWhole(long since) {
        count = 1;
        sinceNanos = since;
        notBeforeNanos = since;
    }

    /** Goes on from another of the same shard. */
    void goOn(Division other) {
        count = other.count;
        sinceNanos = other.sinceNanos;
        notBeforeNanos = other.notBeforeNanos;
        throttled = other.throttled;
        throttledNanos = other.throttledNanos;
        wantedAt = other.wantedAt;
        wantedNanos = other.wantedNanos;
        load.goOn(other.load);
    }
}

package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import org.jspecify.annotations.Nullable;

/** How much room there is in a shard, for the choice among several: by a snapshot. Safe for use by many threads. */
final class ShardRoom {

    /** No room in a shard, as surely as can be told without asking. */
    static final double NONE = -1;

    /** It is throttled: asked last for a while. */
    private static final double AVOIDED = -0.9;

    /** There was too little a while ago. */
    private static final double TOO_LITTLE_THEN = -0.75;

    /** Of the longest wait that somebody accepts. What has to be waited for is worth less than what is there. */
    private static final double LONGEST_WAIT = -0.5;

    private final Environment environment;
    private final long freshNanos;
    private final boolean first;
    private final KnownLimits limits;
    private final IncomingTakes incoming;

    /**
     * Of one shard.
     *
     * @param freshNanos how long an image is young enough to refuse from
     * @param first whether it is the first shard of its bucket, which is made if it is not there
     * @param limits what is stored for it
     * @param incoming who is on the way there
     */
    ShardRoom(Environment environment, long freshNanos, boolean first, KnownLimits limits, IncomingTakes incoming) {
        this.environment = environment;
        this.freshNanos = freshNanos;
        this.first = first;
        this.limits = limits;
        this.incoming = incoming;
    }

    /**
     * How much room a shard has for a request beyond what is asked: the least share of a ceiling over the limits; all
     * of it where nothing is known. Negative where the request would wait, the more the longer, those who are on their
     * way there included; and less than that where it would not be served, as far as is known.
     */
    double of(TakeRequest take, BucketSnapshot seen) {
        BucketImage image = seen.image();
        long nowNanos = environment.monotonicNanos();
        boolean avoided = seen.avoided(nowNanos);
        if (!seen.isSeen() || (image == null && first)) {
            return avoided ? AVOIDED : 1;
        }
        double tooLittle = seen.ageNanos(nowNanos) < freshNanos ? NONE : TOO_LITTLE_THEN;
        if (image == null) {
            return tooLittle;
        }
        Rates by = limits.governing(seen, take, image);
        int soft = limits.soft(seen, take, image);
        long now = environment.wallMillis();
        double room = 1;
        long wait = 0;
        for (int k = 0; k < take.names().length; k++) {
            int i = image.layout().indexOf(take.names()[k]);
            long amount = take.amounts()[k];
            if (i >= 0 && amount > 0 && (soft & 1 << i) == 0) {
                long left = BucketMath.plus(image.balance(i, by, now), -amount);
                long owed = image.mayOwe(i, by, take.waitMillis(), now);
                if (amount > by.most(i) || BucketMath.plus(left, owed) < 0) {
                    return tooLittle;
                }
                room = Math.min(room, Math.max(0, (double) left / by.cap(i)));
                if (take.waitMillis() > 0) {
                    long ahead = incoming.of(take.names()[k]);
                    wait = Math.max(wait, image.millisUntil(i, by, amount, ahead, now));
                }
            }
        }
        if (avoided) {
            return AVOIDED;
        }
        return wait == 0 ? room : LONGEST_WAIT * Math.min(1, (double) wait / (take.waitMillis() + 1.0));
    }

    /**
     * How much of a limit the shard lacks to be full, in millitokens; 0 where it is not there or lacks the limit, and
     * {@link Long#MAX_VALUE} where nothing is known.
     */
    long lacks(String limit, BucketSnapshot seen) {
        if (!seen.isSeen()) {
            return Long.MAX_VALUE;
        }
        BucketImage image = seen.image();
        int i = image == null ? -1 : image.layout().indexOf(limit);
        if (image == null || i < 0) {
            return 0;
        }
        long balance = image.balance(i, image.rates(), environment.wallMillis());
        return Math.max(0, BucketMath.minus(image.rates().cap(i), balance));
    }

    /**
     * Whether the bucket holds comfortably more than a request asks, and those who have not been answered yet. What is
     * asked by cascades is known, each with its own amount; others who wait are taken to ask for as much as this one.
     *
     * @param waiting how many wait for the bucket, as far as is known
     * @param cascading what is asked by cascades, by this one too
     */
    boolean comfortable(TakeRequest take, int waiting, IncomingTakes cascading, BucketSnapshot seen) {
        long now = environment.wallMillis();
        BucketImage image = seen.isSeen() ? imageToTakeFrom(take, seen, now) : null;
        if (image == null) {
            return false;
        }
        Rates by = limits.governing(seen, take, image);
        for (int k = 0; k < take.names().length; k++) {
            int i = image.layout().indexOf(take.names()[k]);
            long amount = take.amounts()[k];
            if (i >= 0 && amount > 0) {
                long spare = BucketMath.plus(by.cap(i) / 20, amount);
                long there = BucketMath.minus(image.balance(i, by, now), by.reserve(i));
                long asked = Math.max(cascading.of(take.names()[k]), saturated(amount, waiting + 1));
                if (there < BucketMath.plus(spare, asked)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The last image; of a bucket that is not there, as it would be made: more than that it never holds. */
    private @Nullable BucketImage imageToTakeFrom(TakeRequest take, BucketSnapshot seen, long now) {
        BucketImage image = seen.image();
        return image != null || !first
                ? image
                : NewBucket.imageToCreate(limits.by(seen), seen.lineage(), take.callLimits(), now);
    }

    private static long saturated(long amount, int times) {
        return Math.multiplyHigh(amount, (long) times) == 0 && amount * times >= 0 ? amount * times : Long.MAX_VALUE;
    }
}

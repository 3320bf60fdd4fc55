package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.engine.planning.Told;
import dev.zaelimiter.internal.engine.shards.ShardRouter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes the time that a refusal tells hold for all its limits together. What a limit holds grows with time, but for a
 * bucket whose stamp was taken back: a gap since the stamp that is too long to be believed is left out, so that such a
 * limit may hold at its own time what it holds no more when another limit's time has come.
 */
final class LastingTimes {

    /** Each round makes one more limit wait for the end of what was refilled already, after which it loses nothing. */
    private static final int MOST_ROUNDS = 2 * BucketLayout.MAX_LIMITS;

    private final ShardRouter router;
    private final TakeRequest take;
    private final long now;

    LastingTimes(ShardRouter router, TakeRequest take, long now) {
        this.router = router;
        this.take = take;
        this.now = now;
    }

    /**
     * The same statuses, with the longest time made longer if one of the limits would not let the request in by then.
     */
    List<LimitStatus> of(List<LimitStatus> told, Part child, @Nullable Part parent) {
        if (!mayLose(child.pipeline) && (parent == null || !mayLose(parent.pipeline))) {
            return told;
        }
        long first = lastOf(told);
        long last = first;
        for (int round = 0; last > 0 && round < MOST_ROUNDS; round++) {
            long later = Math.max(
                    until(child, parent, last), until(child, parent, BucketMath.plus(last, BucketImage.LATE_MILLIS)));
            if (later <= last) {
                break;
            }
            last = later;
        }
        return last == first ? told : told.stream().map(longer(first, last)).toList();
    }

    private static boolean mayLose(BucketPipeline bucket) {
        for (BucketPipeline shard : bucket.home().all()) {
            BucketImage image = shard.outlook().image();
            if (image != null && image.takenBack() != null) {
                return true;
            }
        }
        return false;
    }

    private static UnaryOperator<LimitStatus> longer(long from, long to) {
        return status -> status.exceeded() && millis(status) == from
                ? LimitStatus.of(
                        status.entity(),
                        status.resource(),
                        status.limit(),
                        status.debt() > 0 ? -status.debt() : status.available(),
                        status.requested(),
                        true,
                        to,
                        status.moreAfter().map(Duration::toMillis).orElse(-1L))
                : status;
    }

    /** The longest time that is told; 0 if there is none, or the request never fits. */
    private static long lastOf(List<LimitStatus> statuses) {
        long last = 0;
        for (LimitStatus status : statuses) {
            if (!status.everFits()) {
                return 0;
            }
            last = Math.max(last, status.exceeded() ? millis(status) : 0);
        }
        return last;
    }

    private static long millis(LimitStatus status) {
        return status.retryAfter().map(Duration::toMillis).orElse(-1L);
    }

    /** When the request fits, for somebody who comes after so many milliseconds; 0 if it does by then. */
    private long until(Part child, @Nullable Part parent, long after) {
        List<LimitStatus> then = new ArrayList<>(at(child, BucketMath.plus(now, after)));
        if (parent != null) {
            then.addAll(at(parent, BucketMath.plus(now, after)));
        }
        long more = lastOf(then);
        return more == 0 ? 0 : BucketMath.plus(after, more);
    }

    private List<LimitStatus> at(Part part, long wallMillis) {
        if (part.pipeline.outlook().bypassed()) {
            return List.of();
        }
        Told told = PartStatuses.gave(part) ? Told.AS_IF_BACK : Told.BEFORE;
        List<LimitStatus> all = router.total(part.pipeline, take, told, wallMillis);
        return part.pipeline
                .outlook()
                .holding(take, all == null ? part.pipeline.outlook().statuses(take, told, wallMillis) : all);
    }
}

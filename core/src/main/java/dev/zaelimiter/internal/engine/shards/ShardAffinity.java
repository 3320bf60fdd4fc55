package dev.zaelimiter.internal.engine.shards;

import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which of several shards a process asks for the moment. Requests that come while a write is under way there go along
 * with the next one, so a process makes no more writes on many shards than on one; were each acquire to choose for
 * itself, every shard would get its write from every process all the time, and dividing a bucket would relieve no
 * partition.
 *
 * <p>Safe for use by many threads; two that meet at the end of a turn may begin one each.
 */
final class ShardAffinity {

    /** Long enough that most writes go along, and short enough that shards are used alike. */
    private static final long NANOS = 20_000_000;

    /** With less room than this, every acquire looks for the fuller one of two. */
    private static final double PLENTY = 0.25;

    private record Of(int shard, int count, long untilNanos) {}

    private volatile @Nullable Of now;

    /**
     * The shard whose turn it is; another is chosen when the turn is over, or the shard has little left for what is
     * asked.
     */
    BucketPipeline shard(
            BucketPipeline home, int count, TakeRequest take, long nowNanos, Supplier<BucketPipeline> choice) {
        Of current = now;
        if (current != null && current.count == count && current.untilNanos - nowNanos > 0) {
            BucketPipeline same = home.sibling(current.shard);
            if (same.outlook().room(take) >= PLENTY) {
                return same;
            }
        }
        BucketPipeline chosen = choice.get();
        now = new Of(chosen.shard(), count, nowNanos + NANOS);
        return chosen;
    }
}

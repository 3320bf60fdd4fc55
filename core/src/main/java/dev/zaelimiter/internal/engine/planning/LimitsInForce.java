package dev.zaelimiter.internal.engine.planning;

import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.schema.KeptNames;
import dev.zaelimiter.store.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which limits of a bucket hold. All of them, as long as any are stored: those that are stored no more leave the bucket
 * then. Where nothing is stored, only call limits hold: all other limits in the bucket were deleted, by us or by
 * another system, and bind nobody any more. Pure.
 */
public final class LimitsInForce {

    private LimitsInForce() {}

    /**
     * Whether a limit holds for a request.
     *
     * @param known what is stored, or null if that is not known
     * @param bucket its item, or null if there is none
     * @param take the request
     * @param limit the limit's name
     */
    public static boolean holds(@Nullable Resolution known, @Nullable Item bucket, TakeRequest take, String limit) {
        return known == null
                || !known.nothingStored()
                || take.callLimit(limit) != null
                || KeptNames.callLimits(bucket).contains(limit);
    }

    /** Whether the bucket holds a limit that came with a call. */
    public static boolean anyOfCalls(@Nullable Item bucket) {
        List<String> names = KeptNames.callLimits(bucket);
        return !names.isEmpty();
    }
}

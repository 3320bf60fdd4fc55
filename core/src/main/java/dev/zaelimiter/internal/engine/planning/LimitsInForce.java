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

    /**
     * Whether a limit that a bucket holds is a stored one, as far as is known. It is though it is not known to be, if
     * what is known was read before the bucket was seen to hold it: others have read later. And it is for as long as it
     * has yet to be taken out: the first reading that finds it at no level may have found one level as it was before a
     * move, and the other as it was after it. Where nothing is stored, it was deleted.
     *
     * @param known what is stored, or null if that is not known
     * @param seenMark the reads of what is known that began after the bucket's limits were first seen are later than
     *     this
     * @param bucket its item, or null if there is none
     * @param besidePython whether clients of the Python system may have brought limits with their calls: what was never
     *     stored, as far as is known, stays in the bucket then
     * @param limit the limit's name
     */
    public static boolean isStored(
            @Nullable Resolution known, long seenMark, @Nullable Item bucket, boolean besidePython, String limit) {
        if (bucket == null || KeptNames.callLimits(bucket).contains(limit)) {
            return false;
        }
        if (known == null || known.limit(limit) != null) {
            return true;
        }
        boolean stays = besidePython && !known.gone().contains(limit);
        return !known.nothingStored() && (!stays || known.oldestRead() <= seenMark);
    }

    /** Whether the bucket holds a limit that came with a call. */
    public static boolean anyOfCalls(@Nullable Item bucket) {
        List<String> names = KeptNames.callLimits(bucket);
        return !names.isEmpty();
    }
}

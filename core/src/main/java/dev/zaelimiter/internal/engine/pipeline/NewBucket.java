package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.schema.BucketCreation;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a bucket would be made of that is not there yet. Pure functions. */
final class NewBucket {

    private NewBucket() {}

    /**
     * The bucket that a demand would create.
     *
     * @param known what is stored, as far as that is known
     * @param lineage of the entity, as far as that is known
     * @param callLimits that come with the call, or null
     * @param wallMillis now
     * @return null if no limits are known for it
     */
    static @Nullable BucketImage imageToCreate(
            @Nullable Resolution known, @Nullable Lineage lineage, @Nullable List<Limit> callLimits, long wallMillis) {
        List<Limit> limits = new ArrayList<>(known == null ? List.of() : known.limits());
        limits.addAll(callLimitsToCreate(known, callLimits));
        limits.sort(Comparator.comparing(Limit::name));
        return limits.isEmpty()
                ? null
                : BucketCreation.full(limits, lineage == null ? Lineage.NONE : lineage, wallMillis);
    }

    /** The limits that come with a call and are not stored. */
    static List<Limit> callLimitsToCreate(@Nullable Resolution known, @Nullable List<Limit> callLimits) {
        List<Limit> limits = new ArrayList<>();
        if (callLimits != null) {
            for (Limit limit : callLimits) {
                int stored = known == null ? 0 : known.limits().size();
                boolean fits = stored + limits.size() < BucketLayout.MAX_LIMITS - 1;
                if (fits && (known == null || known.limit(limit.name()) == null)) {
                    limits.add(limit);
                }
            }
        }
        return limits;
    }
}

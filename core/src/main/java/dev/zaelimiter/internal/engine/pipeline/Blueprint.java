package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Environment;
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

/** What a bucket would be made of that is not there yet. */
final class Blueprint {

    private final Environment environment;
    private final BucketConfig config;
    private final BucketState state;

    Blueprint(Environment environment, BucketConfig config, BucketState state) {
        this.environment = environment;
        this.config = config;
        this.state = state;
    }

    /** The bucket that a demand would create, or null if no limits are known for it. May be asked by any thread. */
    @Nullable
    BucketImage imageToCreate(@Nullable List<Limit> callLimits) {
        Resolution known = config.resolution();
        List<Limit> limits = new ArrayList<>(known == null ? List.of() : known.limits());
        limits.addAll(callTimeToCreate(callLimits));
        limits.sort(Comparator.comparing(Limit::name));
        Lineage lineage = state.lineage();
        return limits.isEmpty()
                ? null
                : BucketCreation.full(limits, lineage == null ? Lineage.NONE : lineage, environment.wallMillis());
    }

    /** The limits that come with a call and are not stored. */
    List<Limit> callTimeToCreate(@Nullable List<Limit> callLimits) {
        Resolution known = config.resolution();
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

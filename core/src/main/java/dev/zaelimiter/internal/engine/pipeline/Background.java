package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a bucket besides its image, and seldom changes. Immutable.
 *
 * @param seen whether the bucket was looked at, and that look still counts
 * @param limits what is stored for it, as last resolved; null if that is not known
 * @param limitsMark the reads of a resolution that may rewrite the bucket all began after this
 * @param doubt of the bucket's limits; null unless what is stored was found to take something away from them
 * @param recorded what its entity's record says; null if that was not read since the bucket vanished
 * @param finest into how many shards the bucket was divided at most since it was last seen whole
 * @param told what another shard has told of a bucket whose first shard was never seen; or null
 * @param avoided until when the shard is asked last, since the store throttles its key; or null
 */
record Background(
        boolean seen,
        @Nullable Resolution limits,
        long limitsMark,
        @Nullable Doubt doubt,
        @Nullable Lineage recorded,
        long finest,
        @Nullable Told told,
        @Nullable Avoided avoided) {

    /** Nothing is known yet. */
    static final Background NONE = new Background(false, null, 0, null, null, 1, null, null);

    /** What another shard has told: into how many shards the bucket is divided, and its entity's lineage. */
    record Told(int count, Lineage lineage) {}

    /** Until a moment of the monotonic clock. */
    record Avoided(long untilNanos) {}

    Background seen(boolean now) {
        return now == seen ? this : new Background(now, limits, limitsMark, doubt, recorded, finest, told, avoided);
    }

    Background limits(@Nullable Resolution known) {
        return new Background(seen, known, limitsMark, doubt, recorded, finest, told, avoided);
    }

    Background limitsMark(long mark) {
        return new Background(seen, limits, mark, doubt, recorded, finest, told, avoided);
    }

    Background doubt(@Nullable Doubt now) {
        return new Background(seen, limits, limitsMark, now, recorded, finest, told, avoided);
    }

    Background recorded(@Nullable Lineage lineage) {
        return new Background(seen, limits, limitsMark, doubt, lineage, finest, told, avoided);
    }

    Background finest(long shards) {
        return shards == finest
                ? this
                : new Background(seen, limits, limitsMark, doubt, recorded, shards, told, avoided);
    }

    Background told(@Nullable Told another) {
        return new Background(seen, limits, limitsMark, doubt, recorded, finest, another, avoided);
    }

    Background avoidedUntil(long nanos) {
        return new Background(seen, limits, limitsMark, doubt, recorded, finest, told, new Avoided(nanos));
    }
}

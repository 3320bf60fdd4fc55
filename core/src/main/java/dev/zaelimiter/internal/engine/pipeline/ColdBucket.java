package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.ForeignWriteEstimator;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.EntityItems;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.PackedItem;
import org.jspecify.annotations.Nullable;

/**
 * What is left of a pipeline in which nothing is under way: the numbers from which one is made that goes on as the
 * first would have. Filled by the parts of the one, each its own, and read by those of the other; not changed in
 * between, so that it may be kept where any thread finds it.
 *
 * <p>Plain fields, since there are as many of these as buckets are remembered: one more costs as much memory as a
 * million of its bytes. What few buckets have lies apart ({@link Rare}).
 */
public final class ColdBucket {

    static final int SEEN = 1;
    static final int VANISHED = 1 << 1;
    static final int ALONE = 1 << 2;
    static final int UNSEEN_SINCE_MADE = 1 << 3;
    static final int LIMITS_SEEN = 1 << 4;
    static final int IMAGE_IS_NEW = 1 << 5;
    static final int CONFIG_IS_NEW = 1 << 6;
    static final int SENT = 1 << 7;
    static final int METERED = 1 << 8;
    static final int FLUSH = 1 << 9;
    static final int READS_ALONE = 1 << 10;
    static final int MARK_DUE = 1 << 11;
    static final int DIVISION_ASKED = 1 << 12;
    static final int CREDITED = 1 << 13;

    /** The bucket as it was last seen; null if it was not, or was not there. */
    @Nullable
    PackedItem item;

    @Nullable
    Lineage recorded;

    /** Which of several entities the bucket belonged to, if it does not say so itself. */
    @Nullable
    String incarnation;

    private @Nullable Rare rare;
    long wallMillis;
    long atNanos;
    long limitsMark;
    long waitedFor;
    long undividedSinceNanos;
    long lookedMillis;
    double roundTripMillis;
    int writeUnits;
    private int flags;

    /** What most buckets are without. */
    static final class Rare {
        long finest = 1;
        Background.@Nullable Told told;
        Background.@Nullable Avoided avoided;

        @Nullable
        ForeignWriteEstimator estimator;

        int earlyEnds;

        @Nullable
        Doubt doubt;

        @Nullable
        Division division;

        @Nullable
        Backoff batches;

        @Nullable
        Backoff rewrites;

        @Nullable
        RuntimeException rewritesFailWith;

        @Nullable
        Rendezvous rendezvous;

        @Nullable
        Throwable lastFailure;

        int severalFailed;
        int readFailures;
        boolean refreshRests;
        long refreshNotBefore;
        boolean probed;
        long probeNotBefore;
        int splitTries;
        int transferFailures;
        int firstFailures;
        int writeFailures;
        int lostInARow;
    }

    void flag(int which, boolean on) {
        flags = on ? flags | which : flags & ~which;
    }

    boolean is(int which) {
        return (flags & which) != 0;
    }

    /** What few buckets have; made for the first that is noted there. */
    Rare rare() {
        Rare known = rare;
        if (known == null) {
            known = new Rare();
            rare = known;
        }
        return known;
    }

    /** The same, if there is any. */
    @Nullable
    Rare anyRare() {
        return rare;
    }

    /**
     * The same of a bucket whose image and lineage are to be read again: the record was changed by another part of this
     * process.
     *
     * @param key the bucket's
     */
    public ColdBucket forgotten(Key key) {
        ColdBucket other = new ColdBucket();
        other.incarnation = incarnation == null && item != null ? item.text(EntityItems.INCARNATION, key) : incarnation;
        other.rare = rare;
        other.limitsMark = limitsMark;
        other.waitedFor = waitedFor;
        other.undividedSinceNanos = undividedSinceNanos;
        other.lookedMillis = lookedMillis;
        other.roundTripMillis = roundTripMillis;
        other.writeUnits = writeUnits;
        other.flags = flags & ~SEEN;
        return other;
    }
}

package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.engine.kernel.Expiry;
import org.jspecify.annotations.Nullable;

/**
 * Notices if a bucket is gone again and again right after this process has made it, though it is not full: somebody
 * deleted it, or a clock is wrong. Belongs to the one who works the pipeline.
 */
final class EarlyEnds {

    private final Expiry expiry;
    /** Whether the bucket was made here, and not seen since. */
    private boolean unseen;

    private int inARow;

    EarlyEnds(Expiry expiry) {
        this.expiry = expiry;
    }

    void made() {
        unseen = true;
    }

    /** It is there. */
    void seen() {
        inARow = unseen ? 0 : inARow;
        unseen = false;
    }

    /** It is gone, and was like this when it was last seen. */
    void gone(@Nullable BucketImage image, long nowMillis) {
        boolean early = unseen && image != null && image.ttl() != 0 && !image.isFull(nowMillis);
        inARow = early ? inARow + 1 : 0;
        unseen = false;
        expiry.vanishedUnused(inARow);
    }

    void keep(ColdBucket cold) {
        cold.flag(ColdBucket.UNSEEN_SINCE_MADE, unseen);
        if (inARow != 0) {
            cold.rare().earlyEnds = inARow;
        }
    }

    void goOn(ColdBucket cold) {
        ColdBucket.Rare rare = cold.anyRare();
        unseen = cold.is(ColdBucket.UNSEEN_SINCE_MADE);
        inARow = rare == null ? 0 : rare.earlyEnds;
    }
}

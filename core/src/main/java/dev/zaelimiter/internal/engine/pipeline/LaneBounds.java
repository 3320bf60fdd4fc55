package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.InPlace;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** What fits in a lane of a request or a correction, in the bucket's own numbers. Safe for use by many threads. */
final class LaneBounds {

    private final BucketLayout layout;
    private final InPlace near;
    private final InPlace far;

    /** There before the balances are divided; one is as good as another. */
    private @Nullable InPlace ofPart;

    /**
     * In which order limits are asked for, and are corrected, as indices: it is the same for most. Found by the first
     * of each kind, and never changed: a field that all threads write keeps all of them waiting for its memory line.
     */
    private int @Nullable [] asked;

    private int @Nullable [] corrected;

    /**
     * The bounds of a bucket.
     *
     * @param near those that hold while the clock shows what it showed
     * @param far those that hold at each instant until the lane's end
     */
    LaneBounds(BucketLayout layout, InPlace near, InPlace far) {
        this.layout = layout;
        this.near = near;
        this.far = far;
    }

    /**
     * The balances after a change that fits at each instant; null if it may not. One of request and correction is
     * there.
     */
    long @Nullable [] afterAtAnyTime(
            long[] balances, @Nullable AcquireRequest request, @Nullable Correction correction) {
        return after(far, balances, request, correction);
    }

    /** The balances after a change that fits just now. */
    long @Nullable [] afterNow(long[] balances, @Nullable AcquireRequest request, @Nullable Correction correction) {
        return after(near, balances, request, correction);
    }

    /** What a part holds after a change that fits there, whatever the others hold. */
    long @Nullable [] afterInPart(long[] balances, @Nullable AcquireRequest request, @Nullable Correction correction) {
        InPlace bounds = ofPart;
        return bounds == null ? null : after(bounds, balances, request, correction);
    }

    /** Divides the balances of an account, if each part holds enough for many changes like one that was to be made. */
    void divide(LaneAccount account, long[] before, long[] after) {
        InPlace bounds = InPlace.ofPart(far, account.parts());
        ofPart = bounds;
        account.divide(balances -> bounds.share(balances, far, account.parts(), before, after));
    }

    private long @Nullable [] after(
            InPlace bounds, long[] balances, @Nullable AcquireRequest request, @Nullable Correction correction) {
        long[] next = balances.clone();
        boolean fits = request != null
                ? takes(bounds, next, request)
                : corrects(bounds, next, Objects.requireNonNull(correction));
        if (!fits) {
            return null;
        }
        (bounds == far ? near : bounds).charge(next);
        return next;
    }

    private boolean takes(InPlace bounds, long[] next, AcquireRequest request) {
        boolean asks = false;
        int size = request.size();
        int[] found = asked;
        if (found == null) {
            found = places(size, request::limit);
            asked = found;
        }
        for (int k = 0; k < size; k++) {
            long milli = request.amount(k) * BucketMath.MILLI;
            int i = index(found, k, request.limit(k));
            if (i < 0 || (milli > 0 && !bounds.take(next, i, milli))) {
                return false;
            }
            asks |= milli > 0;
        }
        return asks;
    }

    private boolean corrects(InPlace bounds, long[] next, Correction correction) {
        int[] found = corrected;
        if (found == null) {
            found = places(correction.size(), correction::name);
            corrected = found;
        }
        for (int k = 0; k < correction.size(); k++) {
            long milli = correction.milli(k);
            int i = index(found, k, correction.name(k));
            if (i < 0 || !(milli > 0 ? bounds.debit(next, i, milli) : bounds.credit(next, i, -milli))) {
                return false;
            }
        }
        return true;
    }

    private int[] places(int size, IntFunction<String> limits) {
        int[] found = new int[size];
        for (int k = 0; k < size; k++) {
            found[k] = layout.indexOf(limits.apply(k));
        }
        return found;
    }

    /** Looked up where it is not the one that the first of its kind has found at this place. */
    private int index(int[] found, int k, String limit) {
        int likely = k < found.length ? found[k] : -1;
        return likely >= 0 && layout.name(likely).equals(limit) ? likely : layout.indexOf(limit);
    }
}

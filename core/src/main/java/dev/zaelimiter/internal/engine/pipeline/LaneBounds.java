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
     * In which order limits are asked for, and are corrected: it is the same for most. Found by the first of each kind,
     * and never changed: a field that all threads write keeps all of them waiting for its memory line.
     */
    private @Nullable Order asked;

    private @Nullable Order corrected;

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
        Order found = asked;
        if (found == null) {
            found = new Order(layout, size, request::limit);
            asked = found;
        }
        for (int k = 0; k < size; k++) {
            long milli = request.amount(k) * BucketMath.MILLI;
            int i = found.index(k, request.limit(k));
            if (i < 0 || (milli > 0 && !bounds.take(next, i, milli))) {
                return false;
            }
            asks |= milli > 0;
        }
        return asks;
    }

    private boolean corrects(InPlace bounds, long[] next, Correction correction) {
        Order found = corrected;
        if (found == null) {
            found = new Order(layout, correction.size(), correction::name);
            corrected = found;
        }
        for (int k = 0; k < correction.size(); k++) {
            long milli = correction.milli(k);
            int i = found.index(k, correction.name(k));
            if (i < 0 || !(milli > 0 ? bounds.debit(next, i, milli) : bounds.credit(next, i, -milli))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Names as somebody brought them, with their indices. They are his own objects, not the bucket's: most that come
     * after him bring the very same, whose letters then need not be compared. Immutable.
     */
    private static final class Order {

        private final BucketLayout layout;
        private final String[] names;
        private final int[] indices;

        Order(BucketLayout layout, int size, IntFunction<String> limits) {
            this.layout = layout;
            this.names = new String[size];
            this.indices = new int[size];
            for (int k = 0; k < size; k++) {
                names[k] = limits.apply(k);
                indices[k] = layout.indexOf(names[k]);
            }
        }

        /** Looked up where it is another one than the first of its kind had at this place. */
        int index(int k, String limit) {
            return k < names.length && names[k].equals(limit) ? indices[k] : layout.indexOf(limit);
        }
    }
}

package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import java.util.Arrays;

/**
 * What those ask of one bucket, or of one shard of it, whom it has not answered: its last image does not show them yet.
 * A limit is named as long as somebody asks for it. Once it has grown it allocates nothing. Safe for use by many
 * threads.
 */
public final class IncomingTakes {

    private static final String[] NO_LIMITS = {};
    private static final long[] NOTHING = {};

    private String[] limits = NO_LIMITS;
    private long[] milli = NOTHING;
    private int size;

    public synchronized void came(TakeRequest take) {
        for (int k = 0; k < take.names().length; k++) {
            if (take.amounts()[k] > 0) {
                int i = place(take.names()[k]);
                milli[i] = BucketMath.plus(milli[i], take.amounts()[k]);
            }
        }
    }

    public synchronized void left(TakeRequest take) {
        for (int k = 0; k < take.names().length; k++) {
            int i = indexOf(take.names()[k]);
            if (i >= 0 && take.amounts()[k] > 0) {
                milli[i] -= take.amounts()[k];
                if (milli[i] <= 0) {
                    // Below 0 if the sum had come to the end of its range.
                    remove(i);
                }
            }
        }
    }

    /** Of one limit, in millitokens. */
    synchronized long of(String limit) {
        int i = indexOf(limit);
        return i < 0 ? 0 : milli[i];
    }

    private int place(String limit) {
        int i = indexOf(limit);
        if (i >= 0) {
            return i;
        }
        if (size == limits.length) {
            limits = Arrays.copyOf(limits, size + 2);
            milli = Arrays.copyOf(milli, size + 2);
        }
        limits[size] = limit;
        milli[size] = 0;
        return size++;
    }

    private void remove(int i) {
        size--;
        limits[i] = limits[size];
        milli[i] = milli[size];
    }

    private int indexOf(String limit) {
        for (int i = 0; i < size; i++) {
            if (limits[i].equals(limit)) {
                return i;
            }
        }
        return -1;
    }
}

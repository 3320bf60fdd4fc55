package dev.zaelimiter.internal.engine.pipeline;

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
    /**
     * Of each limit the lower 64 bits of its sum, and then the upper ones: ten requests for the most that may be asked
     * are more than a long holds, and what was cut off the sum would be missing when they have been answered.
     */
    private long[] sums = NOTHING;

    private int size;

    public synchronized void came(TakeRequest take) {
        for (int k = 0; k < take.names().length; k++) {
            long amount = take.amounts()[k];
            if (amount > 0) {
                int low = 2 * place(take.names()[k]);
                sums[low] += amount;
                if (Long.compareUnsigned(sums[low], amount) < 0) {
                    sums[low + 1]++;
                }
            }
        }
    }

    public synchronized void left(TakeRequest take) {
        for (int k = 0; k < take.names().length; k++) {
            long amount = take.amounts()[k];
            int i = amount > 0 ? indexOf(take.names()[k]) : -1;
            if (i >= 0) {
                if (Long.compareUnsigned(sums[2 * i], amount) < 0) {
                    sums[2 * i + 1]--;
                }
                sums[2 * i] -= amount;
                if (sums[2 * i] == 0 && sums[2 * i + 1] == 0) {
                    remove(i);
                }
            }
        }
    }

    /** Of one limit, in millitokens; {@link Long#MAX_VALUE} if it is more than that. */
    synchronized long of(String limit) {
        int i = indexOf(limit);
        if (i < 0) {
            return 0;
        }
        return sums[2 * i] < 0 || sums[2 * i + 1] != 0 ? Long.MAX_VALUE : sums[2 * i];
    }

    private int place(String limit) {
        int i = indexOf(limit);
        if (i >= 0) {
            return i;
        }
        if (size == limits.length) {
            limits = Arrays.copyOf(limits, size + 2);
            sums = Arrays.copyOf(sums, 2 * (size + 2));
        }
        limits[size] = limit;
        sums[2 * size] = 0;
        sums[2 * size + 1] = 0;
        return size++;
    }

    private void remove(int i) {
        size--;
        limits[i] = limits[size];
        sums[2 * i] = sums[2 * size];
        sums[2 * i + 1] = sums[2 * size + 1];
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

package dev.zaelimiter.embedded;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The balances of an account in parts. Each part is a reference of its own: to what it holds while the account is open,
 * to the same marked as its last from then on. So a part is changed in one exchange, and closing has to meet each part
 * once.
 */
final class DividedBalances {

    /**
     * References from one part to the next: whoever changes one must not take the others' memory line away, nor its
     * neighbour.
     */
    private static final int STRIDE = 32;

    /** What a part held when it was closed. */
    private static final class Last {
        private final long[] balances;

        Last(long[] balances) {
            this.balances = balances;
        }
    }

    private final int parts;
    private final long[] leftOver;
    private final AtomicReferenceArray<Object> places;

    /** Divides balances into so many parts. */
    DividedBalances(long[] balances, long[] each, int parts) {
        this.parts = parts;
        this.leftOver = balances.clone();
        this.places = new AtomicReferenceArray<>((parts + 1) * STRIDE);
        for (int i = 0; i < leftOver.length; i++) {
            leftOver[i] -= parts * each[i];
        }
        for (int part = 0; part < parts; part++) {
            places.setPlain(place(part), each);
        }
    }

    private static int place(int part) {
        return (part + 1) * STRIDE;
    }

    /** What a part holds; null if it is closed. */
    long @Nullable [] part(int part) {
        return places.get(place(part)) instanceof long[] balances ? balances : null;
    }

    boolean exchange(int part, long[] seen, long[] next) {
        return places.compareAndSet(place(part), seen, next);
    }

    /** Closes one part after the other: the sum of what they held in the end, the same for all who ask. */
    long[] close() {
        long[] sum = leftOver.clone();
        for (int part = 0; part < parts; part++) {
            long[] last = last(place(part));
            for (int i = 0; i < sum.length; i++) {
                sum[i] += last[i];
            }
        }
        return sum;
    }

    private long[] last(int place) {
        while (true) {
            Object now = places.get(place);
            if (now instanceof Last last) {
                return last.balances;
            }
            long[] balances = (long[]) now;
            if (places.compareAndSet(place, now, new Last(balances))) {
                return balances;
            }
        }
    }
}

package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Limit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * All buckets of one limit, for {@link Suggester}, which tries hundreds of limits: it says of each row exactly what the
 * engine says of a request that takes of this limit alone. Not thread-safe.
 */
final class BucketModel {

    private final ExactLimit limit;
    private final long[] left;
    private final long[] remainders;
    private final long[] stamps;
    private final @Nullable Answers[] answers;

    /**
     * Full buckets.
     *
     * @param limit the limit
     * @param buckets how many buckets
     */
    BucketModel(Limit limit, int buckets) {
        this.limit = new ExactLimit(limit);
        this.left = new long[buckets];
        this.remainders = new long[buckets];
        this.stamps = new long[buckets];
        this.answers = new @Nullable Answers[buckets];
        Arrays.fill(left, this.limit.capacity());
    }

    /**
     * Takes tokens, if there are enough.
     *
     * @param bucket whose
     * @param wanted whole tokens
     * @param nowMillis when, never earlier than before
     * @return whether there were
     */
    boolean take(int bucket, long wanted, long nowMillis) {
        Answers open = answers[bucket];
        if (open != null) {
            for (; open.isDue(nowMillis); open.remove()) {
                refill(bucket, open.firstMillis());
                limit.take(left, remainders, bucket, open.firstCorrection());
            }
        }
        refill(bucket, nowMillis);
        if (!limit.fits(left, bucket, wanted)) {
            return false;
        }
        limit.take(left, remainders, bucket, wanted);
        return true;
    }

    /**
     * Takes more tokens later, or gives some back.
     *
     * @param bucket whose
     * @param correction whole tokens; negative to give back
     * @param dueMillis when
     */
    void settleAt(int bucket, long correction, long dueMillis) {
        Answers open = answers[bucket];
        if (open == null) {
            open = new Answers();
            answers[bucket] = open;
        }
        open.add(dueMillis, correction);
    }

    private void refill(int bucket, long nowMillis) {
        limit.refill(left, remainders, bucket, nowMillis - stamps[bucket]);
        stamps[bucket] = nowMillis;
    }

    /** What is to be settled of one bucket: by time, and in the order of the rows where times are the same. */
    private static final class Answers {

        private long[] millis = new long[4];
        private long[] corrections = new long[4];
        private int first;
        private int end;

        boolean isDue(long nowMillis) {
            return first < end && millis[first] <= nowMillis;
        }

        long firstMillis() {
            return millis[first];
        }

        long firstCorrection() {
            return corrections[first];
        }

        void remove() {
            first++;
            if (first == end) {
                first = 0;
                end = 0;
            }
        }

        void add(long dueMillis, long correction) {
            if (end == millis.length) {
                makeRoom();
            }
            int at = end++;
            for (; at > first && millis[at - 1] > dueMillis; at--) {
                millis[at] = millis[at - 1];
                corrections[at] = corrections[at - 1];
            }
            millis[at] = dueMillis;
            corrections[at] = correction;
        }

        private void makeRoom() {
            int size = end - first;
            int room = first > millis.length / 2 ? millis.length : millis.length * 2;
            long[] movedMillis = new long[room];
            long[] movedCorrections = new long[room];
            System.arraycopy(millis, first, movedMillis, 0, size);
            System.arraycopy(corrections, first, movedCorrections, 0, size);
            millis = movedMillis;
            corrections = movedCorrections;
            first = 0;
            end = size;
        }
    }
}

package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Limit;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * All buckets of one limit, in whole numbers and without a store, for {@link Suggester}, which tries hundreds of limits:
 * it says of each row exactly what the engine says of a request that takes of this limit alone. What is left is counted
 * in tokens and in parts of a token, of which a period has as many as milliseconds. Not thread-safe.
 */
final class BucketModel {

    private final long capacity;
    private final long amount;
    private final long periodMillis;
    private final long[] tokens;
    private final long[] parts;
    private final long[] stamps;
    private final @Nullable Answers[] answers;

    /**
     * Full buckets.
     *
     * @param limit the limit
     * @param buckets how many buckets
     */
    BucketModel(Limit limit, int buckets) {
        this.capacity = limit.capacity();
        this.amount = limit.refillAmount();
        this.periodMillis = limit.refillPeriod().toMillis();
        this.tokens = new long[buckets];
        this.parts = new long[buckets];
        this.stamps = new long[buckets];
        this.answers = new @Nullable Answers[buckets];
        Arrays.fill(tokens, capacity);
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
                correct(bucket, open.firstCorrection());
            }
        }
        refill(bucket, nowMillis);
        if (wanted > 0 && tokens[bucket] < wanted) {
            return false;
        }
        tokens[bucket] -= wanted;
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

    private void correct(int bucket, long correction) {
        tokens[bucket] -= correction;
        cut(bucket);
    }

    private void refill(int bucket, long nowMillis) {
        long elapsed = nowMillis - stamps[bucket];
        stamps[bucket] = nowMillis;
        if (tokens[bucket] >= capacity) {
            return;
        }
        if (Math.multiplyHigh(elapsed, amount) == 0 && elapsed * amount >= 0 && elapsed * amount < 1L << 62) {
            long gained = elapsed * amount + parts[bucket];
            tokens[bucket] += gained / periodMillis;
            parts[bucket] = gained % periodMillis;
        } else {
            refillBig(bucket, elapsed);
        }
        cut(bucket);
    }

    private void refillBig(int bucket, long elapsed) {
        BigInteger[] gained = BigInteger.valueOf(elapsed)
                .multiply(BigInteger.valueOf(amount))
                .add(BigInteger.valueOf(parts[bucket]))
                .divideAndRemainder(BigInteger.valueOf(periodMillis));
        BigInteger sum = gained[0].add(BigInteger.valueOf(tokens[bucket])).min(BigInteger.valueOf(capacity));
        tokens[bucket] = sum.longValueExact();
        parts[bucket] = gained[1].longValueExact();
    }

    private void cut(int bucket) {
        if (tokens[bucket] >= capacity) {
            tokens[bucket] = capacity;
            parts[bucket] = 0;
        }
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

package dev.zaelimiter.tests.backends;

import dev.zaelimiter.Limit;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/**
 * The books of one bucket that is never full: it must hold what it held at first, and what refilled between its stamps,
 * less what was taken. A limit that refills whole thousandths of a token in each millisecond leaves nothing to round.
 *
 * <p>Safe for use by many threads; its end is told once.
 */
final class BucketBooks {

    private final Stamped start;
    private final long milliPerMilli;
    private final LongAdder granted = new LongAdder();
    private final LongAdder grants = new LongAdder();
    private final LongAdder corrected = new LongAdder();
    private final LongAdder unanswered = new LongAdder();
    private Stamped end;

    BucketBooks(Stamped start, Limit limit) {
        this.start = start;
        this.end = start;
        this.milliPerMilli = limit.refillAmount() / limit.refillPeriod().toSeconds();
    }

    void granted(long tokens) {
        granted.add(tokens);
        grants.increment();
    }

    /** A settlement: positive for more, negative for what came back. */
    void corrected(long tokens) {
        corrected.add(tokens);
    }

    /** Asked for, and nobody knows what became of it. */
    void unanswered(long tokens) {
        unanswered.add(tokens);
    }

    void end(Stamped bucket) {
        end = bucket;
    }

    long granted() {
        return granted.sum();
    }

    long unanswered() {
        return unanswered.sum();
    }

    /** What callers have in the end. */
    long net() {
        return granted.sum() + corrected.sum();
    }

    /** Whole tokens in the bucket. */
    long endBalance() {
        return Math.floorDiv(end.tokensMilli(), 1000);
    }

    /** Tokens that the bucket lacks; below zero, those it has too many. */
    double missing() {
        long due = start.tokensMilli() + (end.stampMillis() - start.stampMillis()) * milliPerMilli - 1000 * net();
        return (due - end.tokensMilli()) / 1000.0;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d grants of %d tokens, corrected by %d, %d unanswered, balance %d, missing %.3f",
                grants.sum(),
                granted.sum(),
                corrected.sum(),
                unanswered.sum(),
                endBalance(),
                missing());
    }
}

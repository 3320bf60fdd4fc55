package dev.zaelimiter.loadtest.internal.worker;

import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.RateLimiterUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Recorder;

/**
 * What a worker has seen, counted. Safe for use by many threads; sums only grow, so that what is read twice can be
 * subtracted.
 */
final class Tally implements LimiterListener {

    private static final int DIGITS = 3;
    private static final long NANOS_PER_MICRO = 1000;
    private static final long MOST_MICROS = 3_600_000_000L;
    private static final int MOST_PROBLEMS = 20;

    /** What those come under that are not told apart. */
    private static final String OTHERS = "other reasons";

    private static final long LATE_NANOS = 10_000_000;

    private final List<LongAdder> counts = new ArrayList<>();
    private final List<Recorder> latencies = new ArrayList<>();
    private final Recorder store = new Recorder(1, MOST_MICROS, DIGITS);
    private final LongAdder writes = new LongAdder();
    private final LongAdder throttled = new LongAdder();
    private final LongAdder late = new LongAdder();
    private final LongAdder missed = new LongAdder();
    private final LongAdder splits = new LongAdder();
    private final LongAdder merges = new LongAdder();
    private final DoubleAdder writeUnits = new DoubleAdder();
    private volatile boolean unitsKnown;
    private final Map<String, LongAdder> problems = new ConcurrentHashMap<>();

    Tally() {
        Outcome.ALL.forEach(outcome -> {
            counts.add(new LongAdder());
            latencies.add(new Recorder(1, MOST_MICROS, DIGITS));
        });
    }

    /** One acquire has ended. */
    void count(Outcome outcome, long nanos) {
        counts.get(outcome.place()).increment();
        latencies.get(outcome.place()).recordValue(micros(nanos));
    }

    /** Something failed, for this reason. Of many reasons the first are told apart. */
    void problem(Throwable failure) {
        String text = reason(failure);
        LongAdder known = problems.get(text);
        if (known == null) {
            known = problems.computeIfAbsent(
                    problems.size() < MOST_PROBLEMS ? text : OTHERS, unused -> new LongAdder());
        }
        known.increment();
    }

    /** Whose request it was makes no other reason: a table that nobody may write fails for all of them alike. */
    private static String reason(Throwable failure) {
        String text = failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
        if (failure instanceof RateLimiterUnavailableException undecided) {
            String whose = new RateLimiterUnavailableException(undecided.entity(), undecided.resource(), "", null)
                    .getMessage();
            return whose != null && text.startsWith(whose) ? "no decision: " + text.substring(whose.length()) : text;
        }
        return text;
    }

    /** A step has begun that long after its time. */
    void begun(long behindNanos) {
        if (behindNanos > LATE_NANOS) {
            late.increment();
        }
    }

    /** So many steps were due, and never began. */
    void missed(long steps) {
        missed.add(steps);
    }

    /** So many shards of buckets were divided, and so many pairs made one. */
    void moved(long divided, long joined) {
        splits.add(divided);
        merges.add(joined);
    }

    void throttled() {
        throttled.increment();
    }

    private static long micros(long nanos) {
        return Math.min(MOST_MICROS, Math.max(0, nanos) / NANOS_PER_MICRO);
    }

    @Override
    public void wrote(BucketWrite write) {
        writes.increment();
        store.recordValue(micros(write.roundTripNanos()));
        if (write.writeUnits() >= 0) {
            unitsKnown = true;
            writeUnits.add(write.writeUnits());
        }
    }

    /** A store in memory writes millions of times a second, which costs nothing that one would want to know. */
    @Override
    public boolean hearsImmediateGrants() {
        return false;
    }

    long sum(Outcome outcome) {
        return counts.get(outcome.place()).sum();
    }

    Recorder latency(Outcome outcome) {
        return latencies.get(outcome.place());
    }

    Recorder store() {
        return store;
    }

    Sums sums() {
        return new Sums(
                Outcome.ALL.stream().mapToLong(this::sum).toArray(),
                throttled.sum(),
                writes.sum(),
                unitsKnown ? writeUnits.sum() : -1,
                late.sum(),
                missed.sum(),
                splits.sum(),
                merges.sum());
    }

    /** What went wrong, and how often. */
    Map<String, LongAdder> problems() {
        return problems;
    }

    /**
     * All sums so far.
     *
     * @param outcomes by the outcome's place
     * @param throttled writes turned away
     * @param writes of buckets
     * @param writeUnits of these, or -1 if the store does not say
     * @param late steps
     * @param missed steps
     * @param splits of shards
     * @param merges of shards
     */
    record Sums(
            long[] outcomes,
            long throttled,
            long writes,
            double writeUnits,
            long late,
            long missed,
            long splits,
            long merges) {}
}

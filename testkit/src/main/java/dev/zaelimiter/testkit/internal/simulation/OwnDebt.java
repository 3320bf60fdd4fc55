package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.testkit.internal.simulation.StoredBucket.LimitView;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Whether who waits is let go when all that it owes has come back, of each limit and of each bucket: then the balance
 * is not below zero, once what was taken behind it is left out.
 *
 * <p>Who stands behind: in one process whoever came later; of other processes, in the line of a parent, and of those
 * who may ask the parent before their own bucket, whoever was not answered before it came, if its process has written
 * to that bucket since the one who waits may have taken there. Only where nothing else is taken: no faults, no
 * corrections, one shard.
 */
final class OwnDebt {

    private final Scenario scenario;
    private final Oracle oracle;
    private final ArrayDeque<Asked> recent = new ArrayDeque<>();
    private final Map<String, ArrayDeque<Landing>> landings = new HashMap<>();

    /** A write of a process on one bucket. */
    private record Landing(String client, long nanos) {}

    OwnDebt(Scenario scenario, Oracle oracle) {
        this.scenario = scenario;
        this.oracle = oracle;
    }

    private boolean applies() {
        return scenario.waits > 0
                && scenario.faultless()
                && scenario.limitsStay()
                && !scenario.divided()
                && !scenario.callsNarrow()
                && !oracle.takesBackStamps()
                // A slow write of Python's throws away what came back while it was under way, and whoever waits waits
                // for it.
                && scenario.pythons == 0
                && scenario.settlesHigher == 0;
    }

    void asked(Asked asked) {
        if (applies()) {
            forget(asked.submittedNanos);
            recent.add(asked);
        }
    }

    /** A write has landed. */
    void landed(Sent sent, String bucket) {
        if (applies()) {
            ArrayDeque<Landing> all = landings.computeIfAbsent(bucket, any -> new ArrayDeque<>());
            all.addLast(new Landing(sent.client(), oracle.nowNanos()));
            while (all.getFirst().nanos < oracle.nowNanos() - longestNanos()) {
                all.removeFirst();
            }
        }
    }

    private long longestNanos() {
        return (scenario.mostWaitMillis + 2 * scenario.deadlineMillis) * 1_000_000;
    }

    /** Whoever was answered before the longest wait stands behind nobody any more. */
    private void forget(long nowNanos) {
        long since = nowNanos - longestNanos();
        for (Iterator<Asked> all = recent.iterator(); all.hasNext(); ) {
            Asked first = all.next();
            if (first.submittedNanos >= since) {
                return;
            }
            if (first.endedNanos < since) {
                all.remove();
            }
        }
    }

    /** Of one bucket it has taken nothing. */
    void refused(Asked asked) {
        if (asked.buckets.size() == 1) {
            recent.remove(asked);
        }
    }

    void granted(Asked asked) {
        if (!applies() || asked.waitMillis == 0) {
            return;
        }
        for (int b = 0; b < asked.buckets.size(); b++) {
            String bucket = asked.buckets.get(b);
            BucketBook book = oracle.landings().books().get(bucket);
            StoredBucket view = book == null ? null : book.view();
            for (Map.Entry<String, Long> amount : asked.amounts.entrySet()) {
                LimitView limit = view == null ? null : view.limits().get(amount.getKey());
                if (view != null && limit != null && amount.getValue() > 0 && !oracle.soft(amount.getKey())) {
                    check(asked, bucket, amount.getKey(), limit, view.stamp(), b > 0);
                }
            }
        }
    }

    private void check(Asked asked, String bucket, String name, LimitView limit, long stamp, boolean parent) {
        long millis = oracle.trueMillis() + oracle.clocksApartMillis() + 2;
        BigInteger balance = limit.exactly(Math.max(0, millis - stamp)).divide(BigInteger.valueOf(limit.rp()));
        long took = firstWrite(asked, bucket);
        for (Asked other : recent) {
            boolean unanswered = other.endedNanos >= asked.submittedNanos;
            boolean sameLine = other.client.equals(asked.client) && !parent && other.buckets.size() == 1;
            boolean behind = sameLine
                    ? other.id > asked.id
                    : other.id != asked.id && unanswered && mayHaveTaken(other, bucket, took);
            if (behind && other.buckets.contains(bucket)) {
                balance = balance.add(BigInteger.valueOf(other.amounts.getOrDefault(name, 0L)));
            }
        }
        if (balance.signum() < 0) {
            oracle.violated(
                    "own-debt",
                    asked + " was let go, though it owes " + balance.negate() + " millitokens of " + name + " of "
                            + bucket + " still: " + limit);
        }
    }

    /** When a request may first have taken of a bucket; not later than that. */
    private long firstWrite(Asked asked, String bucket) {
        for (Landing landing : landings.getOrDefault(bucket, new ArrayDeque<>())) {
            if (landing.nanos >= asked.submittedNanos && landing.client.equals(asked.client)) {
                return landing.nanos;
            }
        }
        return asked.submittedNanos;
    }

    /** Whether a request may have taken of a bucket at a moment or since. */
    private boolean mayHaveTaken(Asked other, String bucket, long nanos) {
        return landings.getOrDefault(bucket, new ArrayDeque<>()).stream()
                .anyMatch(landing ->
                        landing.nanos >= Math.max(nanos, other.submittedNanos) && landing.client.equals(other.client));
    }
}

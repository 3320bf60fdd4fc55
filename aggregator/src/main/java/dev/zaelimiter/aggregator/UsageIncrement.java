package dev.zaelimiter.aggregator;

import dev.zaelimiter.LimitUsage;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.internal.schema.UsageWriter;
import dev.zaelimiter.store.Write;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a batch adds to one window of one owner. Immutable; what has been counted before is cut off from it.
 *
 * @param target which window
 * @param streamShard the shard of the stream
 * @param contributions in order of their numbers
 */
record UsageIncrement(UsageWriter.Target target, String streamShard, List<Contribution> contributions) {

    boolean isEmpty() {
        return contributions.isEmpty();
    }

    /** The number of its first change. */
    BigInteger first() {
        return contributions.get(0).sequence();
    }

    /** Without what was counted up to a number. */
    UsageIncrement after(BigInteger counted) {
        return new UsageIncrement(
                target,
                streamShard,
                contributions.stream()
                        .filter(each -> each.sequence().compareTo(counted) > 0)
                        .toList());
    }

    /** Without what is older than a time. */
    UsageIncrement since(long millis) {
        return new UsageIncrement(
                target,
                streamShard,
                contributions.stream().filter(each -> each.atMillis() >= millis).toList());
    }

    /** Whether the window is so old that its usage is not kept any more. */
    boolean isOver(Duration retention, Instant now) {
        return !expires(retention).isAfter(now);
    }

    private Instant expires(Duration retention) {
        return target.window().end(target.start()).plus(retention);
    }

    /** The one write. */
    Write write(Duration retention) {
        long earliest = Long.MAX_VALUE;
        long latest = Long.MIN_VALUE;
        long events = 0;
        IdentityHashMap<CounterLayout, Sum> sums = new IdentityHashMap<>();
        Sum sum = null;
        for (Contribution each : contributions) {
            earliest = Math.min(earliest, each.atMillis());
            latest = Math.max(latest, each.atMillis());
            if (sum == null || sum.layout != each.layout()) {
                sum = sums.computeIfAbsent(each.layout(), Sum::new);
            }
            events += sum.add(each);
        }
        Map<String, LimitUsage> usage = new TreeMap<>();
        sums.values().forEach(each -> each.addTo(usage));
        return UsageWriter.add(
                target,
                usage,
                events,
                new UsageWriter.Span(
                        streamShard,
                        first(),
                        contributions.get(contributions.size() - 1).sequence(),
                        earliest,
                        latest),
                expires(retention).getEpochSecond());
    }

    /**
     * Sums of the limits of one layout. In tokens and thousandths, since a sum of thousandths may leave a number's
     * range.
     */
    private static final class Sum {

        private static final long MILLI = 1000;

        private final CounterLayout layout;
        private final long[] tokens;
        private final long[] milli;
        private final long[] bypassedTokens;
        private final long[] bypassedMilli;
        private final long[] overdrawn;
        private final long[] events;

        Sum(CounterLayout layout) {
            this.layout = layout;
            int size = layout.limits.length;
            tokens = new long[size];
            milli = new long[size];
            bypassedTokens = new long[size];
            bypassedMilli = new long[size];
            overdrawn = new long[size];
            events = new long[size];
        }

        /** Adds a contribution; gives how many counters it changed. */
        int add(Contribution each) {
            int changed = 0;
            for (int i = 0; i < tokens.length; i++) {
                long amount = each.consumed()[i];
                if (amount != 0) {
                    changed++;
                    events[i]++;
                    tokens[i] += Math.floorDiv(amount, MILLI);
                    milli[i] += Math.floorMod(amount, MILLI);
                    if (each.bypassed()) {
                        bypassedTokens[i] += Math.floorDiv(amount, MILLI);
                        bypassedMilli[i] += Math.floorMod(amount, MILLI);
                    }
                    overdrawn[i] += each.overdrawn() >> i & 1;
                }
            }
            return changed;
        }

        void addTo(Map<String, LimitUsage> usage) {
            for (int i = 0; i < tokens.length; i++) {
                if (events[i] > 0) {
                    LimitUsage own = new LimitUsage(
                            UsageAmount.of(tokens[i], milli[i]),
                            UsageAmount.of(bypassedTokens[i], bypassedMilli[i]),
                            overdrawn[i]);
                    LimitUsage other = usage.get(layout.limits[i]);
                    usage.put(layout.limits[i], other == null ? own : other.plus(own));
                }
            }
        }
    }
}

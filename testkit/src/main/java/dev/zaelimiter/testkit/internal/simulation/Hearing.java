package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The law once more, by when callers hear: a caller goes to work then, whenever its write landed. From any grant on, what is
 * heard to be granted, less what is given back, is at most the capacity and what comes back since; and a little more, for the
 * time that answers are under way.
 *
 * <p>Not for those who wait for several limits, or for a parent too: they take from the one what they have to wait for with the
 * other.
 */
final class Hearing {

    private final Scenario scenario;
    private final Oracle oracle;
    private final Map<String, WindowLaw> laws = new TreeMap<>();

    Hearing(Scenario scenario, Oracle oracle) {
        this.scenario = scenario;
        this.oracle = oracle;
    }

    private boolean judges() {
        return scenario.limitsStay() && scenario.storedLimits.isEmpty();
    }

    /** A caller hears that it has its tokens. */
    void granted(Asked asked) {
        if (!judges() || (asked.waitMillis > 0 && (taken(asked) > 1 || asked.buckets.size() > 1))) {
            return;
        }
        for (int i = 0; i < asked.buckets.size(); i++) {
            String bucket = asked.buckets.get(i);
            List<Limit> limits = i > 0 && !scenario.parentLimits.isEmpty() ? scenario.parentLimits : scenario.limits;
            for (Limit limit : limits) {
                long milli = asked.amounts.getOrDefault(limit.name(), 0L);
                if (milli > 0 && !limit.soft()) {
                    heard(asked, bucket, limit, milli);
                }
            }
        }
    }

    private static int taken(Asked asked) {
        return (int) asked.amounts.values().stream().filter(milli -> milli > 0).count();
    }

    private void heard(Asked asked, String bucket, Limit limit, long milli) {
        long now = oracle.nowNanos() / 1_000_000;
        BucketView.LimitView numbers = new BucketView.LimitView(
                0,
                limit.capacity() * 1000,
                limit.refillAmount() * 1000,
                limit.refillPeriod().toMillis(),
                0,
                0);
        WindowLaw law = laws.computeIfAbsent(bucket + " " + limit.name(), key -> new WindowLaw(numbers, now));
        law.decided(now);
        law.took(milli);
        long slack = BucketView.times(slackMillis(), numbers.ra())
                .divide(java.math.BigInteger.valueOf(numbers.rp()))
                .min(java.math.BigInteger.valueOf(Long.MAX_VALUE / 4))
                .longValueExact();
        if (law.overdrawn(slack + 1)) {
            oracle.violated("heard", asked + " was let in too early: " + law + " of " + limit + " of " + bucket);
        }
    }

    /** How long after it was decided a caller may hear. */
    private long slackMillis() {
        boolean straight = scenario.faultless() && !scenario.cascade && !scenario.divided();
        long trip = straight ? 2 * scenario.latencyMaxMillis + 2 : scenario.deadlineMillis;
        return trip + oracle.clocksApartMillis();
    }

    /** A lease ends: what it gives back others may have. */
    void settled(Asked asked, Map<String, Long> changes) {
        if (!judges()) {
            return;
        }
        for (String bucket : asked.buckets) {
            changes.forEach((limit, milli) -> {
                WindowLaw law = laws.get(bucket + " " + limit);
                if (law != null && milli < 0) {
                    law.took(milli);
                }
            });
        }
    }
}

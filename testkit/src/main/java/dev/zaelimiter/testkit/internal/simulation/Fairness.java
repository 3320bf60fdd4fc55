package dev.zaelimiter.testkit.internal.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * First come, first served: among those of one client who wait for tokens of the same limits, nobody is overtaken.
 *
 * <p>Only where nothing comes back: a waiter's time is reckoned once, so that tokens which others give back while it
 * sleeps serve a newcomer.
 */
final class Fairness {

    private final Oracle oracle;
    private final Map<String, List<Asked>> served = new HashMap<>();

    Fairness(Oracle oracle) {
        this.oracle = oracle;
    }

    void granted(Asked asked) {
        if (asked.waitMillis == 0) {
            return;
        }
        Map<String, Long> taken = new TreeMap<>(asked.amounts);
        taken.values().removeIf(amount -> amount == 0);
        List<Asked> before =
                served.computeIfAbsent(asked.client + asked.buckets + taken.keySet(), key -> new ArrayList<>());
        for (Asked other : before) {
            boolean came = other.submittedNanos > asked.submittedNanos;
            if (came && other.endedNanos < asked.endedNanos) {
                oracle.violated("overtaken", asked + " by " + other);
            }
        }
        before.add(asked);
    }
}

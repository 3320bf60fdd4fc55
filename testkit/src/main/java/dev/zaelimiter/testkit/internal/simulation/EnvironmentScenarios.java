package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Scenarios of what stores, clocks and processes do: late deletions, broken contracts, long rests, evictions, cold
 * buckets, floods.
 */
final class EnvironmentScenarios {

    private static final long HOUR_MILLIS = 3_600_000;

    private EnvironmentScenarios() {}

    static Map<String, Scenarios.Shaper> names() {
        Map<String, Scenarios.Shaper> all = new LinkedHashMap<>();
        all.put("late-deletes", EnvironmentScenarios::lateDeletes);
        all.put("sleepers", EnvironmentScenarios::sleepers);
        all.put("hours", EnvironmentScenarios::hours);
        all.put("counters", EnvironmentScenarios::counters);
        all.put("broken-store", EnvironmentScenarios::brokenStore);
        all.put("evicted", EnvironmentScenarios::evicted);
        all.put("cold", EnvironmentScenarios::cold);
        all.put("conflicts", EnvironmentScenarios::conflicts);
        all.put("floods", EnvironmentScenarios::floods);
        return all;
    }

    /** Items that are still there long after their time to live, and are deleted at any moment then. */
    private static void lateDeletes(Scenario scenario, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            Scenarios.faults(scenario, random);
        }
        Scenarios.corrections(scenario, random);
        scenario.clients = 1 + random.nextInt(3);
        long[] late = {100, 5_000, 60_000, HOUR_MILLIS, 48 * HOUR_MILLIS};
        scenario.deletedLateMillis = 1 + random.nextLong(late[random.nextInt(late.length)]);
        scenario.limits = List.of(
                Limit.custom("tokens", 5 + random.nextLong(50), 1 + random.nextLong(10), Duration.ofSeconds(1)),
                Limit.custom("slow", 3 + random.nextLong(10), 1, Duration.ofSeconds(1 + random.nextInt(5))));
        scenario.ttlMultiplier = 1 + random.nextInt(2);
        scenario.settlesHigher = 0.2;
        scenario.debtFactor = 1 + random.nextLong(8);
        scenario.bursts = 0.1;
        scenario.idleMillis = 5_000 + random.nextLong(100_000);
        scenario.durationMillis = 10 * scenario.idleMillis;
        scenario.requestsEach = 150;
        scenario.cascade = random.nextInt(4) == 0;
        scenario.holdMillis = 100 + random.nextInt(2) * scenario.idleMillis;
        scenario.crashes = random.nextInt(2);
        scenario.waits = random.nextInt(2) * 0.2;
    }

    /** Processes that rest for hours, holding leases, while others go on. */
    private static void sleepers(Scenario scenario, SplittableRandom random) {
        Scenarios.corrections(scenario, random);
        scenario.clients = 2 + random.nextInt(3);
        long think = 1000L * (1 + random.nextLong(120));
        scenario.thinkMillis = think;
        scenario.bursts = 0.03;
        scenario.idleMillis = 30 * think;
        scenario.durationMillis = 150 * think;
        scenario.holdMillis = random.nextBoolean() ? 100 : 20 * think;
        long seconds = Math.max(1, think / 1000);
        scenario.limits = List.of(
                Limit.custom("often", 3 + random.nextLong(20), 1 + random.nextLong(5), Duration.ofSeconds(3 * seconds)),
                Limit.custom("seldom", 10 + random.nextLong(100), 10, Duration.ofSeconds(60 * seconds)));
        scenario.changes = random.nextInt(4);
        scenario.transfers = random.nextInt(2) * random.nextInt(20);
        scenario.cascade = random.nextInt(3) == 0;
        scenario.ttlMultiplier = random.nextInt(4);
        scenario.skewMillis = random.nextInt(2) * random.nextLong(2000);
        scenario.crashes = random.nextInt(2);
        scenario.evictions = random.nextInt(3);
    }

    /** Clocks that are off by hours, or are set so, under everything else that people do. */
    private static void hours(Scenario scenario, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            Scenarios.faults(scenario, random);
        }
        Scenarios.corrections(scenario, random);
        scenario.clients = 1 + random.nextInt(4);
        scenario.jumps = 1 + random.nextInt(6);
        scenario.jumpMillis = HOUR_MILLIS * (1 + random.nextLong(24));
        scenario.skewMillis = random.nextInt(2) * random.nextLong(HOUR_MILLIS);
        scenario.cascade = random.nextInt(3) == 0;
        scenario.entities = 1 + random.nextInt(2);
        scenario.changes = random.nextInt(3);
        scenario.configTtlMillis = 1 + random.nextLong(3000);
        scenario.ttlMultiplier = random.nextInt(3);
        scenario.crashes = random.nextInt(2);
    }

    /** Amounts so large that a counter of consumption comes to its end. */
    private static void counters(Scenario scenario, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            Scenarios.faults(scenario, random);
        }
        scenario.clients = 1 + random.nextInt(3);
        scenario.limits =
                List.of(Limit.perSecond("tokens", Limit.MAX_AMOUNT), Limit.perSecond("rps", 1 + random.nextLong(50)));
        scenario.onlyOneLimit = 0.7;
        scenario.large = 0.8;
        scenario.impossible = 0;
        scenario.givesBack = random.nextInt(2) * 0.2;
        scenario.settlesLower = random.nextInt(2) * 0.2;
        scenario.transfers = random.nextInt(3) == 0 ? 10 : 0;
        scenario.cascade = random.nextInt(4) == 0;
        scenario.thinkMillis = 50 + random.nextLong(200);
        scenario.mostOpen = 1 + random.nextInt(3);
    }

    /** A store that breaks its contract: it throws, gives no future, fails in its own way, or never answers. */
    private static void brokenStore(Scenario scenario, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            Scenarios.faults(scenario, random);
        }
        Scenarios.corrections(scenario, random);
        scenario.clients = 1 + random.nextInt(3);
        scenario.breaches = 0.01 + random.nextDouble() * 0.15;
        scenario.cascade = random.nextInt(3) == 0;
        scenario.waits = random.nextInt(2) * 0.2;
        scenario.changes = random.nextInt(3);
        scenario.configTtlMillis = 1 + random.nextLong(3000);
        scenario.atHand = random.nextInt(3) == 0;
        scenario.closes = random.nextInt(2);
    }

    /** Pipelines that are evicted while their buckets and those of their parents are used by others. */
    private static void evicted(Scenario scenario, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            Scenarios.faults(scenario, random);
        }
        Scenarios.corrections(scenario, random);
        scenario.clients = 1 + random.nextInt(3);
        scenario.entities = 2 + random.nextInt(5);
        scenario.evictions = 3 + random.nextInt(8);
        scenario.cascade = random.nextBoolean();
        scenario.changes = random.nextInt(4);
        scenario.configTtlMillis = 1 + random.nextLong(3000);
        scenario.transfers = random.nextInt(3) == 0 ? 20 : 0;
        scenario.waits = random.nextInt(2) * 0.2;
        scenario.durationMillis = 20_000;
        scenario.thinkMillis = 20 + random.nextLong(60);
        scenario.atHand = random.nextInt(4) == 0;
        scenario.ttlMultiplier = random.nextInt(3);
    }

    /** Buckets that are put to rest and used again all the time, whatever happens to them meanwhile. */
    private static void cold(Scenario scenario, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            Scenarios.faults(scenario, random);
        }
        Scenarios.corrections(scenario, random);
        scenario.clients = 1 + random.nextInt(3);
        scenario.entities = 1 + random.nextInt(3);
        scenario.rests = 20 + random.nextInt(60);
        scenario.cascade = random.nextInt(3) == 0;
        scenario.changes = random.nextInt(4);
        scenario.operations = random.nextInt(3) == 0 ? 5 : 0;
        scenario.configTtlMillis = 1 + random.nextLong(3000);
        scenario.transfers = random.nextInt(3) == 0 ? 20 : 0;
        scenario.large = scenario.transfers > 0 ? 0.3 : scenario.large;
        scenario.waits = random.nextInt(2) * 0.2;
        scenario.holdMillis = 20 + random.nextLong(200);
        scenario.mostOpen = 1 + random.nextInt(4);
        scenario.writeUnitsPerSecond = random.nextInt(3) == 0 ? 1000 : 0;
        scenario.durationMillis = 15_000;
        scenario.thinkMillis = 10 + random.nextLong(60);
        scenario.ttlMultiplier = random.nextInt(3);
    }

    /** Takes from several shards that lose against other transactions, again and again. */
    private static void conflicts(Scenario scenario, SplittableRandom random) {
        scenario.clients = 1 + random.nextInt(2);
        scenario.limits = List.of(
                Limit.custom("tokens", 64 + random.nextLong(64), 10 + random.nextLong(60), Duration.ofSeconds(1)));
        scenario.transfers = 4 + random.nextInt(10);
        scenario.transfersUntilMillis = 2000;
        scenario.conflicts = 0.3 + random.nextDouble() * 0.5;
        scenario.large = 0.8;
        scenario.givesBack = 0.5;
        scenario.holdMillis = 50 + random.nextLong(200);
        scenario.mostOpen = 1 + random.nextInt(2);
        scenario.thinkMillis = 200 + random.nextLong(500);
        scenario.freshnessMillis = random.nextInt(2) * 200L;
        scenario.waits = random.nextInt(3) == 0 ? 0.3 : 0;
        scenario.durationMillis = 15_000;
    }

    /** While one caller's write is under way, hundreds of others come for the same bucket. */
    private static void floods(Scenario scenario, SplittableRandom random) {
        scenario.atHand = true;
        scenario.deaf = random.nextBoolean();
        scenario.clients = 1 + random.nextInt(2);
        scenario.limits = List.of(Limit.perSecond("rps", 100_000 + random.nextLong(1_000_000)));
        scenario.floods = 2 + random.nextInt(4);
        scenario.mostOpen = 5;
        scenario.thinkMillis = 20 + random.nextLong(60);
        scenario.large = 0;
        scenario.impossible = 0;
        scenario.smallest = 100_000;
        scenario.durationMillis = 2000;
        scenario.givesBack = random.nextInt(2) * 0.2;
    }
}

package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Scenarios of the ends and the edges: numbers as large and as small as they may be, closing, missing rights,
 * operators.
 */
final class CornerScenarios {

    private CornerScenarios() {}

    static Map<String, Scenarios.Shaper> names() {
        Map<String, Scenarios.Shaper> all = new LinkedHashMap<>();
        all.put("extremes", CornerScenarios::extremes);
        all.put("closing", CornerScenarios::closing);
        all.put("rights", CornerScenarios::rights);
        all.put("operators", CornerScenarios::operators);
        all.put("families", CornerScenarios::families);
        all.put("at-hand", CornerScenarios::atHand);
        all.put("set-clocks", CornerScenarios::setClocks);
        all.put("idle", CornerScenarios::idle);
        all.put("soft", CornerScenarios::soft);
        RareScenarios.names().forEach(all::put);
        return all;
    }

    /** Numbers from the whole of their ranges, ends included. */
    private static void extremes(Scenario scenario, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            Scenarios.faults(scenario, random);
        }
        Scenarios.corrections(scenario, random);
        List<Limit> limits = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            long capacity = anywhere(random, random.nextInt(8) == 0 ? 0 : 1, Limit.MAX_AMOUNT);
            long amount = anywhere(random, 1, Limit.MAX_AMOUNT);
            long seconds = anywhere(random, 1, Limit.MAX_PERIOD.toSeconds());
            limits.add(Limit.custom("l" + i, capacity, amount, Duration.ofSeconds(seconds)));
        }
        scenario.limits = limits;
        scenario.clients = 1 + random.nextInt(3);
        scenario.large = 0.3;
        scenario.smallest = 1L + random.nextInt(20);
        scenario.settlesUpTo = random.nextInt(2) * anywhere(random, 1, Limit.MAX_AMOUNT);
        scenario.waits = random.nextInt(2) * 0.2;
        scenario.ttlMultiplier = random.nextInt(4) * 3;
        scenario.thinkMillis = 40 + random.nextLong(200);
    }

    /** A number of any size, the ends as likely as all between two powers of two. */
    private static long anywhere(SplittableRandom random, long least, long most) {
        int sizes = 64 - Long.numberOfLeadingZeros(most);
        int size = random.nextInt(sizes + 2);
        if (size == 0) {
            return least;
        }
        if (size > sizes) {
            return most;
        }
        long number = (1L << (size - 1)) + random.nextLong(1L << (size - 1));
        return Math.max(least, Math.min(most, number));
    }

    /** Repositories that are closed under load, whatever is under way. */
    private static void closing(Scenario scenario, SplittableRandom random) {
        if (random.nextBoolean()) {
            Scenarios.faults(scenario, random);
        }
        Scenarios.corrections(scenario, random);
        scenario.clients = 1 + random.nextInt(3);
        scenario.closes = 1 + random.nextInt(6);
        scenario.waits = random.nextInt(2) * 0.4;
        scenario.cascade = random.nextInt(3) == 0;
        scenario.entities = 1 + random.nextInt(3);
        scenario.changes = random.nextInt(2) * (1 + random.nextInt(8));
        scenario.configTtlMillis = 1 + random.nextLong(3000);
        scenario.holdMillis = 100 + random.nextInt(2) * 2000L;
        scenario.durationMillis = 6000;
        scenario.denials = random.nextInt(3) == 0 ? 2 : 0;
        scenario.atHand = random.nextInt(4) == 0;
    }

    /** Processes that may not write, for a while or ever; and calls that lose against others. */
    private static void rights(Scenario scenario, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            Scenarios.faults(scenario, random);
        }
        Scenarios.corrections(scenario, random);
        scenario.clients = 1 + random.nextInt(3);
        scenario.readers = 1 + random.nextInt(2);
        scenario.denials = random.nextInt(6);
        scenario.deniedMillis = 1 + random.nextLong(4000);
        scenario.conflicts = random.nextInt(2) * 0.1;
        scenario.changes = random.nextInt(6);
        scenario.configTtlMillis = 1 + random.nextLong(3000);
        scenario.cascade = random.nextInt(3) == 0;
        scenario.transfers = random.nextInt(3) == 0 ? 10 : 0;
        scenario.durationMillis = 6000;
    }

    /** An operator who moves, deletes, switches, and gives entities limits of their own. */
    private static void operators(Scenario scenario, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            Scenarios.faults(scenario, random);
        }
        Scenarios.corrections(scenario, random);
        scenario.clients = 1 + random.nextInt(3);
        scenario.entities = 1 + random.nextInt(3);
        scenario.operations = 1 + random.nextInt(12);
        scenario.configTtlMillis = 1 + random.nextLong(2000);
        scenario.impossible = 0;
        scenario.readers = random.nextInt(2);
    }

    /** Parents with limits that differ from those of their children, and requests that wait for both. */
    private static void families(Scenario scenario, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            Scenarios.faults(scenario, random);
        }
        Scenarios.corrections(scenario, random);
        scenario.clients = 1 + random.nextInt(4);
        scenario.cascade = true;
        scenario.entities = 1 + random.nextInt(3);
        scenario.cancels = random.nextInt(2) * 0.2;
        scenario.waits = random.nextInt(2) * 0.4;
        scenario.impossible = 0;
        List<Limit> parent = new ArrayList<>();
        for (Limit limit : scenario.limits) {
            if (parent.isEmpty() || random.nextInt(4) > 0) {
                parent.add(Limit.custom(
                        limit.name(),
                        Math.max(1, limit.capacity() * (1 + random.nextLong(6)) / 2),
                        Math.max(1, limit.refillAmount() * (1 + random.nextLong(6)) / 2),
                        limit.refillPeriod()));
            }
        }
        scenario.parentLimits = parent;
    }

    /** The store answers at once: the short way. */
    private static void atHand(Scenario scenario, SplittableRandom random) {
        Scenarios.corrections(scenario, random);
        scenario.atHand = true;
        scenario.deaf = true;
        scenario.clients = 1 + random.nextInt(3);
        scenario.thinkMillis = 1 + random.nextLong(20);
        scenario.durationMillis = 4000;
        scenario.holdMillis = 1 + random.nextLong(100);
        scenario.waits = random.nextInt(2) * 0.3;
        scenario.cascade = random.nextInt(4) == 0;
        scenario.changes = random.nextInt(3) == 0 ? 4 : 0;
        scenario.configTtlMillis = 1 + random.nextLong(2000);
        scenario.jumps = random.nextInt(3);
        scenario.skewMillis = random.nextInt(2) * random.nextLong(1000);
        scenario.mostOpen = 1000;
        scenario.atOnce = 1 + random.nextInt(6);
        scenario.differentRequests = random.nextInt(4);
        scenario.bursts = random.nextInt(2) * 0.1;
        scenario.idleMillis = 100 + random.nextLong(2000);
    }

    /** Clocks that are set by minutes and hours. */
    private static void setClocks(Scenario scenario, SplittableRandom random) {
        if (random.nextBoolean()) {
            Scenarios.faults(scenario, random);
        }
        Scenarios.corrections(scenario, random);
        scenario.clients = 2 + random.nextInt(3);
        scenario.jumps = 1 + random.nextInt(4);
        scenario.jumpMillis = 1000L * (1 + random.nextLong(random.nextBoolean() ? 300 : 7200));
        scenario.skewMillis = random.nextInt(2) * random.nextLong(200_000);
    }

    /** Long rests between bursts, over days. */
    private static void idle(Scenario scenario, SplittableRandom random) {
        Scenarios.corrections(scenario, random);
        scenario.clients = 1 + random.nextInt(3);
        scenario.bursts = 0.05;
        scenario.idleMillis = 1000L * (1 + random.nextLong(200_000));
        scenario.durationMillis = 40 * scenario.idleMillis / 10;
        scenario.requestsEach = 150;
        scenario.ttlMultiplier = random.nextInt(4);
        scenario.configTtlMillis = 60_000;
        scenario.cascade = random.nextInt(4) == 0;
    }

    /** Limits that count and never refuse, beside others that do. */
    private static void soft(Scenario scenario, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            Scenarios.faults(scenario, random);
        }
        Scenarios.corrections(scenario, random);
        scenario.clients = 1 + random.nextInt(3);
        List<Limit> limits = new ArrayList<>();
        limits.add(Limit.perMinute("aaa-soft", 1 + random.nextLong(200)).asSoft());
        limits.addAll(scenario.limits);
        scenario.limits = limits;
        scenario.cascade = random.nextInt(4) == 0;
    }
}

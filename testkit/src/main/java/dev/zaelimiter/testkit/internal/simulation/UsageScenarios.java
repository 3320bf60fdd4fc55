package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Scenarios of what people do: callers who give up, families, budgets, resets and top-ups, several namespaces,
 * onlookers.
 */
final class UsageScenarios {

    private UsageScenarios() {}

    static Map<String, Scenarios.Shaper> names() {
        Map<String, Scenarios.Shaper> all = new LinkedHashMap<>();
        all.put("cancelled", UsageScenarios::cancelled);
        all.put("generations", UsageScenarios::generations);
        all.put("resources", UsageScenarios::resources);
        all.put("levels", UsageScenarios::levels);
        all.put("moved-limits", UsageScenarios::movedLimits);
        all.put("switched", UsageScenarios::switched);
        all.put("patient-families", UsageScenarios::patientFamilies);
        all.put("slow-child", UsageScenarios::slowChild);
        all.put("budgets", UsageScenarios::budgets);
        all.put("refills", UsageScenarios::refills);
        all.put("namespaces", UsageScenarios::namespaces);
        all.put("onlookers", UsageScenarios::onlookers);
        all.put("narrowed", UsageScenarios::narrowed);
        all.put("lines", UsageScenarios::lines);
        return all;
    }

    private static void mayFail(Scenario scenario, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            Scenarios.faults(scenario, random);
        }
        Scenarios.corrections(scenario, random);
        scenario.clients = 1 + random.nextInt(3);
    }

    /** Callers who give up, by a cancel or by completing the future themselves, at each step of the way. */
    private static void cancelled(Scenario scenario, SplittableRandom random) {
        mayFail(scenario, random);
        scenario.cancels = 0.2 + random.nextInt(2) * 0.4;
        scenario.cancelSteps = 1 + random.nextInt(40);
        scenario.waits = random.nextInt(3) * 0.3;
        scenario.cascade = random.nextBoolean();
        scenario.entities = 1 + random.nextInt(3);
        scenario.transfers = random.nextInt(3) == 0 ? 20 : 0;
        scenario.large = random.nextInt(2) * 0.3;
        scenario.takesMore = random.nextInt(2) * 0.3;
        scenario.ttlMultiplier = random.nextInt(2);
        scenario.durationMillis = 6000;
    }

    private static void operator(Scenario scenario, SplittableRandom random, Scenario.Habit habit) {
        mayFail(scenario, random);
        scenario.entities = 1 + random.nextInt(3);
        scenario.operations = 3 + random.nextInt(15);
        scenario.habit = habit;
        scenario.thinkMillis = 20 + random.nextLong(60);
        scenario.configTtlMillis = 1 + random.nextLong(2000);
        scenario.impossible = 0;
        scenario.readers = random.nextInt(2);
    }

    /** Entities that use several resources, some of them seldom, while they move from parent to parent. */
    private static void resources(Scenario scenario, SplittableRandom random) {
        operator(scenario, random, Scenario.Habit.MOVES);
        scenario.resources = 2 + random.nextInt(4);
        scenario.entities = 1 + random.nextInt(2);
        scenario.operations = 2 + random.nextInt(8);
        scenario.transfers = random.nextInt(4) == 0 ? 10 : 0;
        // Longer than some resources are first asked for after a move: their buckets are made under the old parent.
        scenario.configTtlMillis = 1000 + random.nextLong(5000);
        scenario.ttlMultiplier = random.nextInt(3);
        scenario.durationMillis = 30_000;
        scenario.thinkMillis = 100 + random.nextLong(300);
    }

    /** Entities are deleted and made again while they are in use, with what they cascade to. */
    private static void generations(Scenario scenario, SplittableRandom random) {
        operator(scenario, random, Scenario.Habit.GENERATIONS);
        scenario.waits = random.nextInt(2) * 0.3;
        scenario.holdMillis = 100 + random.nextInt(2) * 2000L;
        scenario.crashes = random.nextInt(2);
    }

    /** Limits come and go at each of the four levels. */
    private static void levels(Scenario scenario, SplittableRandom random) {
        operator(scenario, random, Scenario.Habit.LEVELS);
        scenario.waits = random.nextInt(3) == 0 ? 0.3 : 0;
    }

    /** Limits go from one level to another, and are read at the two of them at different times. */
    private static void movedLimits(Scenario scenario, SplittableRandom random) {
        operator(scenario, random, Scenario.Habit.RELOCATIONS);
        // What was used of the one that stays is not back by the end: who makes it full lets in too many.
        scenario.limits = List.of(
                Limit.custom("kept", 20 + random.nextLong(100), 1 + random.nextLong(5), Duration.ofMinutes(2)),
                Limit.perSecond("rps", 5 + random.nextLong(20)));
        scenario.operations = 10 + random.nextInt(40);
        scenario.clients = 2 + random.nextInt(3);
        scenario.entities = 2 + random.nextInt(3);
        scenario.waits = random.nextInt(4) == 0 ? 0.3 : 0;
        scenario.rests = random.nextInt(4) == 0 ? 40 : 0;
        scenario.transfers = random.nextInt(4) == 0 ? 10 : 0;
        scenario.large = scenario.transfers > 0 ? 0.3 : scenario.large;
        scenario.ttlMultiplier = random.nextInt(3);
    }

    /** Switches and limits that only count, together. */
    private static void switched(Scenario scenario, SplittableRandom random) {
        operator(scenario, random, Scenario.Habit.SWITCHES);
        List<Limit> limits = new ArrayList<>();
        limits.add(Limit.perMinute("aaa-soft", 1 + random.nextLong(200)).asSoft());
        limits.addAll(scenario.limits);
        scenario.limits = limits;
        scenario.waits = random.nextInt(2) * 0.3;
    }

    /** Callers who wait for an entity and for its parent, whose limits are others. */
    private static void patientFamilies(Scenario scenario, SplittableRandom random) {
        if (random.nextInt(4) == 0) {
            Scenarios.faults(scenario, random);
        }
        scenario.clients = 1 + random.nextInt(3);
        scenario.cascade = true;
        scenario.entities = 1 + random.nextInt(3);
        scenario.waits = 0.8;
        scenario.mostWaitMillis = 500 + random.nextLong(8000);
        scenario.mostOpen = 10 + random.nextInt(20);
        scenario.atOnce = 1 + random.nextInt(3);
        scenario.impossible = 0;
        scenario.givesBack = random.nextInt(2) * 0.3;
        scenario.settlesLower = random.nextInt(2) * 0.2;
        scenario.cancels = random.nextInt(2) * 0.2;
        scenario.transfers = random.nextInt(4) == 0 ? 10 : 0;
        long capacity = 10 + random.nextLong(60);
        long amount = 1 + random.nextLong(20);
        scenario.limits = List.of(Limit.custom("tokens", capacity, amount, Duration.ofSeconds(1)));
        scenario.parentLimits = List.of(Limit.custom(
                "tokens",
                Math.max(1, capacity * (1 + random.nextLong(6)) / 2),
                Math.max(1, amount * (1 + random.nextLong(6)) / 2),
                Duration.ofSeconds(1)));
    }

    /** Children with long lines of waiters, under a parent that holds enough for all whom their own limits let in. */
    private static void slowChild(Scenario scenario, SplittableRandom random) {
        scenario.clients = 1 + random.nextInt(2);
        scenario.cascade = true;
        scenario.entities = 2 + random.nextInt(2);
        long capacity = 1 + random.nextLong(4);
        scenario.limits = List.of(Limit.custom("tokens", capacity, 1, Duration.ofSeconds(1)));
        scenario.durationMillis = 6000;
        long all = scenario.entities * (capacity + scenario.durationMillis / 1000 + 3) + 5;
        scenario.parentLimits = List.of(Limit.custom("tokens", all, 1, Duration.ofSeconds(60)));
        scenario.waits = 0.6 + random.nextInt(2) * 0.3;
        scenario.mostWaitMillis = 20_000 + random.nextLong(40_000);
        scenario.atOnce = 2 + random.nextInt(4);
        scenario.mostOpen = 100;
        scenario.thinkMillis = 50 + random.nextLong(100);
        scenario.large = 0;
        scenario.impossible = 0;
        scenario.givesBack = random.nextInt(2) * 0.2;
    }

    /** Prepaid tokens: settled, topped up, larger and smaller. */
    private static void budgets(Scenario scenario, SplittableRandom random) {
        mayFail(scenario, random);
        List<Limit> limits = new ArrayList<>(scenario.limits.subList(0, 1));
        limits.add(Limit.budget("credits", 20 + random.nextLong(2000)));
        if (random.nextInt(3) == 0) {
            limits.add(Limit.budget("more", 1 + random.nextLong(100)));
        }
        scenario.limits = limits;
        scenario.settlesHigher = 0.2;
        scenario.debtFactor = 1 + random.nextLong(5);
        scenario.refills = random.nextInt(16);
        scenario.changes = random.nextInt(3) == 0 ? 1 + random.nextInt(6) : 0;
        scenario.configTtlMillis = 1 + random.nextLong(2000);
        scenario.transfers = random.nextInt(3) == 0 ? 20 : 0;
        scenario.cascade = random.nextInt(3) == 0;
        scenario.entities = 1 + random.nextInt(2);
        scenario.waits = random.nextInt(2) * 0.2;
        scenario.readers = random.nextInt(2);
        scenario.ttlMultiplier = random.nextInt(3);
    }

    /** Buckets that are reset and topped up while they are used, divided and made whole. */
    private static void refills(Scenario scenario, SplittableRandom random) {
        mayFail(scenario, random);
        scenario.refills = 3 + random.nextInt(30);
        scenario.transfers = random.nextInt(2) * random.nextInt(60);
        scenario.cascade = random.nextInt(3) == 0;
        scenario.entities = 1 + random.nextInt(2);
        scenario.waits = random.nextInt(2) * 0.2;
        scenario.changes = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 0;
        scenario.configTtlMillis = 1 + random.nextLong(3000);
        scenario.ttlMultiplier = random.nextInt(3);
        scenario.large = 0.1 + random.nextInt(2) * 0.3;
    }

    /** The same names in two namespaces of one store, with other limits. */
    private static void namespaces(Scenario scenario, SplittableRandom random) {
        mayFail(scenario, random);
        scenario.entities = 1 + random.nextInt(2);
        scenario.cascade = random.nextInt(3) == 0;
        scenario.waits = random.nextInt(2) * 0.2;
        scenario.crashes = random.nextInt(3);
        scenario.closes = random.nextInt(2);
        scenario.changes = random.nextInt(4);
        scenario.configTtlMillis = 1 + random.nextLong(2000);
        scenario.ttlMultiplier = random.nextInt(3);
        scenario.atHand = random.nextInt(4) == 0;
        Scenario other = scenario.copy();
        List<Limit> limits = new ArrayList<>();
        for (Limit limit : scenario.limits) {
            limits.add(Limit.custom(
                    limit.name(),
                    Math.max(1, limit.capacity() * (1 + random.nextLong(6)) / 3),
                    Math.max(1, limit.refillAmount() * (1 + random.nextLong(6)) / 3),
                    limit.refillPeriod()));
        }
        other.limits = limits;
        other.changes = random.nextInt(4);
        scenario.other = other;
    }

    /** Many who only look, and may not write: at what is there and at what is not, while it is changed and divided. */
    private static void onlookers(Scenario scenario, SplittableRandom random) {
        mayFail(scenario, random);
        scenario.readers = 2 + random.nextInt(3);
        scenario.denials = random.nextInt(6);
        scenario.deniedMillis = 1 + random.nextLong(4000);
        scenario.entities = 2 + random.nextInt(3);
        scenario.requestsEach = random.nextInt(2) * 40 + 10;
        scenario.changes = random.nextInt(6);
        scenario.configTtlMillis = 1 + random.nextLong(2000);
        scenario.cascade = random.nextBoolean();
        scenario.transfers = random.nextInt(2) * 20;
        scenario.freshnessMillis = random.nextInt(3) * 500L;
        scenario.ttlMultiplier = random.nextInt(3);
        scenario.deletedLateMillis = random.nextInt(2) * 60_000L;
        scenario.bursts = 0.1;
        scenario.durationMillis = 8000;
    }

    /** Calls that bring other numbers than are stored, narrower and wider, beside calls that bring none. */
    private static void narrowed(Scenario scenario, SplittableRandom random) {
        mayFail(scenario, random);
        scenario.callLimits = true;
        scenario.bringsLimits = 1 - random.nextInt(3) * 0.4;
        scenario.none = 0;
        scenario.impossible = 0;
        List<Limit> stored = new ArrayList<>();
        for (Limit limit : scenario.limits) {
            stored.add(Limit.custom(
                    limit.name(),
                    Math.max(1, limit.capacity() * (1 + random.nextLong(8)) / 4),
                    Math.max(1, limit.refillAmount() * (1 + random.nextLong(8)) / 4),
                    limit.refillPeriod()));
        }
        scenario.storedLimits = stored;
        scenario.waits = random.nextInt(2) * 0.2;
        scenario.thinkMillis = 5 + random.nextLong(30);
    }

    /** A bucket that was divided at first, and a line of requests of one size. */
    private static void lines(Scenario scenario, SplittableRandom random) {
        scenario.clients = 1;
        scenario.limits = List.of(
                Limit.custom("tokens", 64 + random.nextLong(64), 2 + random.nextLong(8), Duration.ofSeconds(1)));
        scenario.transfers = 4 + random.nextInt(8);
        scenario.transfersUntilMillis = 2000;
        scenario.ordered = true;
        scenario.waits = 1;
        scenario.mostWaitMillis = 20_000 + random.nextLong(20_000);
        scenario.differentRequests = 1;
        scenario.onlyOneLimit = 0;
        scenario.none = 0;
        scenario.large = 0;
        scenario.impossible = 0;
        scenario.smallest = 1000;
        scenario.atOnce = 1 + random.nextInt(4);
        scenario.mostOpen = 30 + random.nextInt(50);
        scenario.thinkMillis = 30 + random.nextLong(200);
        scenario.bursts = 0.02;
        scenario.durationMillis = 15_000;
    }
}

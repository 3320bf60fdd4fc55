package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Scenarios of what the others meet too seldom: crowds that wait in line, and answers that are lost at the worst
 * moment.
 */
final class RareScenarios {

    private RareScenarios() {}

    static Map<String, Scenarios.Shaper> names() {
        Map<String, Scenarios.Shaper> all = new LinkedHashMap<>();
        all.put("queues", RareScenarios::queues);
        all.put("patience", RareScenarios::patience);
        all.put("patient-spread", RareScenarios::patientSpread);
        all.put("repeats", RareScenarios::repeats);
        all.put("lost-transfers", RareScenarios::lostTransfers);
        all.put("same-request", RareScenarios::sameRequest);
        all.put("drained", RareScenarios::drained);
        all.put("lower-calls", RareScenarios::lowerCalls);
        all.put("lanes", RareScenarios::lanes);
        all.put("in-file", RareScenarios::inFile);
        return all;
    }

    /** Child and parent have the same, nothing comes back, and a little more is asked in a short time than there is. */
    private static void drained(Scenario scenario, SplittableRandom random) {
        scenario.clients = 2 + random.nextInt(4);
        scenario.cascade = true;
        scenario.limits = List.of(Limit.custom("calls", 300, 1, Duration.ofDays(1)));
        scenario.requestsEach = 340 / scenario.clients;
        scenario.smallest = 1000;
        scenario.large = 0;
        scenario.none = 0;
        scenario.impossible = 0;
        scenario.thinkMillis = 10;
        scenario.mostOpen = 100;
        scenario.durationMillis = 3000;
        scenario.bursts = 0;
        scenario.drains = true;
    }

    /** Several processes, each with a line of callers who come at once and wait. */
    private static void queues(Scenario scenario, SplittableRandom random) {
        scenario.clients = 2 + random.nextInt(4);
        scenario.limits = List.of(Limit.perSecond("rps", 20 + random.nextLong(80)));
        scenario.waits = random.nextInt(2);
        scenario.mostWaitMillis = 1000 + random.nextLong(5000);
        scenario.atOnce = 2 + random.nextInt(4);
        scenario.mostOpen = 40;
        scenario.thinkMillis = 20 + random.nextLong(100);
        scenario.impossible = 0;
        scenario.none = 0;
        scenario.durationMillis = 5000;
    }

    /** Callers who wait for one limit, and leases that give back meanwhile. */
    private static void patience(Scenario scenario, SplittableRandom random) {
        scenario.clients = 1 + random.nextInt(2);
        scenario.limits = List.of(
                Limit.custom("tokens", 20 + random.nextLong(100), 1 + random.nextLong(20), Duration.ofSeconds(1)));
        scenario.waits = 0.8;
        scenario.mostWaitMillis = 2000 + random.nextLong(8000);
        scenario.givesBack = 0.3 + random.nextInt(2) * 0.3;
        scenario.settlesLower = random.nextInt(2) * 0.2;
        scenario.cancels = random.nextInt(2) * 0.1;
        scenario.holdMillis = 50 + random.nextLong(1000);
        scenario.mostOpen = 20;
        scenario.thinkMillis = 20 + random.nextLong(100);
        scenario.impossible = 0;
    }

    /** Requests larger than any share, which wait for what several shards are to gain. */
    private static void patientSpread(Scenario scenario, SplittableRandom random) {
        scenario.clients = 1 + random.nextInt(2);
        scenario.limits = List.of(
                Limit.custom("tokens", 40 + random.nextLong(100), 4 + random.nextLong(20), Duration.ofSeconds(1)));
        scenario.waits = 0.9;
        scenario.mostWaitMillis = 3000 + random.nextLong(6000);
        scenario.transfers = 5 + random.nextInt(10);
        scenario.large = 0.8;
        scenario.impossible = 0;
        scenario.mostOpen = 8;
        scenario.thinkMillis = 50 + random.nextLong(200);
        scenario.givesBack = random.nextInt(2) * 0.2;
    }

    /** A clock that is set back, so that the stamp lies ahead, while writes that give back are lost and land late. */
    private static void repeats(Scenario scenario, SplittableRandom random) {
        scenario.clients = 1;
        scenario.limits = List.of(Limit.custom("tokens", 10_000, 1000, Duration.ofSeconds(1)));
        scenario.jumps = 10;
        scenario.skewMillis = 1000 + random.nextLong(4000);
        scenario.lostApplied = 0.2;
        scenario.late = 0.2;
        scenario.latestMillis = 20 + random.nextLong(200);
        scenario.givesBack = 0.6;
        scenario.holdMillis = 1 + random.nextLong(30);
        scenario.thinkMillis = 5 + random.nextLong(20);
        scenario.mostOpen = 1 + random.nextInt(3);
        scenario.large = 0;
        scenario.smallest = 1000;
        scenario.durationMillis = 6000;
    }

    /** Answers are lost while the bucket is divided and made whole, and its limits change. */
    private static void lostTransfers(Scenario scenario, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            Scenarios.corrections(scenario, random);
        }
        scenario.clients = 1;
        scenario.limits = List.of(
                Limit.custom("tokens", 200 + random.nextLong(800), 1 + random.nextLong(100), Duration.ofSeconds(1)));
        scenario.transfers = 150 + random.nextInt(200);
        scenario.lostNotApplied = 0.3 + random.nextDouble() * 0.2;
        scenario.late = random.nextInt(2) * 0.05;
        scenario.latestMillis = 1 + random.nextLong(300);
        scenario.changes = random.nextInt(2) * random.nextInt(20);
        scenario.configTtlMillis = 1 + random.nextLong(500);
        scenario.thinkMillis = 5 + random.nextLong(20);
        scenario.large = 0;
        scenario.impossible = 0;
        scenario.smallest = 100;
        scenario.durationMillis = 3000;
    }

    /** Some requests bring a lower capacity than is stored, and others nothing. */
    private static void lowerCalls(Scenario scenario, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            Scenarios.faults(scenario, random);
        }
        Scenarios.corrections(scenario, random);
        long capacity = 10 + random.nextLong(50);
        long amount = 1 + random.nextLong(20);
        scenario.limits = List.of(Limit.custom("tokens", capacity, amount, Duration.ofSeconds(1)));
        scenario.storedLimits =
                List.of(Limit.custom("tokens", capacity * (2 + random.nextLong(4)), amount, Duration.ofSeconds(1)));
        scenario.callLimits = true;
        scenario.bringsLimits = 0.3 + random.nextDouble() * 0.4;
        scenario.clients = 2 + random.nextInt(3);
        scenario.waits = random.nextInt(2) * 0.3;
        scenario.transfers = random.nextInt(3) == 0 ? 20 : 0;
        scenario.cascade = random.nextInt(4) == 0;
        scenario.impossible = 0;
    }

    /** The same few requests again and again, of a store at hand: one plan may do for several of them. */
    private static void sameRequest(Scenario scenario, SplittableRandom random) {
        scenario.atHand = true;
        scenario.deaf = true;
        scenario.clients = 1 + random.nextInt(2);
        scenario.limits = List.of(Limit.perSecond("rps", 20 + random.nextLong(200)));
        scenario.differentRequests = 1 + random.nextInt(2);
        scenario.atOnce = 1 + random.nextInt(5);
        scenario.mostOpen = 1000;
        scenario.thinkMillis = 1 + random.nextLong(50);
        scenario.bursts = 0.1;
        scenario.idleMillis = 100 + random.nextLong(1500);
        scenario.large = 0;
        scenario.impossible = 0;
        scenario.durationMillis = 5000;
    }

    /**
     * Many at one time, of a store at hand: most is decided in place, until one of all that end a lane comes in
     * between.
     */
    private static void lanes(Scenario scenario, SplittableRandom random) {
        Scenarios.corrections(scenario, random);
        scenario.atHand = true;
        scenario.deaf = random.nextBoolean();
        scenario.clients = 1 + random.nextInt(3);
        scenario.limits = List.of(
                Limit.perSecond("rps", 100 + random.nextLong(2000)),
                Limit.perMinute("tpm", 1000 + random.nextLong(100_000)));
        scenario.atOnce = 3 + random.nextInt(8);
        scenario.mostOpen = 1000;
        scenario.thinkMillis = 1 + random.nextLong(6);
        scenario.holdMillis = random.nextInt(3) == 0 ? 100 : 1 + random.nextLong(4);
        scenario.bursts = random.nextInt(2) * 0.1;
        scenario.idleMillis = 10 + random.nextLong(1000);
        scenario.large = random.nextInt(2) * 0.05;
        scenario.waits = random.nextInt(3) == 0 ? 0.2 : 0;
        scenario.readers = random.nextInt(2);
        scenario.changes = random.nextInt(3) == 0 ? 4 : 0;
        scenario.configTtlMillis = 1 + random.nextLong(2000);
        // What is lost is told to a listener alone.
        scenario.denials = !scenario.deaf && random.nextInt(3) == 0 ? 1 : 0;
        scenario.closes = !scenario.deaf && random.nextInt(3) == 0 ? 1 : 0;
        scenario.smallest = 300;
        scenario.jumps = random.nextInt(2);
        scenario.ttlMultiplier = 1 + random.nextInt(7);
        scenario.durationMillis = 1500;
    }

    /** The same on a store whose answers take time: what is read or written may close what was opened meanwhile. */
    private static void inFile(Scenario scenario, SplittableRandom random) {
        lanes(scenario, random);
        scenario.atHand = false;
        scenario.inPlace = true;
        scenario.latencyMinMillis = 0;
        scenario.latencyMaxMillis = 1 + random.nextLong(3);
        // Several that refill the same bucket in each millisecond may keep one another from it for long.
        scenario.deadlineMillis = 20_000;
    }
}

package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Scenarios of fleets in which some processes are still the Python system. */
final class MixedScenarios {

    private MixedScenarios() {}

    static Map<String, Scenarios.Shaper> names() {
        Map<String, Scenarios.Shaper> all = new LinkedHashMap<>();
        all.put("mixed", MixedScenarios::mixed);
        all.put("mixed-shards", MixedScenarios::shards);
        all.put("mixed-cascade", MixedScenarios::cascade);
        return all;
    }

    /** Some of each, on the same few buckets. */
    private static void mixed(Scenario scenario, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            Scenarios.faults(scenario, random);
        }
        Scenarios.corrections(scenario, random);
        scenario.clients = 1 + random.nextInt(3);
        scenario.pythons = 1 + random.nextInt(3);
        scenario.entities = 1 + random.nextInt(2);
        scenario.waits = random.nextInt(3) == 0 ? 0.3 : 0;
        scenario.ttlMultiplier = random.nextInt(4) == 0 ? 1 : 7;
        scenario.thinkMillis = 10 + random.nextLong(80);
    }

    /** The Python system doubles the shards; ours, where partitions are small, too. */
    private static void shards(Scenario scenario, SplittableRandom random) {
        mixed(scenario, random);
        scenario.entities = 1;
        scenario.pythonDivisions = 1 + random.nextInt(6);
        scenario.mostPythonShards = 2 << random.nextInt(4);
        if (scenario.mostPythonShards > 4) {
            // Of more shards some vanish while others stay, and a bucket that is made anew is not compared with all of
            // them.
            scenario.ttlMultiplier = 0;
        }
        if (random.nextInt(3) == 0) {
            scenario.limits = List.of(
                    Limit.perSecond("rps", 50 + random.nextLong(500)),
                    Limit.perMinute("tpm", 10_000 + random.nextLong(50_000)));
            scenario.clients = 2 + random.nextInt(3);
            scenario.thinkMillis = 2 + random.nextLong(5);
            scenario.large = 0;
            scenario.smallest = 200;
            scenario.impossible = 0;
            scenario.writeUnitsPerSecond = 1000;
            scenario.partitionUnits = 50 + random.nextLong(150);
            scenario.durationMillis = 5_000;
        }
    }

    /** Families of which either system makes, charges and refunds the parent. */
    private static void cascade(Scenario scenario, SplittableRandom random) {
        mixed(scenario, random);
        scenario.cascade = true;
        scenario.entities = 1 + random.nextInt(3);
        scenario.pythonDivisions = random.nextInt(3) == 0 ? 2 : 0;
        scenario.mostPythonShards = 4;
    }
}

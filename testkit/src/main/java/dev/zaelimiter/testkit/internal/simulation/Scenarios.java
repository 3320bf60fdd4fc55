package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Scenarios by name. Each draws its own numbers from the seed, within what its name says. */
public final class Scenarios {

    private static final Map<String, Shaper> ALL = new LinkedHashMap<>();

    static {
        ALL.put("one", Scenarios::one);
        ALL.put("calm", Scenarios::calm);
        ALL.put("faults", Scenarios::faults);
        ALL.put("refunds", Scenarios::refunds);
        ALL.put("debts", Scenarios::debts);
        ALL.put("waits", Scenarios::waits);
        ALL.put("shared", Scenarios::shared);
        ALL.put("cascade", Scenarios::cascade);
        ALL.put("config", Scenarios::config);
        ALL.put("call-time", Scenarios::callLimits);
        ALL.put("clocks", Scenarios::clocks);
        ALL.put("crashes", Scenarios::crashes);
        ALL.put("shards", Scenarios::shards);
        ALL.put("spread", Scenarios::spread);
        ALL.put("hot", Scenarios::hot);
        ALL.put("mix", Scenarios::mix);
        CornerScenarios.names().forEach(ALL::put);
        UsageScenarios.names().forEach(ALL::put);
        EnvironmentScenarios.names().forEach(ALL::put);
        MixedScenarios.names().forEach(ALL::put);
    }

    private Scenarios() {}

    /** Fills in a scenario. */
    interface Shaper {
        void shape(Scenario scenario, SplittableRandom random);
    }

    /**
     * The names.
     *
     * @return in a fixed order
     */
    public static Set<String> names() {
        return ALL.keySet();
    }

    /**
     * A scenario.
     *
     * @param name one of {@link #names()}
     * @param seed draws its numbers
     * @return ready to run
     */
    public static Scenario of(String name, long seed) {
        Shaper shaper = ALL.get(name);
        if (shaper == null) {
            throw new IllegalArgumentException("no scenario '" + name + "', only " + ALL.keySet());
        }
        Scenario scenario = new Scenario();
        SplittableRandom random = new SplittableRandom(seed ^ name.hashCode());
        scenario.limits = limits(random);
        scenario.bursts = random.nextInt(3) == 0 ? 0 : 0.03;
        scenario.mostOpen = 1 + random.nextInt(8);
        scenario.thinkMillis = 5 + random.nextLong(60);
        shaper.shape(scenario, random);
        return scenario;
    }

    private static List<Limit> limits(SplittableRandom random) {
        List<Limit> pool = new ArrayList<>(List.of(
                Limit.perSecond("rps", 1 + random.nextLong(50)),
                Limit.perMinute("tpm", 100 + random.nextLong(10_000)),
                Limit.perDay("daily", 1 + random.nextLong(100)),
                Limit.custom("burst", 20 + random.nextLong(100), 1 + random.nextLong(5), Duration.ofSeconds(1)),
                Limit.custom("slow", 10 + random.nextLong(100), 1, Duration.ofSeconds(7)),
                Limit.custom("one", 1, 1, Duration.ofSeconds(1 + random.nextLong(3))),
                Limit.custom("odd", 3 + random.nextLong(97), 1 + random.nextLong(13), Duration.ofSeconds(13))));
        List<Limit> chosen = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            chosen.add(pool.remove(random.nextInt(pool.size())));
        }
        return chosen;
    }

    private static void one(Scenario scenario, SplittableRandom random) {
        scenario.clients = 1;
        scenario.mostOpen = 1 + random.nextInt(2);
        if (random.nextBoolean()) {
            corrections(scenario, random);
        }
        scenario.waits = random.nextInt(2) * 0.3;
    }

    private static void calm(Scenario scenario, SplittableRandom random) {
        scenario.clients = 2 + random.nextInt(3);
        corrections(scenario, random);
        scenario.cancels = random.nextInt(2) * 0.1;
    }

    static void faults(Scenario scenario, SplittableRandom random) {
        scenario.clients = 1 + random.nextInt(3);
        scenario.throttled = random.nextDouble() * 0.1;
        scenario.unreachable = random.nextDouble() * 0.1;
        scenario.lostApplied = random.nextDouble() * 0.15;
        scenario.lostNotApplied = random.nextDouble() * 0.1;
        scenario.late = random.nextDouble() * 0.1;
        scenario.slow = random.nextDouble() * 0.05;
        scenario.cancels = random.nextInt(2) * 0.1;
        scenario.deadlineMillis = random.nextBoolean() ? 1000 : 100;
        scenario.latestMillis = 1 + random.nextLong(1000);
        scenario.allowWhenUnavailable = random.nextBoolean();
        scenario.writeUnitsPerSecond = random.nextInt(3) == 0 ? 1000 : 0;
    }

    private static void refunds(Scenario scenario, SplittableRandom random) {
        faults(scenario, random);
        scenario.settlesLower = 0.4;
        scenario.givesBack = 0.3;
        scenario.settlesHigher = 0.1;
        scenario.large = 0.3;
        scenario.takesMore = 0.1;
    }

    private static void debts(Scenario scenario, SplittableRandom random) {
        calm(scenario, random);
        scenario.settlesHigher = 0.4;
        scenario.debtFactor = 1 + random.nextLong(10);
        scenario.ttlMultiplier = 1 + random.nextInt(2);
        scenario.durationMillis = 30_000;
        scenario.bursts = 0.1;
        scenario.idleMillis = 1000 + random.nextLong(10_000);
        scenario.late = random.nextInt(2) * 0.05;
    }

    private static void waits(Scenario scenario, SplittableRandom random) {
        scenario.clients = 1 + random.nextInt(3);
        scenario.waits = 0.7;
        scenario.mostWaitMillis = 1 + random.nextLong(5000);
        scenario.cancels = random.nextInt(2) * 0.2;
        scenario.mostOpen = 8;
        if (random.nextBoolean()) {
            faults(scenario, random);
        }
    }

    private static void shared(Scenario scenario, SplittableRandom random) {
        scenario.clients = 3 + random.nextInt(5);
        scenario.thinkMillis = 20;
        scenario.large = 0;
        scenario.latencyMinMillis = random.nextLong(5);
        scenario.latencyMaxMillis = 5 + random.nextLong(40);
        scenario.settlesLower = random.nextInt(2) * 0.2;
        scenario.writeUnitsPerSecond = random.nextInt(2) * 1000L;
    }

    private static void cascade(Scenario scenario, SplittableRandom random) {
        if (random.nextBoolean()) {
            faults(scenario, random);
        }
        corrections(scenario, random);
        scenario.cascade = true;
        scenario.entities = 1 + random.nextInt(3);
        scenario.cancels = random.nextInt(2) * 0.2;
    }

    private static void config(Scenario scenario, SplittableRandom random) {
        if (random.nextBoolean()) {
            faults(scenario, random);
        }
        corrections(scenario, random);
        scenario.changes = 1 + random.nextInt(8);
        scenario.configTtlMillis = 1 + random.nextLong(3000);
        scenario.cascade = random.nextInt(3) == 0;
        scenario.skewMillis = random.nextInt(2) * 500L;
    }

    private static void callLimits(Scenario scenario, SplittableRandom random) {
        if (random.nextBoolean()) {
            faults(scenario, random);
        }
        scenario.callLimits = true;
        scenario.none = 0;
        corrections(scenario, random);
    }

    private static void clocks(Scenario scenario, SplittableRandom random) {
        if (random.nextBoolean()) {
            faults(scenario, random);
        }
        corrections(scenario, random);
        scenario.clients = 2 + random.nextInt(3);
        scenario.skewMillis = 1 + random.nextLong(5000);
        scenario.driftPpm = random.nextLong(500);
    }

    private static void crashes(Scenario scenario, SplittableRandom random) {
        faults(scenario, random);
        corrections(scenario, random);
        scenario.crashes = 1 + random.nextInt(8);
        scenario.cascade = random.nextInt(3) == 0;
    }

    private static void shards(Scenario scenario, SplittableRandom random) {
        if (random.nextBoolean()) {
            faults(scenario, random);
            scenario.repeated = 0.1;
        }
        corrections(scenario, random);
        scenario.clients = 1 + random.nextInt(4);
        scenario.transfers = 1 + random.nextInt(60);
        scenario.skewMillis = random.nextInt(2) * random.nextLong(2000);
        scenario.jumps = random.nextInt(3);
        scenario.waits = random.nextInt(2) * 0.2;
        scenario.changes = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 0;
        scenario.configTtlMillis = 1 + random.nextLong(3000);
        scenario.cascade = random.nextInt(4) == 0;
        scenario.ttlMultiplier = random.nextInt(3);
        scenario.crashes = random.nextInt(3);
        scenario.thinkMillis = 5 + random.nextLong(20);
        // Held long enough for tokens to be moved before they go back.
        scenario.givesBack = 0.1 + random.nextInt(2) * 0.3;
        scenario.holdMillis = 100 + random.nextInt(2) * 1_500L;
        scenario.deafFirstShards = random.nextInt(4) == 0 ? 0.2 + 0.8 * random.nextDouble() : 0;
    }

    /**
     * Most requests are larger than any share: taken from several shards together, while these are divided and made
     * whole.
     */
    static void spread(Scenario scenario, SplittableRandom random) {
        shards(scenario, random);
        scenario.large = 0.3 + random.nextInt(2) * 0.4;
        scenario.transfers = 10 + random.nextInt(60);
        scenario.thinkMillis = 50 + random.nextLong(400);
        scenario.waits = random.nextInt(2) * 0.4;
        scenario.cancels = random.nextInt(2) * 0.2;
        scenario.takesMore = random.nextInt(2) * 0.2;
        scenario.givesBack = 0.3;
    }

    /** More than a partition takes, and then little: buckets are divided and made whole by the engine itself. */
    private static void hot(Scenario scenario, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            faults(scenario, random);
        }
        corrections(scenario, random);
        scenario.limits = List.of(
                Limit.perSecond("rps", 50 + random.nextLong(1000)),
                Limit.perMinute("tpm", 10_000 + random.nextLong(50_000)));
        scenario.clients = 4 + random.nextInt(5);
        scenario.mostOpen = 4;
        scenario.thinkMillis = 2 + random.nextLong(5);
        scenario.large = 0;
        scenario.smallest = 200;
        scenario.impossible = 0;
        scenario.writeUnitsPerSecond = 1000;
        scenario.partitionUnits = 50 + random.nextLong(150);
        scenario.indexedWhole = false;
        scenario.durationMillis = 5_000;
        scenario.quietMillis = random.nextInt(2) * 200_000L;
        scenario.skewMillis = random.nextInt(2) * random.nextLong(200);
        scenario.changes = random.nextInt(4) == 0 ? 2 : 0;
        scenario.configTtlMillis = 1 + random.nextLong(3000);
    }

    private static void mix(Scenario scenario, SplittableRandom random) {
        faults(scenario, random);
        corrections(scenario, random);
        scenario.waits = random.nextInt(2) * 0.2;
        scenario.cascade = random.nextInt(3) == 0;
        scenario.entities = 1 + random.nextInt(2);
        scenario.crashes = random.nextInt(3);
        scenario.changes = random.nextInt(4);
        scenario.configTtlMillis = 1 + random.nextLong(5000);
        scenario.skewMillis = random.nextInt(2) * random.nextLong(3000);
        scenario.ttlMultiplier = random.nextInt(3);
        scenario.freshnessMillis = random.nextInt(3) * 500L;
        scenario.lingerMillis = random.nextInt(3) * 15L;
    }

    static void corrections(Scenario scenario, SplittableRandom random) {
        scenario.settlesLower = random.nextInt(3) * 0.2;
        scenario.settlesHigher = random.nextInt(2) * 0.2;
        scenario.givesBack = random.nextInt(2) * 0.2;
        scenario.takesMore = random.nextInt(3) == 0 ? 0.1 : 0;
    }
}

package dev.zaelimiter.testkit.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bugs in what ours do beside the Python system. That one lets in more than a limit allows anyway; the law of mixed
 * fleets must find what ours add to it all the same, as in {@link PlantedBugsTest}.
 */
@Tag("extended")
@Execution(ExecutionMode.CONCURRENT)
class PlantedMixedBugsTest {

    static Stream<Planted> bugs() {
        return Stream.of(
                Planted.between(
                        "a fast write leaves the stamp behind, as Python's does",
                        PlantedMixedBugsTest::idle,
                        PlannerMutants::fastWrite,
                        "mixed-added"),
                Planted.between(
                        "a refill is not cut at the ceiling",
                        PlantedMixedBugsTest::idle,
                        PlannerMutants.each(WriteMutants::clampMissing),
                        "mixed-added",
                        "mixed-grew"),
                Planted.between(
                        "a refill does not pin the stamp, which Python has moved",
                        PlantedMixedBugsTest::busy,
                        PlannerMutants.each(PlannerMutants::stampNotPinned),
                        "mixed-added"),
                Planted.between(
                        "what Python forestalled is written all the same",
                        PlantedMixedBugsTest::busy,
                        MixedMutants::writtenAnyway,
                        "mixed-added",
                        "overdrawn"),
                Planted.between(
                        "the shards that ours make are full, as Python's are",
                        PlantedMixedBugsTest::divided,
                        MixedMutants::newShardsAreFull,
                        "mixed-added"),
                Planted.between(
                        "a bucket is made anew beside shards of it",
                        PlantedMixedBugsTest::vanishing,
                        MixedMutants::otherShardsOverlooked,
                        "mixed-added"),
                Planted.between(
                        "what was seen of other shards is forgotten with an answer that does not come",
                        PlantedMixedBugsTest::vanishing,
                        MixedMutants::othersForgotten,
                        "mixed-added"),
                Planted.between(
                        "consumption is not counted",
                        PlantedMixedBugsTest::busy,
                        PlannerMutants.each(WriteMutants::consumptionNotCounted),
                        "mixed-lost",
                        "unbacked"),
                Planted.between(
                        "a refusal is taken for a write",
                        PlantedMixedBugsTest::busy,
                        WriteMutants::refusalTakenForAWrite,
                        "unbacked"));
    }

    private static Scenario fleet() {
        Scenario scenario = new Scenario();
        scenario.clients = 2;
        scenario.pythons = 2;
        scenario.limits = List.of(Limit.custom("burst", 40, 5, Duration.ofSeconds(1)));
        scenario.thinkMillis = 30;
        return scenario;
    }

    private static Scenario idle(long seed) {
        Scenario scenario = fleet();
        scenario.bursts = 0.1;
        scenario.large = 0.5;
        return scenario;
    }

    private static Scenario busy(long seed) {
        Scenario scenario = fleet();
        scenario.thinkMillis = 8;
        scenario.latencyMaxMillis = 30;
        scenario.limits = List.of(Limit.perSecond("rps", 200));
        return scenario;
    }

    /** Python counts shards that nobody makes, until ours do. */
    private static Scenario divided(long seed) {
        Scenario scenario = fleet();
        scenario.pythons = 1;
        scenario.pythonDivisions = 3;
        scenario.mostPythonShards = 8;
        scenario.ttlMultiplier = 0;
        return scenario;
    }

    /** The first shard of a bucket is used last by Python, which gives it a time to live; the others by ours. */
    private static Scenario vanishing(long seed) {
        Scenario scenario = divided(seed);
        scenario.mostPythonShards = 2;
        scenario.limits = List.of(Limit.perSecond("rps", 20));
        scenario.ttlMultiplier = 1;
        scenario.bursts = 0.2;
        scenario.idleMillis = 4000;
        return scenario;
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void run_bugBesidePython_isCaught(Planted bug) {
        bug.mustBeCaught();
    }

    /** Somebody of ours divides single shards, and makes two of them one, as is right where no Python is. */
    @Test
    void run_singleDivisionsBesidePython_areCaught() {
        Set<String> broken = new TreeSet<>();
        for (long seed = 1; seed <= 10; seed++) {
            Scenario scenario = fleet();
            scenario.transfers = 20;
            new SimulationRun(scenario, seed, false)
                    .run()
                    .violations()
                    .forEach(violation -> broken.add(violation.rule()));
        }

        assertThat(broken).contains("mixed-merged", "mixed-uneven");
    }
}

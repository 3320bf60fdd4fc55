package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bugs that the {@link Reference} must see by itself, whatever other laws say of them. */
@Tag("extended")
@Execution(ExecutionMode.CONCURRENT)
class PlantedReferenceBugsTest {

    static Stream<Planted> bugs() {
        return Stream.of(
                Planted.between(
                        "remainder forgotten",
                        PlantedReferenceBugsTest::slow,
                        PlannerMutants.each(WriteMutants::remainderForgotten),
                        "reference-balance"),
                Planted.between(
                        "remainder forgotten in shards",
                        PlantedReferenceBugsTest::slowShards,
                        PlannerMutants.each(WriteMutants::remainderForgotten),
                        "reference-balance"),
                Planted.between(
                        "several shards: no pin on the stamp",
                        PlantedReferenceBugsTest::spread,
                        SpreadMutants.withoutPins(),
                        "reference-balance"),
                Planted.between(
                        "fast write leaves the stamp behind",
                        PlantedReferenceBugsTest::idle,
                        PlannerMutants::fastWrite,
                        "reference-total"),
                Planted.between(
                        "debt forgotten by time to live",
                        PlantedReferenceBugsTest::debts,
                        PlannerMutants.each(PlannerMutants::ttlLeftAlone),
                        "reference-forgotten"),
                Planted.between(
                        "split that copies",
                        PlantedReferenceBugsTest::slowShards,
                        ShardMutants.splitCopies(),
                        "reference-transfer"),
                Planted.between(
                        "merge that loses tokens",
                        PlantedReferenceBugsTest::slowShards,
                        ShardMutants.mergeDropsTheUpper(),
                        "reference-transfer"));
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void run_withAPlantedBug_isCaughtByTheReference(Planted bug) {
        bug.mustBeCaught();
    }

    private static Scenario slow(long seed) {
        Scenario scenario = new Scenario();
        scenario.clients = 2;
        scenario.limits = List.of(Limit.custom("odd", 20, 7, Duration.ofSeconds(13)));
        return scenario;
    }

    private static Scenario slowShards(long seed) {
        Scenario scenario = slow(seed);
        scenario.limits = List.of(Limit.custom("odd", 200, 7, Duration.ofSeconds(13)));
        scenario.transfers = 40;
        scenario.givesBack = 0.2;
        return scenario;
    }

    private static Scenario spread(long seed) {
        Scenario scenario = slowShards(seed);
        scenario.limits = List.of(Limit.perSecond("rps", 40), Limit.perMinute("tpm", 1000));
        scenario.large = 0.7;
        scenario.thinkMillis = 100;
        scenario.latencyMinMillis = 5;
        scenario.latencyMaxMillis = 20;
        return scenario;
    }

    private static Scenario idle(long seed) {
        Scenario scenario = slow(seed);
        scenario.limits = List.of(Limit.custom("burst", 20, 4, Duration.ofSeconds(1)));
        scenario.bursts = 0.2;
        return scenario;
    }

    private static Scenario debts(long seed) {
        Scenario scenario = Scenarios.of("debts", seed);
        scenario.limits = List.of(Limit.custom("slow", 10, 1, Duration.ofSeconds(1)));
        scenario.settlesHigher = 0.5;
        scenario.debtFactor = 5;
        scenario.ttlMultiplier = 1;
        scenario.bursts = 0.2;
        scenario.late = 0;
        return scenario;
    }
}

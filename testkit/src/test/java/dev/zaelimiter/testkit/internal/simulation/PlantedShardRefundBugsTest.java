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

/** Refunds that land more than once while their bucket is divided and made whole. */
@Tag("extended")
@Execution(ExecutionMode.CONCURRENT)
class PlantedShardRefundBugsTest {

    static Stream<Planted> bugs() {
        return Stream.of(
                Planted.between(
                        "refund to the first shard as well",
                        PlantedShardRefundBugsTest::lossy,
                        LostAnswerMutants.RefundElsewhere::new,
                        "unbacked"),
                Planted.between(
                        "4 refund repeated on the evidence of an image, on shards",
                        PlantedShardRefundBugsTest::lossy,
                        LostAnswerMutants.RefundOnEvidence::new,
                        "unbacked",
                        "refund-twice"));
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void run_withAPlantedBug_isCaughtAndWithoutItIsNot(Planted bug) {
        bug.mustBeCaught();
    }

    /** Most leases give back, answers are lost, and shards come and go. */
    private static Scenario lossy(long seed) {
        Scenario scenario = new Scenario();
        scenario.clients = 2;
        scenario.limits = List.of(Limit.custom("tokens", 10_000, 10_000, Duration.ofSeconds(10)));
        scenario.transfers = 30;
        scenario.durationMillis = 5_000;
        scenario.givesBack = 0.7;
        scenario.settlesLower = 0.2;
        scenario.large = 0;
        scenario.thinkMillis = 10;
        scenario.mostOpen = 8;
        scenario.lostApplied = 0.1;
        scenario.late = 0.1;
        scenario.latestMillis = 300;
        return scenario;
    }
}

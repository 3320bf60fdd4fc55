package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bugs in how buckets are divided and made whole, and in writes: each must be caught, as in {@link PlantedBugsTest}.
 */
@Tag("extended")
@Execution(ExecutionMode.CONCURRENT)
class PlantedShardBugsTest {

    static Stream<Planted> bugs() {
        return Stream.of(
                Planted.between(
                        "3 first shard with a time to live",
                        PlantedShardBugsTest::idle,
                        ShardMutants.splitKeepsTheTimeToLive(),
                        "shard-made",
                        "slots"),
                Planted.between(
                        "11 shares by floor differences",
                        PlantedShardBugsTest::uneven,
                        PlannerMutants.each(ShardMutants::sharesByFloorDifferences),
                        "ceiling",
                        "made"),
                Planted.between(
                        "15 bound computed with an old count",
                        PlantedShardBugsTest::slow,
                        PlannerMutants.each(ShardMutants::countNotPinned),
                        "ceiling",
                        "made",
                        "law"),
                Planted.between(
                        "14 split that copies",
                        PlantedShardBugsTest::divided,
                        ShardMutants.splitCopies(),
                        "transfer-made"),
                Planted.between(
                        "14 merge that trusts an old image",
                        PlantedShardBugsTest::divided,
                        ShardMutants.mergeTrustsAnOldImage(),
                        "transfer-made",
                        "transfer"),
                Planted.between(
                        "new shard that begins full",
                        PlantedShardBugsTest::divided,
                        ShardMutants.newShardIsFull(),
                        "transfer-made"),
                Planted.between(
                        "split without pins",
                        PlantedShardBugsTest::divided,
                        ShardMutants.splitWithoutPins(),
                        "transfer-made",
                        "transfer-lost",
                        "transfer"),
                Planted.between(
                        "split that overlooks another",
                        PlantedShardBugsTest::slow,
                        ShardMutants.splitWithoutTheCount(),
                        "transfer",
                        "slots",
                        "shard-made"),
                Planted.between(
                        "merge that loses tokens",
                        PlantedShardBugsTest::divided,
                        ShardMutants.mergeDropsTheUpper(),
                        "transfer-lost"),
                Planted.between(
                        "added limit overlooked",
                        PlantedShardBugsTest::changing,
                        ShardMutants.addedLimitOverlooked(),
                        "transfer",
                        "transfer-made"),
                Planted.between(
                        "several shards: one gives twice",
                        PlantedShardBugsTest::spread,
                        SpreadMutants.takesFromOneTwice(),
                        "lost",
                        "overdrawn"),
                Planted.between(
                        "several shards: one is left out",
                        PlantedShardBugsTest::spread,
                        SpreadMutants.leavesOneOut(),
                        "unbacked"),
                Planted.between(
                        "several shards: no floors",
                        PlantedShardBugsTest::spread,
                        SpreadMutants.withoutFloors(),
                        "overdrawn",
                        "law",
                        "made"),
                Planted.between(
                        "several shards: no pin on the stamp",
                        PlantedShardBugsTest::spread,
                        SpreadMutants.withoutPins(),
                        "made",
                        "law"),
                Planted.between(
                        "several shards: sent again under another token",
                        PlantedShardBugsTest::spreadLossy,
                        SpreadMutants::sentAgainUnderAnotherToken,
                        "overcharged"),
                Planted.between(
                        "several shards: a lost answer is a refusal",
                        PlantedShardBugsTest::spreadLossy,
                        SpreadMutants::lostAnswerIsARefusal,
                        "overcharged"),
                Planted.between(
                        "several shards: one is forgotten on rollback",
                        PlantedShardBugsTest::spread,
                        SpreadMutants::oneForgottenOnRollback,
                        "overcharged"),
                Planted.between(
                        "remainder counted twice",
                        PlantedShardBugsTest::odd,
                        PlannerMutants.each(WriteMutants::remainderCountedTwice),
                        "made",
                        "remainder"),
                Planted.between(
                        "no clamp",
                        PlantedShardBugsTest::idle,
                        PlannerMutants.each(WriteMutants::clampMissing),
                        "ceiling",
                        "law"),
                Planted.between(
                        "stamp ahead",
                        PlantedShardBugsTest::odd,
                        PlannerMutants.each(WriteMutants::stampAhead),
                        "stamp"),
                Planted.between(
                        "stamp that runs back",
                        PlantedShardBugsTest::odd,
                        PlannerMutants.each(WriteMutants::stampBack),
                        "stamp"),
                Planted.between(
                        "stamp ahead, under skew and drift",
                        PlantedShardBugsTest::wrongClocks,
                        PlannerMutants.each(WriteMutants::stampAhead),
                        "stamp"),
                Planted.between(
                        "stamp that runs back, under skew and drift",
                        PlantedShardBugsTest::wrongClocks,
                        PlannerMutants.each(WriteMutants::stampBack),
                        "stamp"),
                Planted.between(
                        "16 no pin on the stamp, under skew and drift",
                        PlantedShardBugsTest::wrongClocks,
                        PlannerMutants.each(PlannerMutants::stampNotPinned),
                        "made",
                        "law"),
                Planted.between(
                        "1 fast write leaves the stamp behind, under skew and drift",
                        PlantedShardBugsTest::wrongClocks,
                        PlannerMutants::fastWrite,
                        "stamp-left-behind",
                        "law"),
                Planted.between(
                        "credit above the ceiling",
                        PlantedShardBugsTest::refunds,
                        PlannerMutants.each(WriteMutants::creditWithoutTheBound),
                        "ceiling",
                        "stamp-left-behind"),
                Planted.between(
                        "consumption not counted",
                        PlantedShardBugsTest::odd,
                        PlannerMutants.each(WriteMutants::consumptionNotCounted),
                        "unbacked",
                        "lost"),
                Planted.between(
                        "old image that admits",
                        PlantedShardBugsTest::crowd,
                        WriteMutants::refusalTakenForAWrite,
                        "unbacked"),
                new Planted(
                        "admission before the write",
                        PlantedShardBugsTest::crowd,
                        (client, store) -> WriteMutants.grantedBeforeItIsWritten(store),
                        Set.of("unbacked")));
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void run_withAPlantedBug_isCaughtAndWithoutItIsNot(Planted bug) {
        bug.mustBeCaught();
    }

    private static Scenario divided(long seed) {
        Scenario scenario = new Scenario();
        scenario.clients = 3;
        scenario.limits = List.of(Limit.perSecond("rps", 40), Limit.perMinute("tpm", 1000));
        scenario.transfers = 60;
        scenario.givesBack = 0.2;
        return scenario;
    }

    /** Amounts that no count of shards divides. */
    private static Scenario uneven(long seed) {
        Scenario scenario = divided(seed);
        scenario.limits = List.of(Limit.custom("odd", 13, 7, Duration.ofSeconds(1)));
        scenario.bursts = 0.1;
        scenario.thinkMillis = 200;
        return scenario;
    }

    /** Requests larger than every share. */
    private static Scenario spread(long seed) {
        Scenario scenario = divided(seed);
        scenario.transfers = 25;
        scenario.large = 0.7;
        scenario.impossible = 0;
        scenario.thinkMillis = 100;
        scenario.latencyMinMillis = 5;
        scenario.latencyMaxMillis = 20;
        return scenario;
    }

    private static Scenario spreadLossy(long seed) {
        Scenario scenario = spread(seed);
        scenario.lostApplied = 0.15;
        scenario.givesBack = 0;
        return scenario;
    }

    /** Answers that take long, so that much happens between a look and a write. */
    private static Scenario slow(long seed) {
        Scenario scenario = divided(seed);
        scenario.transfers = 15;
        scenario.latencyMinMillis = 100;
        scenario.latencyMaxMillis = 400;
        scenario.deadlineMillis = 10_000;
        scenario.bursts = 0.1;
        scenario.large = 0.4;
        return scenario;
    }

    private static Scenario idle(long seed) {
        Scenario scenario = divided(seed);
        scenario.limits = List.of(Limit.perSecond("rps", 5));
        scenario.ttlMultiplier = 1;
        scenario.bursts = 0.2;
        scenario.idleMillis = 2000;
        scenario.durationMillis = 20_000;
        return scenario;
    }

    private static Scenario changing(long seed) {
        Scenario scenario = divided(seed);
        scenario.latencyMinMillis = 20;
        scenario.latencyMaxMillis = 200;
        scenario.deadlineMillis = 10_000;
        scenario.transfers = 120;
        scenario.configTtlMillis = 50;
        for (long at = 500; at < 10_000; at += 500) {
            List<Limit> one = List.of(Limit.perSecond("rps", 40));
            List<Limit> two = List.of(Limit.perSecond("rps", 40), Limit.perSecond("extra", 30));
            scenario.changesAt.put(at, at / 500 % 2 == 0 ? one : two);
        }
        return scenario;
    }

    private static Scenario odd(long seed) {
        Scenario scenario = new Scenario();
        scenario.clients = 2;
        scenario.limits = List.of(Limit.custom("odd", 20, 7, Duration.ofSeconds(3)));
        return scenario;
    }

    /** Hosts whose clocks are wrong by up to 2 s, drift, and are set now and then. */
    private static Scenario wrongClocks(long seed) {
        Scenario scenario = odd(seed);
        scenario.clients = 4;
        scenario.skewMillis = 2_000;
        scenario.driftPpm = 300;
        scenario.jumps = 2;
        scenario.bursts = 0.05;
        return scenario;
    }

    private static Scenario refunds(long seed) {
        Scenario scenario = odd(seed);
        scenario.givesBack = 0.6;
        scenario.large = 0.5;
        scenario.holdMillis = 1000;
        scenario.thinkMillis = 600;
        scenario.durationMillis = 30_000;
        return scenario;
    }

    private static Scenario crowd(long seed) {
        Scenario scenario = new Scenario();
        scenario.clients = 5;
        scenario.limits = List.of(Limit.perSecond("rps", 10));
        scenario.thinkMillis = 10;
        return scenario;
    }
}

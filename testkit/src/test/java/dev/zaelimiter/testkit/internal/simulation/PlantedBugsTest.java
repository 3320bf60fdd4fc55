package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import dev.zaelimiter.store.ItemStore;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The counterexamples that shaped the design, planted one by one between the real engine and its store. The oracle must
 * catch each of them, and find nothing in the same runs without them. An oracle that misses one is blind.
 */
@Tag("same-on-every-jdk")
@Execution(ExecutionMode.CONCURRENT)
class PlantedBugsTest {

    private static Planted planted(String name, Planted.Shape shape, UnaryOperator<ItemStore> bug, String... caughtBy) {
        return Planted.between(name, shape, bug, caughtBy);
    }

    static Stream<Planted> bugs() {
        return Stream.of(
                planted(
                        "1 fast write leaves the stamp behind",
                        seed -> full(seed, 2),
                        PlannerMutants::fastWrite,
                        "stamp-left-behind",
                        "law"),
                new Planted(
                        "2 stale and fresh configuration in turn",
                        PlantedBugsTest::removal,
                        (client, store) -> client % 2 == 0 ? store : new PlannerMutants.StaleConfig(store),
                        Set.of("law")),
                planted(
                        "4 refund repeated on the evidence of an image",
                        PlantedBugsTest::refunds,
                        LostAnswerMutants.RefundOnEvidence::new,
                        "unbacked"),
                planted(
                        "5 take and refund repeated as a consumption",
                        PlantedBugsTest::refunds,
                        LostAnswerMutants.RepeatedAsConsumption::new,
                        "refund-twice"),
                new Planted(
                        "6 one id, two contents",
                        PlantedBugsTest::lossy,
                        (client, store) -> new LostAnswerMutants.OneIdForAll(store, 1000 + client),
                        Set.of("unbacked")),
                planted(
                        "7 debit without the bound of the ceiling",
                        seed -> debits(seed),
                        PlannerMutants.each(PlannerMutants::unboundedDebit),
                        "stamp-left-behind",
                        "law"),
                planted(
                        "8 debt forgotten by time to live",
                        PlantedBugsTest::debts,
                        PlannerMutants.each(PlannerMutants::ttlLeftAlone),
                        "law"),
                planted(
                        "9 remainder read under another period",
                        PlantedBugsTest::periodChange,
                        PlannerMutants.each(PlannerMutants::remainderCarriedOver),
                        "made",
                        "remainder"),
                planted(
                        "10 soft margin rounded down",
                        PlantedBugsTest::shared,
                        PlannerMutants.each(PlannerMutants::softMarginRoundedDown),
                        "stamp-left-behind",
                        "law"),
                planted(
                        "12 lower bound on a limit that nobody asked for",
                        PlantedBugsTest::oneOfTwo,
                        PlannerMutants.each(PlannerMutants::floorForAll),
                        // Told as a fault of the limiter itself, at the first refusal by the image that it was planned
                        // from.
                        "failed",
                        "unavailable",
                        "wrongly-refused"),
                planted(
                        "15 bound computed with an old ceiling",
                        PlantedBugsTest::lowered,
                        PlannerMutants.each(PlannerMutants::ratesNotPinned),
                        "ceiling",
                        "law"),
                planted(
                        "16 no pin on the stamp",
                        seed -> full(seed, 4),
                        PlannerMutants.each(PlannerMutants::stampNotPinned),
                        "made",
                        "law"),
                planted(
                        "no floor",
                        seed -> full(seed, 3),
                        PlannerMutants.each(PlannerMutants::noFloor),
                        "overdrawn",
                        "law"),
                new Planted(
                        "one of some processes overlooks the last token",
                        PlantedBugsTest::drained,
                        (client, store) -> client == 0 ? ReadMutants.lastTokenOverlooked(store) : store,
                        Set.of("groundless")),
                planted("each write twice", seed -> full(seed, 2), LostAnswerMutants.SentTwice::new, "overcharged"));
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void run_withAPlantedBug_isCaughtAndWithoutItIsNot(Planted bug) {
        bug.mustBeCaught();
    }

    private static Scenario full(long seed, int clients) {
        Scenario scenario = Scenarios.of("calm", seed);
        scenario.clients = clients;
        scenario.limits = List.of(Limit.custom("burst", 20, 4, Duration.ofSeconds(1)));
        scenario.bursts = 0.05;
        return scenario;
    }

    /** Each looks again soon after a refusal. */
    private static Scenario drained(long seed) {
        Scenario scenario = Scenarios.of("drained", seed);
        scenario.freshnessMillis = 20;
        return scenario;
    }

    private static Scenario removal(long seed) {
        Scenario scenario = Scenarios.of("calm", seed);
        scenario.clients = 4;
        scenario.limits = List.of(Limit.perDay("daily", 10), Limit.perSecond("rps", 50));
        scenario.changesAt.put(1000L, List.of(Limit.perSecond("rps", 50)));
        scenario.configTtlMillis = 200;
        scenario.large = 0;
        return scenario;
    }

    private static Scenario refunds(long seed) {
        Scenario scenario = Scenarios.of("refunds", seed);
        scenario.clients = 2;
        scenario.limits = List.of(Limit.custom("tokens", 10_000, 10_000, Duration.ofSeconds(10)));
        scenario.lostApplied = 0.1;
        scenario.lostNotApplied = 0;
        scenario.late = 0.1;
        scenario.latestMillis = 300;
        scenario.allowWhenUnavailable = false;
        scenario.deadlineMillis = 1000;
        scenario.thinkMillis = 10;
        return scenario;
    }

    private static Scenario lossy(long seed) {
        Scenario scenario = Scenarios.of("faults", seed);
        scenario.clients = 1;
        scenario.limits = List.of(Limit.custom("tokens", 10_000, 10_000, Duration.ofSeconds(10)));
        scenario.lostNotApplied = 0.2;
        scenario.lostApplied = 0;
        scenario.late = 0;
        scenario.allowWhenUnavailable = false;
        scenario.deadlineMillis = 1000;
        return scenario;
    }

    private static Scenario debits(long seed) {
        Scenario scenario = full(seed, 2);
        scenario.limits = List.of(Limit.custom("tokens", 100, 50, Duration.ofSeconds(1)));
        scenario.settlesHigher = 0.5;
        scenario.holdMillis = 2000;
        scenario.thinkMillis = 200;
        scenario.settlesLower = 0;
        scenario.givesBack = 0;
        return scenario;
    }

    private static Scenario debts(long seed) {
        Scenario scenario = Scenarios.of("debts", seed);
        scenario.limits = List.of(Limit.custom("slow", 10, 1, Duration.ofSeconds(1)));
        scenario.settlesHigher = 0.5;
        scenario.debtFactor = 30;
        scenario.ttlMultiplier = 1;
        scenario.durationMillis = 120_000;
        scenario.bursts = 0.2;
        scenario.idleMillis = 12_000;
        scenario.large = 0.5;
        scenario.late = 0;
        return scenario;
    }

    private static Scenario periodChange(long seed) {
        Scenario scenario = Scenarios.of("calm", seed);
        scenario.limits = List.of(Limit.perDay("daily", 100));
        scenario.changesAt.put(3000L, List.of(Limit.custom("daily", 100, 100, Duration.ofSeconds(1))));
        scenario.configTtlMillis = 500;
        return scenario;
    }

    private static Scenario shared(long seed) {
        Scenario scenario = Scenarios.of("shared", seed);
        // Nearly full, and what is held back is one token and a half.
        scenario.clients = 4;
        scenario.limits = List.of(Limit.perMinute("rpm", 150));
        scenario.thinkMillis = 2000;
        scenario.smallest = 200;
        scenario.durationMillis = 30_000;
        scenario.settlesLower = 0;
        scenario.large = 0;
        scenario.bursts = 0;
        return scenario;
    }

    private static Scenario oneOfTwo(long seed) {
        Scenario scenario = Scenarios.of("one", seed);
        scenario.limits = List.of(
                Limit.custom("calls", 5, 5, Duration.ofSeconds(1)),
                Limit.custom("tokens", 50, 1, Duration.ofSeconds(60)));
        scenario.settlesHigher = 0.3;
        scenario.settlesLower = 0;
        scenario.givesBack = 0;
        scenario.onlyOneLimit = 0.7;
        scenario.debtFactor = 20;
        scenario.waits = 0;
        return scenario;
    }

    private static Scenario lowered(long seed) {
        Scenario scenario = Scenarios.of("calm", seed);
        scenario.clients = 4;
        // Half drained when it is lowered: full for who knows, and far from it for who does not.
        scenario.limits = List.of(Limit.custom("burst", 100, 1, Duration.ofSeconds(1)));
        scenario.changesAt.put(1000L, List.of(Limit.custom("burst", 10, 1, Duration.ofSeconds(1))));
        scenario.configTtlMillis = 1500;
        scenario.thinkMillis = 400;
        scenario.large = 0;
        scenario.bursts = 0;
        return scenario;
    }
}

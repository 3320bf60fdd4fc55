package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.testkit.Simulation;
import dev.zaelimiter.testkit.SimulationReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the limiter does, from many seeds, is what it did when the traces were pinned ({@link PinnedTraces}): a change
 * of the structure alone keeps every one of them. A change that means to alter what the limiter does pins anew, and
 * says so:
 *
 * <pre>{@code
 * mvn verify -Pextended -pl tests -am -Dtest=PinnedTracesTest -Dsurefire.failIfNoSpecifiedTests=false -DargLine=-Dpin
 *     -Dtests.longRuns=-XX:+UseSerialGC
 * }</pre>
 */
@Execution(ExecutionMode.CONCURRENT)
class PinnedTracesTest {

    private static final Path FILE = Path.of("../tests/src/test/resources", PinnedTraces.RESOURCE);
    /** Compared in each build, which takes some seconds. */
    private static final int EACH_BUILD = 2;

    /** Each pinned for itself. */
    private static final int SINGLE = 30;

    /** Of these so many are compared in each extended run. */
    private static final int COMPARED = 6;

    /** Of 50 seeds, one hash to each: with those above 1,030 seeds of each scenario. */
    private static final int BLOCKS = 20;

    /**
     * In an extended run one block is compared of one scenario in so many, others with each change of the limiter.
     * {@code -Dtraces=whole} compares all.
     */
    private static final int SCENARIOS_TO_A_BLOCK = 12;

    /**
     * Runs that are known to break a law (simulation.md, "What is open"): pinned all the same, until that is
     * understood.
     */
    private static final Set<String> OPEN = Set.of();

    /** What other runs broke: nobody should pin a fault. */
    private static final Queue<String> BROKEN = new ConcurrentLinkedQueue<>();

    static Stream<String> scenarios() {
        return Simulation.scenarios().stream();
    }

    /** The one that the second JDK runs, too. */
    @Tag("short-form")
    @ParameterizedTest
    @MethodSource("scenarios")
    void run_firstSeed_goesAsPinned(String scenario) {
        goAsPinned(scenario, 1, 1);
    }

    @Tag("same-on-every-jdk")
    @Tag("short-form")
    @ParameterizedTest
    @MethodSource("scenarios")
    void run_nextSeeds_goAsPinned(String scenario) {
        goAsPinned(scenario, 2, EACH_BUILD);
    }

    private static void goAsPinned(String scenario, long first, long last) {
        if (isPinning()) {
            // What is stale is what is about to be written anew, by a JVM of its own that starts only after this one.
            return;
        }
        assertThat(changed(PinnedTraces.read(), scenario, first, last))
                .as(PinnedTraces.HOW_TO_PIN)
                .isEmpty();
        assertThat(BROKEN).as("laws that were broken").isEmpty();
    }

    private static boolean isPinning() {
        return System.getProperty("pin") != null;
    }

    @Tag("extended")
    @Tag("long-run")
    @Test
    void run_manySeeds_goAsPinned() throws IOException {
        boolean pin = isPinning();
        if (pin) {
            PinnedTraces.of(scenarios().toList(), SINGLE, BLOCKS, PinnedTracesTest::hash)
                    .write(FILE);
        }
        PinnedTraces pinned = PinnedTraces.read(FILE);
        assertThat(scenarios()).allMatch(scenario -> pinned.seeds(scenario) >= SINGLE + BLOCKS * PinnedTraces.BLOCK);
        List<String> changed = scenarios()
                .flatMap(scenario -> Stream.concat(
                        changed(pinned, scenario, 1, isWhole() ? SINGLE : COMPARED).stream(),
                        pinned
                                .changedBlocks(
                                        scenario, block -> !pin && isCompared(scenario, block), PinnedTracesTest::hash)
                                .stream()
                                .map(first -> scenario + " " + first + " to " + (first + PinnedTraces.BLOCK - 1)
                                        + ", one or more of them")))
                .toList();

        assertThat(changed).as(PinnedTraces.HOW_TO_PIN).isEmpty();
        assertThat(BROKEN).as("laws that were broken").isEmpty();
    }

    private static boolean isWhole() {
        return "whole".equals(System.getProperty("traces"));
    }

    private static boolean isCompared(String scenario, int block) {
        int all = SCENARIOS_TO_A_BLOCK * BLOCKS;
        return isWhole() || Math.floorMod(block + BLOCKS * scenario.hashCode() - SeedOfSources.value(), all) == 0;
    }

    @Test
    void run_anotherSeed_isTold() {
        PinnedTraces others = PinnedTraces.of(List.of("calm"), 2, 0, (scenario, seed) -> hash(scenario, seed + 1));

        assertThat(changed(others, "calm", 1, 2))
                .containsExactly(
                        "calm 1: bin/zae-limiter simulate --scenario calm --seed 1 --trace",
                        "calm 2: bin/zae-limiter simulate --scenario calm --seed 2 --trace");
    }

    @Test
    void changed_scenarioOrSeedThatIsNotPinned_isToldAsSuch() {
        PinnedTraces two = PinnedTraces.of(List.of("calm"), 2, 0, (scenario, seed) -> seed);

        assertThatThrownBy(() -> changed(two, "calm", 3, 3))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("calm 3 is not pinned");
        assertThatThrownBy(() -> changed(two, "faults", 1, 1))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("faults 1 is not pinned");
    }

    @Test
    void changedBlocks_oneSeedOfABlockGoesAnotherWay_theBlockIsTold(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("traces");
        PinnedTraces.of(List.of("calm"), 3, 2, (scenario, seed) -> seed).write(file);
        PinnedTraces pinned = PinnedTraces.read(file);

        assertThat(pinned.changedBlocks("calm", block -> true, (scenario, seed) -> seed))
                .isEmpty();
        assertThat(pinned.changedBlocks("calm", block -> true, (scenario, seed) -> seed == 60 ? 7 : seed))
                .containsExactly(54L);
        assertThat(pinned.changedBlocks("calm", block -> block == 0, (scenario, seed) -> seed == 60 ? 7 : seed))
                .isEmpty();
        assertThat(pinned.seeds("calm")).isEqualTo(103);
        assertThat(pinned.isAsPinned("calm", 3, 3)).isTrue();
    }

    private static long hash(String scenario, long seed) {
        SimulationReport report = Simulation.of(scenario, seed, false).run();
        if (!report.violations().isEmpty() && !OPEN.contains(scenario + " " + seed)) {
            BROKEN.add(scenario + " " + seed + ": " + report.violations());
        }
        return report.traceHash();
    }

    /** The seeds from a first to a last one that went another way, each with the command that shows how. */
    private static List<String> changed(PinnedTraces pinned, String scenario, long first, long last) {
        return LongStream.rangeClosed(first, last)
                .parallel()
                .filter(seed -> !pinned.isAsPinned(scenario, seed, hash(scenario, seed)))
                .mapToObj(seed -> scenario + " " + seed + ": bin/zae-limiter simulate --scenario " + scenario
                        + " --seed " + seed + " --trace")
                .toList();
    }
}

package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.testkit.Simulation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the limiter does, from many seeds, is what it did when the traces were pinned ({@link PinnedTraces}): a change of the
 * structure alone keeps every one of them. A change that means to alter what the limiter does pins anew, and says so:
 *
 * <pre>{@code
 * mvn verify -Pextended -pl tests -am -Dtest=PinnedTracesTest -Dsurefire.failIfNoSpecifiedTests=false -DargLine=-Dpin
 * }</pre>
 */
class PinnedTracesTest {

    private static final Path FILE = Path.of("src/test/resources", PinnedTraces.RESOURCE);
    /** Compared in each build, which takes some seconds; the rest in the extended run. */
    private static final int EACH_BUILD = 4;

    private static final int ALL = 30;

    /** Not pinned: what a giver sends is not yet the same in each JVM, though what comes of it is watched as everywhere. */
    private static final Set<String> DIFFER_BY_JVM = Set.of("budgets", "refills");

    static Stream<String> scenarios() {
        return Simulation.scenarios().stream().filter(scenario -> !DIFFER_BY_JVM.contains(scenario));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void run_firstSeeds_goAsPinned(String scenario) {
        assertThat(changed(PinnedTraces.read(), scenario, 1, EACH_BUILD))
                .as(PinnedTraces.HOW_TO_PIN)
                .isEmpty();
    }

    @Tag("extended")
    @Test
    void run_allSeeds_goAsPinned() throws IOException {
        if (System.getProperty("pin") != null) {
            PinnedTraces.of(scenarios().toList(), ALL, PinnedTracesTest::hash).write(FILE);
        }
        PinnedTraces pinned = PinnedTraces.read(FILE);
        List<String> changed = scenarios()
                .flatMap(scenario -> changed(pinned, scenario, 1, ALL).stream())
                .toList();

        assertThat(changed).as(PinnedTraces.HOW_TO_PIN).isEmpty();
    }

    @Test
    void run_anotherSeed_isTold() {
        PinnedTraces others = PinnedTraces.of(List.of("calm"), 2, (scenario, seed) -> hash(scenario, seed + 1));

        assertThat(changed(others, "calm", 1, 2))
                .containsExactly(
                        "calm 1: bin/zae-limiter simulate --scenario calm --seed 1 --trace",
                        "calm 2: bin/zae-limiter simulate --scenario calm --seed 2 --trace");
    }

    @Test
    void changed_scenarioOrSeedThatIsNotPinned_isToldAsSuch() {
        PinnedTraces two = PinnedTraces.of(List.of("calm"), 2, (scenario, seed) -> seed);

        assertThatThrownBy(() -> changed(two, "calm", 3, 3))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("calm 3 is not pinned");
        assertThatThrownBy(() -> changed(two, "faults", 1, 1))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("faults 1 is not pinned");
    }

    private static long hash(String scenario, long seed) {
        return Simulation.of(scenario, seed, false).run().traceHash();
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

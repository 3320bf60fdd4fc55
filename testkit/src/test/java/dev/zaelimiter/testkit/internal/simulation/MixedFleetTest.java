package dev.zaelimiter.testkit.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What fleets let in too much, and whose doing that is. */
@Tag("same-on-every-jdk")
@Execution(ExecutionMode.CONCURRENT)
class MixedFleetTest {

    private static final int SEEDS = Integer.getInteger("seeds", 10);

    /** By what Python alone lets in too much, in a fleet of its own. */
    private static Map<Excess, Long> measured(String name, boolean alone) {
        Map<Excess, Long> sums = new EnumMap<>(Excess.class);
        for (long seed = 1; seed <= SEEDS; seed++) {
            Scenario scenario = Scenarios.of(name, seed);
            if (alone) {
                scenario.clients = 0;
            }
            SimulationOutcome outcome = new SimulationRun(scenario, seed, false).run();
            assertThat(outcome.violations()).as("%s %d", name, seed).isEmpty();
            for (Excess kind : Excess.values()) {
                sums.merge(kind, (long) outcome.writes().getOrDefault("MIXED " + kind, 0), Long::sum);
            }
        }
        return sums;
    }

    /**
     * The law of mixed fleets holds of a fleet without ours, too: so it is Python's own over-admission that it
     * measures.
     */
    @ParameterizedTest
    @ValueSource(strings = {"mixed", "mixed-shards", "mixed-cascade"})
    void run_pythonAlone_letsInTooMuchAllTheSame(String name) {
        Map<Excess, Long> alone = measured(name, true);
        Map<Excess, Long> mixed = measured(name, false);

        System.out.println(
                name + ", millitokens in " + SEEDS + " runs; Python alone " + alone + ", beside ours " + mixed);
        assertThat(alone.get(Excess.REST)).isPositive();
        assertThat(alone.get(Excess.ROUNDED)).isPositive();
        assertThat(mixed.get(Excess.REST)).isPositive();
        if (name.equals("mixed-shards")) {
            assertThat(alone.get(Excess.MADE)).isPositive();
            assertThat(alone.get(Excess.ABOVE)).isPositive();
            assertThat(alone.get(Excess.DIVIDED)).isPositive();
        }
    }
}

package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.testkit.Simulation;
import dev.zaelimiter.testkit.SimulationReport;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The simulation on seeds that nobody has tried yet, for some minutes ({@code -Dsimulation.minutes}, 3 by default). The first
 * seed is printed, so that {@code -Dsimulation.from} repeats the run; a failure prints the command that repeats its own.
 */
@Tag("extended")
class SimulationSeedsTest {

    private static final long MINUTES = Long.getLong("simulation.minutes", 3);
    private static final long FROM = Long.getLong("simulation.from", System.currentTimeMillis() * 1_000);

    /** A bucket that is too hot takes thousands of requests to make. */
    private static final int HOT_EACH = 20;

    @Test
    void run_freshSeeds_noLawIsBroken() {
        System.out.println("simulation from seed " + FROM);
        List<String> scenarios = List.copyOf(Simulation.scenarios());
        long end = System.nanoTime() + Duration.ofMinutes(MINUTES).toNanos();
        long runs = 0;
        long steps = 0;
        for (long seed = FROM; System.nanoTime() < end; seed++) {
            for (String scenario : scenarios) {
                if (!scenario.equals("hot") || seed % HOT_EACH == 0) {
                    SimulationReport report =
                            Simulation.of(scenario, seed, false).run();
                    assertThat(report.sound()).as(report::toString).isTrue();
                    runs++;
                    steps += report.steps();
                }
            }
        }
        System.out.println(runs + " runs, " + steps + " steps");
        assertThat(runs).isPositive();
    }
}

package dev.zaelimiter.testkit.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Several processes, each with a write under way all the time, on a bucket that is never empty; every answer takes
 * exactly as long as the next. Whoever is first refills with each write, and must not keep the others out by that.
 */
@Tag("same-on-every-jdk")
@Execution(ExecutionMode.CONCURRENT)
class StarvationTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void run_busyProcessesOnAFullBucket_allAreServed(long seed) {
        Scenario scenario = new Scenario();
        scenario.clients = 5;
        scenario.limits = List.of(Limit.perSecond("rps", 1_000_000));
        scenario.thinkMillis = 2;
        scenario.mostOpen = 100;
        scenario.large = 0;
        scenario.impossible = 0;
        scenario.smallest = 1_000_000;
        scenario.latencyMinMillis = 6;
        scenario.latencyMaxMillis = 6;
        scenario.durationMillis = 2_500;

        SimulationOutcome outcome = new SimulationRun(scenario, seed, false).run();

        assertThat(outcome.violations()).isEmpty();
    }
}

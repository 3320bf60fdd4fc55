package dev.zaelimiter.testkit.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Calls that bring limits, while an operator deletes what is stored: what nobody stores binds nobody, and calls go by
 * their own numbers then. No scenario draws both.
 */
@Tag("same-on-every-jdk")
@Execution(ExecutionMode.CONCURRENT)
class CallsWithOperatorsTest {

    @ParameterizedTest
    @CsvSource({
        "narrowed, 33000009",
        "narrowed, 33000030",
        "narrowed, 33000040",
        "narrowed, 33000128",
        "narrowed, 33000131",
        "lower-calls, 33000109"
    })
    void run_limitsAreDeletedMeanwhile_breaksNoLaw(String scenario, long seed) {
        Scenario both = Scenarios.of(scenario, seed);
        both.operations = 6;

        assertThat(new SimulationRun(both, seed, false).run().violations()).isEmpty();
    }
}

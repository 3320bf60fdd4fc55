package dev.zaelimiter.testkit.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Seeds that broke a law before something was mended. */
class FoundSeedsTest {

    @ParameterizedTest
    @CsvSource({
        // What came back to one half of a bucket that was divided let in who waited for both.
        "patient-spread, 7198",
        // Of a shard whose changed limits were not written yet a refusal told what it gains by the old ones.
        "lost-transfers, 7149"
    })
    void run_seedThatBrokeALaw_breaksNone(String scenario, long seed) {
        assertThat(new SimulationRun(Scenarios.of(scenario, seed), seed, false)
                        .run()
                        .violations())
                .isEmpty();
    }
}

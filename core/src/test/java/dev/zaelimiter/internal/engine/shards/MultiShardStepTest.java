package dev.zaelimiter.internal.engine.shards;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every state that takes from several shards can be in, and what they do next. */
class MultiShardStepTest {

    @ParameterizedTest
    @CsvSource({
        // busy, unsettled, waited, closed
        "false, false, false, false, WAIT",
        "false, false, false, true, WAIT",
        "false, false, true, false, SERVE",
        "false, false, true, true, CLOSE",
        "false, true, false, false, SETTLE",
        "false, true, false, true, SETTLE",
        "false, true, true, false, SETTLE",
        "false, true, true, true, SETTLE",
        "true, false, false, false, WAIT",
        "true, false, false, true, WAIT",
        "true, false, true, false, WAIT",
        "true, false, true, true, WAIT",
        "true, true, false, false, WAIT",
        "true, true, false, true, WAIT",
        "true, true, true, false, WAIT",
        "true, true, true, true, WAIT",
    })
    void of_eachState_isTheNextStep(
            boolean busy, boolean unsettled, boolean waited, boolean closed, MultiShardStep next) {
        assertThat(MultiShardStep.of(busy, unsettled, waited, closed)).isEqualTo(next);
    }
}

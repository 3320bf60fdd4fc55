package dev.zaelimiter.testkit.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One bucket under load that goes from 1 shard to 32 and back. After each split and merge the oracle counts what all
 * shards hold, in ms x millitokens: not one may be made or lost.
 */
@Tag("same-on-every-jdk")
@Execution(ExecutionMode.CONCURRENT)
class ThereAndBackTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void run_toThirtyTwoShardsAndBack_conservesEveryMillitoken(long seed) {
        Scenario scenario = new Scenario();
        scenario.clients = 3;
        scenario.limits = List.of(
                Limit.perSecond("rps", 97),
                Limit.custom("odd", 1_003, 7, Duration.ofSeconds(3)),
                Limit.perDay("daily", 5));
        scenario.thereAndBack = true;
        scenario.transfers = 1_000;
        scenario.durationMillis = 16_000;
        scenario.thinkMillis = 20;
        scenario.givesBack = 0.2;
        scenario.settlesHigher = 0.1;
        scenario.waits = 0.1;
        scenario.large = 0.2;

        SimulationOutcome outcome = new SimulationRun(scenario, seed, true).run();

        assertThat(outcome.violations()).isEmpty();
        assertThat(outcome.writes().get("TRANSFER SPLIT")).isGreaterThanOrEqualTo(31);
        assertThat(outcome.writes().get("TRANSFER MERGED")).isGreaterThanOrEqualTo(31);
        assertThat(outcome.admitted()).isGreaterThan(50);
        // The last that was moved: the first shard and the second become one.
        assertThat(outcome.trace().stream().filter(line -> line.contains("moved by aggregator")))
                .last()
                .asString()
                .contains("shard_count=1 ");
    }
}

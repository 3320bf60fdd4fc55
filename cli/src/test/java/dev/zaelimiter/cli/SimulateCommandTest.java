package dev.zaelimiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SimulateCommandTest {

    @Test
    void steps_areMadeAndCounted_theSameEachTime() {
        CommandRun run = CommandRun.of("simulate", "--seed", "7", "--steps", "2000");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.lines())
                .singleElement()
                .asString()
                .matches(
                        "RESULT \\{\"steps\":[2-9]\\d{3,},\"admitted\":[1-9]\\d*,\"over_admitted\":0,\"refund_errors\":0}");
        assertThat(CommandRun.of("simulate", "--seed", "7", "--steps", "2000").out())
                .isEqualTo(run.out());
    }

    @Test
    void trace_ofOneRun_isToldLineByLine() {
        CommandRun run = CommandRun.of("simulate", "--scenario", "shards", "--seed", "3", "--trace");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("c0 starts")
                .contains("moved by aggregator")
                .contains("shards 3 (trace ");
        assertThat(run.lines().get(run.lines().size() - 1)).startsWith("RESULT {");
    }

    @Test
    void unknownScenario_isRefusedWithTheNames() {
        CommandRun run = CommandRun.of("simulate", "--scenario", "nonsense");

        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.err()).contains("nonsense").contains("shards");
    }

    @Test
    void negativeSteps_orATraceOfMany_areRefused() {
        assertThat(CommandRun.of("simulate", "--steps", "-1").exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(CommandRun.of("simulate", "--trace", "--steps", "5").exitCode())
                .isEqualTo(ExitCodes.USAGE);
    }
}

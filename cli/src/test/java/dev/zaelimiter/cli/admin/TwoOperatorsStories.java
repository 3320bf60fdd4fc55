package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import org.junit.jupiter.api.Test;

/** Two operators at work on one level: the second is told so, and nothing is lost. */
interface TwoOperatorsStories extends OnStore {

    @Test
    default void secondOperator_withTheVersionThatTheySaw_isTold() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:1");
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:2", "--if-version", "1");
        CommandRun second = run("resource", "set-defaults", "gpt-4", "-l", "rpm:3", "--if-version", "1");
        assertThat(second.exitCode()).isEqualTo(1);
        assertThat(second.err()).hasLineCount(1).contains("resource gpt-4").contains("version 2, not 1");
        assertThat(done("resource", "get-defaults", "gpt-4")).contains("capacity=2");
    }

    @Test
    default void bothMerge_bothChangesStay() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:1");
        done("resource", "set-defaults", "gpt-4", "--merge", "-l", "tpm:2");
        done("resource", "set-defaults", "gpt-4", "--merge", "-l", "ipm:3");
        assertThat(done("resource", "get-defaults", "gpt-4")).contains("rpm", "tpm", "ipm");
    }
}

package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;

/** What is expected of a run of the command. */
final class Runs {

    private Runs() {}

    /** Runs the command, which does what it was asked and has nothing to remark. */
    static CommandRun ok(String... args) {
        CommandRun run = CommandRun.of(args);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return run;
    }

    /** A run was refused with these messages: exit code 2, and nothing on standard output. */
    static void assertRefusal(CommandRun run, String... messages) {
        assertThat(run.err()).contains(messages).doesNotContain("\tat ").doesNotContain("Exception");
        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(2);
    }
}

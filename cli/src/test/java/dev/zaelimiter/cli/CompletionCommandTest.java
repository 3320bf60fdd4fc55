package dev.zaelimiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionCommandTest {

    @TempDir
    private Path directory;

    @Test
    void script_isUnderstoodByBashAndCompletesCommands() throws Exception {
        CommandRun run = CommandRun.of("completion", "bash");
        assertThat(run.exitCode()).isZero();
        Path script = directory.resolve("completion.bash");
        Files.writeString(script, run.out());
        Process bash = new ProcessBuilder(
                        "bash",
                        "-c",
                        "source '" + script + "'; COMP_WORDS=(zae-limiter name); COMP_CWORD=1;"
                                + " _complete_zae-limiter; echo \"${COMPREPLY[@]}\"")
                .redirectErrorStream(true)
                .start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said.strip()).isEqualTo("namespace");
    }

    @Test
    void zsh_startsItsCompletionFirst() {
        assertThat(CommandRun.of("completion", "zsh").out())
                .startsWith("autoload -Uz compinit")
                .contains("bashcompinit");
    }

    @Test
    void anotherShell_isWrongUse() {
        CommandRun run = CommandRun.of("completion", "fish");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("fish", "bash, zsh");
    }
}

package dev.zaelimiter.cli.admin.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** C3: whoever stopped a watch by SIGTERM was told that it had come to its end. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no such signals")
class WatchSignalsTest {

    @TempDir
    private Path directory;

    private String file = "";

    @BeforeEach
    void create() {
        file = directory.resolve("limits.zae").toString();
        assertThat(CommandRun.of("resource", "set-defaults", "gpt-4", "-l", "rpm:5", "--create", "--embedded", file)
                        .exitCode())
                .isZero();
    }

    private int endedBy(String signal) throws IOException, InterruptedException {
        return SignalledCommand.endedBy(
                signal, "key-1  rpm  5 of 5", "watch", "key-1", "gpt-4", "--interval", "3600", "--embedded", file);
    }

    @Test
    void interrupted_isThrough() throws Exception {
        assertThat(endedBy("INT")).isZero();
    }

    @Test
    void terminated_saysSo() throws Exception {
        assertThat(endedBy("TERM")).isEqualTo(143);
    }
}

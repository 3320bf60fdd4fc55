package dev.zaelimiter.cli.admin.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.Run;
import dev.zaelimiter.cli.ZaeLimiter;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** C3: whoever stopped a watch by SIGTERM was told that it had come to its end. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no such signals")
class WatchSignalsTest {

    private static final long SIGINT_BIT = 1 << 1;

    @TempDir
    private Path directory;

    private String file = "";

    @BeforeEach
    void create() {
        file = directory.resolve("limits.zae").toString();
        assertThat(Run.of("resource", "set-defaults", "gpt-4", "-l", "rpm:5", "--create", "--embedded", file)
                        .exitCode())
                .isZero();
    }

    private int endedBy(String signal) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(listensToInterrupts());
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ZaeLimiter.class.getName(),
                "watch",
                "key-1",
                "gpt-4",
                "--interval",
                "3600",
                "--embedded",
                file));
        Process watch = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader out = watch.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).contains("key-1  rpm  5 of 5");
            assertThat(new ProcessBuilder("kill", "-" + signal, String.valueOf(watch.pid()))
                            .start()
                            .waitFor())
                    .isZero();
            assertThat(watch.waitFor(1, TimeUnit.MINUTES)).isTrue();
            return watch.exitValue();
        } finally {
            watch.destroyForcibly();
        }
    }

    /** What runs in the background of a shell ignores SIGINT, and so does all that it starts, unless it is told otherwise. */
    private static List<String> listensToInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return List.of();
        }
        try (Stream<String> lines = Files.lines(status)) {
            boolean ignored = lines.filter(line -> line.startsWith("SigIgn:"))
                    .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & SIGINT_BIT) != 0);
            return ignored ? List.of("env", "--default-signal=INT") : List.of();
        }
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

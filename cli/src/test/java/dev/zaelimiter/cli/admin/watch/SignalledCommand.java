package dev.zaelimiter.cli.admin.watch;

import static org.assertj.core.api.Assertions.assertThat;

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

/** A command in a process of its own, which is sent a signal. */
public final class SignalledCommand {

    private static final long SIGINT_BIT = 1 << 1;

    private SignalledCommand() {}

    /** Starts it; its errors are among its output. */
    public static Process start(String... args) throws IOException {
        List<String> command = new ArrayList<>(listensToInterrupts());
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                ZaeLimiter.class.getName()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Sends it a signal. */
    public static void send(String signal, Process process) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** The exit code of a command that got a signal once it had said something. */
    static int endedBy(String signal, String said, String... args) throws IOException, InterruptedException {
        Process process = start(args);
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).contains(said);
            send(signal, process);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * What runs in the background of a shell ignores SIGINT, and so does all that it starts, unless it is told
     * otherwise.
     */
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
}

package dev.zaelimiter.cli.admin.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.admin.watch.SignalledCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that somebody breaks off: by Ctrl-C once, twice, or by a signal that nothing can catch. */
@Tag("extended")
class BrokenOffRunTest {

    private static final int MOST_SIGNALS = 40;

    @TempDir
    private Path directory;

    private Path folder() {
        return directory.resolve("run");
    }

    /** A run of ten minutes, which has begun. */
    private Process begun(String scenario) throws IOException {
        return SignalledCommand.start(
                "loadtest",
                "run",
                "--memory",
                "--users",
                "2",
                "--rate",
                "50",
                "--duration",
                "600",
                "--scenario",
                scenario,
                "--out",
                folder().toString(),
                "--output",
                "json");
    }

    private static void awaitProgress(BufferedReader out) throws IOException {
        String line = out.readLine();
        assertThat(line).contains(" of 600 s: ", "1 worker");
    }

    private ProcessHandle worker() throws IOException {
        long pid = Long.parseLong(
                Files.readString(folder().resolve("worker-0/ready")).strip());
        return ProcessHandle.of(pid).orElseThrow();
    }

    private static void requireEnded(ProcessHandle worker) throws Exception {
        assertThat(worker.onExit().get(1, TimeUnit.MINUTES).isAlive()).isFalse();
    }

    @Test
    void run_interruptedOnce_endsTheWorkerAndReports() throws Exception {
        Process command = begun("many");
        try (BufferedReader out = command.inputReader(StandardCharsets.UTF_8)) {
            awaitProgress(out);
            ProcessHandle worker = worker();

            SignalledCommand.send("INT", command);

            String rest = String.join("\n", out.lines().toList());
            assertThat(command.waitFor()).isZero();
            assertThat(rest).contains("\"stopped\":true", "\"failed\":0").doesNotContain("\"admitted\":0,");
            // The command has waited for it.
            assertThat(worker.isAlive()).isFalse();
            assertThat(folder().resolve("report.html")).exists();
            assertThat(folder().resolve("worker-0/worker.json")).content().contains("\"stopped\"");
        } finally {
            command.destroyForcibly();
        }
    }

    /** The worker is still busy with the first one when the second comes. */
    @Test
    void run_interruptedTwice_endsAtOnce_andLeavesNothingRunning() throws Exception {
        Process command = begun(NeverOver.class.getName());
        try (BufferedReader out = command.inputReader(StandardCharsets.UTF_8)) {
            awaitProgress(out);
            ProcessHandle worker = worker();

            boolean ended = false;
            for (int i = 0; i < MOST_SIGNALS && !ended; i++) {
                SignalledCommand.send("INT", command);
                ended = command.waitFor(200, TimeUnit.MILLISECONDS);
            }

            assertThat(ended).as("before the worker has given its steps up").isTrue();
            assertThat(command.exitValue()).isEqualTo(130);
            assertThat(folder().resolve("report.html")).doesNotExist();
            requireEnded(worker);
            CommandRun report = CommandRun.of("loadtest", "report", folder().toString());
            assertThat(report.exitCode()).as(report.err()).isZero();
            assertThat(folder().resolve("report.html")).content().contains("<td>stopped</td>");
        } finally {
            command.destroyForcibly();
        }
    }

    @Test
    void run_whoseCommandIsKilled_leavesNothingRunning() throws Exception {
        Process command = begun("many");
        try (BufferedReader out = command.inputReader(StandardCharsets.UTF_8)) {
            awaitProgress(out);
            ProcessHandle worker = worker();

            command.destroyForcibly();

            requireEnded(worker);
            CommandRun report = CommandRun.of("loadtest", "report", folder().toString());
            assertThat(report.exitCode()).as(report.err()).isZero();
        } finally {
            command.destroyForcibly();
        }
    }
}

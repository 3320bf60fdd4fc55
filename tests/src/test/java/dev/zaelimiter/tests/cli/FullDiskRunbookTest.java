package dev.zaelimiter.tests.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.ZaeLimiter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The runbook of a full disk, gone through with a service that runs: it may write so many bytes to a file and no more,
 * which to a process is what a full disk is, until somebody makes room.
 */
@Tag("extended")
class FullDiskRunbookTest {

    private static final int MOST_CALLERS = 5_000;

    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("limits.zae");
    }

    private static String run(int exitCode, String... args) {
        StringWriter out = new StringWriter();
        int code = new CommandLine(new ZaeLimiter())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(args);
        assertThat(code).as(out.toString()).isEqualTo(exitCode);
        return out.toString();
    }

    private static String call(Process service, BufferedReader answers, String caller) throws IOException {
        service.outputWriter().write(caller + "\n");
        service.outputWriter().flush();
        return Objects.requireNonNull(answers.readLine(), "the service has ended");
    }

    @Test
    void fullDisk_asTheRunbookSays_losesNothing_andGoesOnByItself() throws Exception {
        Process service = new ProcessBuilder(
                        "bash",
                        "-c",
                        "ulimit -S -f 256; exec \"$@\"",
                        "service",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("java.class.path"),
                        UsedService.class.getName(),
                        file().toString())
                .redirectError(directory.resolve("log.txt").toFile())
                .start();
        try (BufferedReader answers =
                new BufferedReader(new InputStreamReader(service.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(answers.readLine()).isEqualTo("ready");
            List<String> granted = new ArrayList<>();
            String answer = "";
            for (int i = 0; i < MOST_CALLERS && !answer.contains(" 503 "); i++) {
                answer = call(service, answers, "caller-" + i);
                if (answer.endsWith(" 200")) {
                    granted.add("caller-" + i);
                }
            }
            assertThat(answer).as("what a caller sees").contains(" 503 ", "can't be written");
            assertThat(granted).hasSizeGreaterThan(10);
            assertThat(run(0, "store", "check", file().toString())).contains(": whole");

            Process room = new ProcessBuilder("prlimit", "--pid", String.valueOf(service.pid()), "--fsize=unlimited")
                    .inheritIO()
                    .start();
            assertThat(room.waitFor()).isZero();
            String after = "";
            for (int tries = 0; tries < 100 && !after.endsWith(" 200"); tries++) {
                after = call(service, answers, "after-" + tries);
            }
            assertThat(after).as("without a restart").endsWith(" 200");
            assertThat(run(0, "store", "check", file().toString())).contains(": whole");

            service.outputWriter().close();
            assertThat(service.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(service.exitValue()).isZero();
            String buckets =
                    run(0, "resource", "buckets", "reports", "--output", "csv", "--embedded", file().toString());
            assertThat(granted).allMatch(caller -> buckets.contains("\n" + caller + ","));
        } finally {
            service.destroyForcibly();
        }
    }
}

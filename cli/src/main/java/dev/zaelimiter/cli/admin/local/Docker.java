package dev.zaelimiter.cli.admin.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The program {@code docker}, or another of that name that understands the same. Each call has an end. */
final class Docker {

    private static final Duration ASKING = Duration.ofSeconds(10);

    private final Machine machine;

    Docker(Machine machine) {
        this.machine = machine;
    }

    /**
     * How a call ended.
     *
     * @param exitCode of the program; -1 if it did not end in time and was stopped
     * @param out what it printed
     * @param err what it complained of
     */
    record Answer(int exitCode, String out, String err) {

        boolean ok() {
            return exitCode == 0;
        }

        /** Why it failed, in one line: the last, since what comes before is progress. */
        String reason() {
            if (exitCode == -1) {
                return "docker did not answer in time";
            }
            List<String> said = err.lines().filter(line -> !line.isBlank()).toList();
            return said.isEmpty()
                    ? "docker ended with " + exitCode
                    : said.get(said.size() - 1).strip();
        }
    }

    /** Why no container can be started, or null if one can. */
    @Nullable
    String problem() {
        if (machine.find("docker") == null) {
            return "there is no program docker";
        }
        Answer version = ask("version", "--format", "{{.Server.Version}}");
        if (version.ok() && !version.out().isBlank()) {
            return null;
        } else if (version.err().contains("permission denied")) {
            return "this user may not use the Docker engine (" + version.reason()
                    + "): add the user to the group docker, or run the engine rootless";
        }
        return "there is no Docker engine (" + version.reason() + ")";
    }

    /** A call that only asks. */
    Answer ask(String... arguments) {
        return call(ASKING, arguments);
    }

    /**
     * Calls it and waits.
     *
     * @param atMost how long; then it is stopped
     * @param arguments all of them
     * @return how it ended
     */
    Answer call(Duration atMost, String... arguments) {
        Path out = null;
        Path err = null;
        try {
            // Not pipes: whoever reads one after the other may wait for ever.
            out = Files.createTempFile("zae-docker", ".out");
            err = Files.createTempFile("zae-docker", ".err");
            Process process = builder(arguments)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            process.getOutputStream().close();
            int exitCode = wait(process, atMost);
            return new Answer(exitCode, read(out), read(err));
        } catch (IOException e) {
            return new Answer(1, "", "docker can't be run: " + e.getMessage());
        } finally {
            delete(out);
            delete(err);
        }
    }

    /**
     * Hands on what it prints, line by line, until it ends or nobody listens.
     *
     * @param each whether to go on
     * @param arguments all of them
     * @return the exit code
     */
    int lines(Predicate<String> each, String... arguments) {
        Process process = null;
        try {
            process = builder(arguments).redirectErrorStream(true).start();
            process.getOutputStream().close();
            try (BufferedReader reader =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                String line = reader.readLine();
                while (line != null && each.test(line)) {
                    line = reader.readLine();
                }
                if (line != null) {
                    return 0;
                }
            }
            return wait(process, ASKING);
        } catch (IOException e) {
            throw new LocalException("docker can't be run: " + e.getMessage(), e);
        } finally {
            if (process != null) {
                process.destroy();
            }
        }
    }

    private ProcessBuilder builder(String... arguments) throws IOException {
        Path program = machine.find("docker");
        if (program == null) {
            throw new IOException("there is no program docker");
        }
        List<String> command = new ArrayList<>();
        command.add(program.toString());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    private static int wait(Process process, Duration atMost) {
        try {
            if (process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
            process.destroyForcibly();
            return -1;
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new LocalException("interrupted while docker was at work", e);
        }
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private static void delete(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // A small file stays in the folder for such.
        }
    }
}

package dev.zaelimiter.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The Python zae-limiter that {@code bin/backends install} provides, run as a process of its own. */
public final class Peer {

    private static final long PATIENCE_MINUTES = 5;
    private static final Path PYTHON = Path.of(System.getenv()
                    .getOrDefault("BACKENDS_HOME", System.getProperty("user.home") + "/.cache/zae-backends"))
            .resolve("peer/bin/python");

    private Peer() {}

    /**
     * Its Python, with the system in it.
     *
     * @return a program
     * @throws IllegalStateException if it is not installed
     */
    public static Path python() {
        if (!Files.isExecutable(PYTHON)) {
            throw new IllegalStateException(
                    "the Python zae-limiter is not there (" + PYTHON + "): run bin/backends install");
        }
        return PYTHON;
    }

    /**
     * Runs a script of the folder {@code peer}.
     *
     * @param script its name
     * @param arguments what it is given
     * @return the figures that it printed, by the name before them
     */
    public static Map<String, List<Double>> run(String script, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(python().toString(), "-"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        // One that hangs ends, and with it the reading of what it prints.
        CompletableFuture<Process> watch = process.onExit().orTimeout(PATIENCE_MINUTES, TimeUnit.MINUTES);
        CompletableFuture<Process> unused = watch.whenComplete((ended, tooLate) -> process.destroyForcibly());
        try (InputStream text = Peer.class.getResourceAsStream("/peer/" + script);
                OutputStream in = process.getOutputStream()) {
            Objects.requireNonNull(text, script).transferTo(in);
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        if (code != 0) {
            throw new IllegalStateException(script + " ended with " + code);
        }
        Map<String, List<Double>> figures = new LinkedHashMap<>();
        output.lines()
                .map(line -> line.split(" "))
                .forEach(words -> figures.put(
                        words[0],
                        Arrays.stream(words).skip(1).map(Double::valueOf).toList()));
        return figures;
    }

    /**
     * The first figure of a line.
     *
     * @param figures from {@link #run}
     * @param name of the line
     * @return the figure
     */
    public static double figure(Map<String, List<Double>> figures, String name) {
        return Objects.requireNonNull(figures.get(name), name).get(0);
    }
}

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

/** The Python zae-limiter that {@code bin/backends install} provides, run as a process of its own. */
final class Peer {

    private static final Path PYTHON = Path.of(System.getenv()
                    .getOrDefault("BACKENDS_HOME", System.getProperty("user.home") + "/.cache/zae-backends"))
            .resolve("peer/bin/python");

    private Peer() {}

    /**
     * Runs a script of the folder {@code peer}.
     *
     * @param script its name
     * @param arguments what it is given
     * @return the figures that it printed, by the name before them
     */
    static Map<String, List<Double>> run(String script, String... arguments) throws IOException, InterruptedException {
        if (!Files.isExecutable(PYTHON)) {
            throw new IllegalStateException("no " + PYTHON + ": run bin/backends install");
        }
        List<String> command = new ArrayList<>(List.of(PYTHON.toString(), "-"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
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

    /** The first figure of a line. */
    static double figure(Map<String, List<Double>> figures, String name) {
        return Objects.requireNonNull(figures.get(name), name).get(0);
    }
}

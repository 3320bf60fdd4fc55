package dev.zaelimiter.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A program that was run.
 *
 * @param exitCode how it ended
 * @param out what it printed
 * @param err what it said besides
 */
record Run(int exitCode, String out, String err) {

    /** Runs a program to its end. An empty value takes a variable out of its environment. */
    static Run of(Path folder, Map<String, String> environment, List<String> command) throws Exception {
        Path out = Files.createTempFile("run", ".out");
        Path err = Files.createTempFile("run", ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        environment.forEach((name, value) -> {
            if (value.isEmpty()) {
                builder.environment().remove(name);
            } else {
                builder.environment().put(name, value);
            }
        });
        Process process = builder.start();
        try {
            assertThat(process.waitFor(20, TimeUnit.MINUTES))
                    .as("%s ends in 20 minutes", command)
                    .isTrue();
            return new Run(process.exitValue(), read(out), read(err));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static String read(Path file) throws IOException {
        String text = Files.readString(file);
        Files.delete(file);
        return text;
    }

    /** The same, which must have gone well. */
    Run well() {
        assertThat(exitCode).as("out: %s%nerr: %s", tail(out), tail(err)).isZero();
        return this;
    }

    private static String tail(String text) {
        return text.substring(Math.max(0, text.length() - 8_000));
    }
}

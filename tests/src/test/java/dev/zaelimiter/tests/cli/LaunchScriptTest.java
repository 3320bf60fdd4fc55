package dev.zaelimiter.tests.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive of loaded classes that {@code bin/zae-limiter} keeps: whatever becomes of it, only the result shows. */
@Tag("extended")
class LaunchScriptTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path directory;

    @Test
    void archive_anyState_leavesTheOutputAlone() throws Exception {
        String expected = version();
        assertThat(expected).startsWith("zae-limiter ").hasLineCount(2);
        Path archive = archives().get(0);
        byte[] whole = Files.readAllBytes(archive);

        assertThat(version()).as("a good one").isEqualTo(expected);
        Files.write(archive, java.util.Arrays.copyOf(whole, whole.length / 3));
        assertThat(version()).as("one cut short").isEqualTo(expected);
        Path again = archives().get(0);
        Files.write(again, new byte[(int) Files.size(again)]);
        assertThat(version()).as("zeros").isEqualTo(expected);
        Files.delete(again);
        assertThat(version()).as("none").isEqualTo(expected);
        assertThat(archives()).hasSize(1);
    }

    private static List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("cli/target"))) {
            return files.filter(file -> file.toString().endsWith(".jsa")).toList();
        }
    }

    private String version() throws Exception {
        Path out = Files.createTempFile(directory, "version", ".out");
        Path err = Files.createTempFile(directory, "version", ".err");
        Process process = new ProcessBuilder(ROOT.resolve("bin/zae-limiter").toString(), "--version")
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(err)).isZero();
        return Files.readString(out);
    }
}

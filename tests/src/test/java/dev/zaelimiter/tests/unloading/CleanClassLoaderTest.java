package dev.zaelimiter.tests.unloading;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers load an application again without a restart: the classes of the one that was stopped must be free to go. */
class CleanClassLoaderTest {

    private static final int LIVES = 3;

    @TempDir
    private Path directory;

    /** In a JVM of its own, which gives up at once what it keeps only softly. */
    private List<String> redeploy(String... folder) throws Exception {
        Path out = directory.resolve("out");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:SoftRefLRUPolicyMSPerMB=0",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                Redeployments.class.getName(),
                Integer.toString(LIVES)));
        command.addAll(List.of(folder));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(out);
    }

    private static List<String> nothingLeft() {
        List<String> lines = new ArrayList<>(Collections.nCopies(LIVES, "ended: RepositoryClosedException"));
        lines.add("left: 0");
        return lines;
    }

    /**
     * The thread of the timers, on JDK 17 those of the executor too, and the record that was linked last, stayed for
     * ever.
     */
    @Test
    void repositoryInMemory_openedUsedAndClosed_leavesNoClassAndNoThread() throws Exception {
        assertThat(redeploy()).isEqualTo(nothingLeft());
    }

    @Test
    void repositoryInAFile_openedUsedAndClosed_leavesNoClassAndNoThread() throws Exception {
        assertThat(redeploy(directory.toString())).isEqualTo(nothingLeft());
    }
}

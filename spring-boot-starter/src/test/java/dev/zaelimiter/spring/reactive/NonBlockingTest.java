package dev.zaelimiter.spring.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/**
 * The filter, the annotation and outgoing calls never block a thread of Reactor: BlockHound watches. It changes the
 * JVM's own classes, so this runs in a JVM of its own; newer JDKs don't let it.
 */
@Tag("extended")
@EnabledForJreRange(max = JRE.JAVA_23)
class NonBlockingTest {

    @Test
    void reactivePath_neverBlocks(@TempDir Path directory) throws Exception {
        Path output = directory.resolve("output");
        Process probe = new ProcessBuilder(List.of(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-XX:+AllowRedefinitionToAddDeleteMethods",
                        "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        BlockingProbe.class.getName()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(probe.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            probe.destroyForcibly();
        }
        String said = Files.readString(output);
        assertThat(said).contains("a sleep is found").contains("nothing else is");
        assertThat(probe.exitValue()).as(said).isZero();
    }
}

package dev.zaelimiter.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathCheckTest {

    @Test
    void oneStarter_isFine() {
        assertThatCode(() -> ClassPathCheck.requireOne(ClassPathCheck.class.getClassLoader()))
                .doesNotThrowAnyException();
        assertThatCode(() -> ClassPathCheck.requireGeneration("4.0.7")).doesNotThrowAnyException();
    }

    @Test
    void twoStarters_areBothNamed(@TempDir Path directory) throws Exception {
        URL[] two = new URL[2];
        for (int i = 0; i < 2; i++) {
            Path starter = directory.resolve("starter-0." + i);
            Files.createDirectories(starter.resolve("META-INF"));
            Files.writeString(starter.resolve("META-INF/zae-limiter-spring-boot-starter"), "");
            two[i] = starter.toUri().toURL();
        }
        try (URLClassLoader loader = new URLClassLoader(two, null)) {
            assertThatThrownBy(() -> ClassPathCheck.requireOne(loader))
                    .isInstanceOf(UnfitApplicationException.class)
                    .hasMessageContaining("starter-0.0")
                    .hasMessageContaining("starter-0.1");
        }
    }

    /** A program of its own, with the libraries of Boot 3. */
    @Test
    void boot3_isRefusedPlainly() throws Exception {
        Path libraries = Path.of("target/boot3");
        String path;
        try (Stream<Path> jars = Files.list(libraries)) {
            path = jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }
        String tests = Path.of(Objects.requireNonNull(
                        Boot3Application.class.getProtectionDomain().getCodeSource())
                .getLocation()
                .toURI()).toString();
        Path output = Files.createTempFile("boot3", ".txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        String.join(File.pathSeparator, tests, "target/classes", ours(), path),
                        Boot3Application.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(Files.readString(output))
                    .contains("zae-limiter-spring-boot-starter is for Spring Boot 4, and this is Spring Boot 3.5.7");
            assertThat(process.exitValue()).isEqualTo(1);
        } finally {
            process.destroyForcibly();
            Files.delete(output);
        }
    }

    /** Our own modules, as they are on the path of this test. */
    private static String ours() {
        return Stream.of(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                        .split(File.pathSeparator))
                .filter(entry -> entry.matches(".*/(core|embedded|admin)/target/.*") || entry.matches(".*(caffeine|snakeyaml-engine)-.*jar"))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
